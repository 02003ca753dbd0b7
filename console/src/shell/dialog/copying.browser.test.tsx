import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { withoutClipboard } from '../../testing/no-clipboard.ts';
import { renderPart } from '../../testing/render.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { Dialog } from './Dialog.tsx';

test('where nothing can be copied the value stands over the page, to be copied by hand', async () => {
  withoutClipboard();
  await renderPart(
    <Dialog opened onClose={() => expect.unreachable('The dialog stays.')} title="Number">
      <CopyValue name="Number" value="c-1234" />
    </Dialog>,
    { width: 360 },
  );
  const copy = page.getByRole('button', { name: 'Copy Number' });
  await copy.click();
  const byHand = page.getByRole('textbox', { name: /did not allow copying/ });
  await expect.element(byHand).toHaveFocus();
  await expect.element(byHand).toHaveValue('c-1234');
  expect(document.getSelection()?.toString()).toBe('c-1234');
  await userEvent.keyboard('{Escape}');
  await expect.element(byHand).not.toBeInTheDocument();
  await expect.element(copy).toHaveFocus();
});
