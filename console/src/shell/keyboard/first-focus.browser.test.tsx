import { LIMITS } from '@signet/contract/limits';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { FileField } from '../form/FileField.tsx';
import { useFirstFocus } from './first-focus.ts';

function Form() {
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  return (
    <form ref={form}>
      <label>
        First <input />
      </label>
      <label>
        Second <input />
      </label>
    </form>
  );
}

function Opening() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Form />}
    </>
  );
}

afterEach(() => void vi.useRealTimers());

test('[A-280] the first field of a form that has opened gets the focus', async () => {
  await renderPart(<Form />);
  await expect.element(page.getByLabelText('First')).toHaveFocus();
});

test('somebody quick who writes in another field of the page keeps the focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderPart(
    <>
      <Form />
      <label>
        Elsewhere <input />
      </label>
    </>,
  );
  document.querySelectorAll('input')[2]?.focus();
  await vi.advanceTimersByTimeAsync(LIMITS.focusDelayMs);
  await userEvent.keyboard('quick');
  await expect.element(page.getByLabelText('Elsewhere')).toHaveValue('quick');
});

test('who stands on a button is led to the form that it has opened', async () => {
  await renderPart(<Opening />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByLabelText('First')).toHaveFocus();
});

/** A form whose first field is none that shows: a part that is folded away, or the one under a button for files. */
function Behind({ file }: { file: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  return (
    <form ref={form}>
      {file ? (
        <FileField label="Key" accept=".p12" />
      ) : (
        <div hidden>
          <input />
        </div>
      )}
      <label>
        Second <input />
      </label>
    </form>
  );
}

test.each([
  ['the button of a field for files stands for it', true, page.getByRole('button', { name: 'Key Choose a file' })],
  ['a field that does not show is passed by', false, page.getByLabelText('Second')],
])('%s', async (_what, file, first) => {
  await renderPart(<Behind file={file} />);
  await expect.element(first).toHaveFocus();
});
