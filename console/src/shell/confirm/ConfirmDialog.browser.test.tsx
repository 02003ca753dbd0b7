import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { renderPart } from '../../testing/render.tsx';
import { ConfirmAction } from './ConfirmAction.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Asked = { name?: string; word?: string; onConfirm?: () => void };

function Asking({ name = 'Nordmark', word, onConfirm = () => {} }: Asked) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Ask
      </button>
      <ConfirmDialog
        opened={opened}
        title={`Unlink ${name}?`}
        act="Unlink account"
        {...(word === undefined ? {} : { word })}
        onConfirm={onConfirm}
        onClose={() => setOpened(false)}
      >
        Sign-in stays as it is.
      </ConfirmDialog>
    </>
  );
}

test('[A-244] only the exact word lets the act be used, by key as by mouse', async () => {
  const onConfirm = vi.fn<() => void>();
  await renderPart(<Asking word="UNLINK" onConfirm={onConfirm} />);
  await page.getByRole('button', { name: 'Ask' }).click();
  const act = page.getByRole('dialog').getByRole('button', { name: 'Unlink account' });
  const field = page.getByRole('dialog').getByLabelText('Type UNLINK to go on');
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole('dialog').getByText('UNLINK').first()).toHaveStyle({ fontWeight: '600' });
  await expect.element(act).toHaveAccessibleDescription('Type UNLINK to go on');
  for (const typed of ['', 'unlink', 'X'.repeat(257)]) {
    await field.fill(typed);
    await expect.element(act).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
  }
  expect(onConfirm).not.toHaveBeenCalled();
  await field.fill('UNLINK');
  await userEvent.keyboard('{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('a long name stands twice in it, and its cross beside the first line of the title', async () => {
  const name = 'Nordmark '.repeat(28).trim();
  await renderPart(<Asking name={name} word={name} />);
  await page.getByRole('button', { name: 'Ask' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByRole('button', { name: 'Unlink account' }))
    .toHaveAccessibleDescription('Type the name to go on');
  expect(dialog.element().textContent.split(name)).toHaveLength(3);
  const [cross, heading] = [dialog.getByRole('button', { name: 'Close' }), dialog.getByRole('heading')].map((part) =>
    part.element().getBoundingClientRect(),
  );
  expect(heading?.height).toBeGreaterThan(72);
  expect((cross?.top ?? Infinity) - (heading?.top ?? 0)).toBeLessThan(8);
});

test('its foot has the act, the way back and what the act waits for, from the left', async () => {
  await renderPart(<Asking word="UNLINK" />);
  await page.getByRole('button', { name: 'Ask' }).click();
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Unlink account' });
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  const reason = dialog.getByText('Type UNLINK to go on').last();
  await expect.element(reason).toBeVisible();
  const lefts = [dialog.getByRole('textbox'), act, cancel, reason].map(
    (part) => part.element().getBoundingClientRect().left,
  );
  expect(lefts[1]).toBe(lefts[0]);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  await expect.element(dialog.getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(act).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(cancel).toHaveFocus();
});

test('a yes or no begins on the way back, and Escape gives the keyboard to what had it', async () => {
  await renderPart(<Asking />);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus();
});

function Acting({ run }: { run: () => Promise<unknown> }) {
  return (
    <ConfirmAction label="Ask" title="Unlink?" act="Unlink account" run={run}>
      Sign-in stays as it is.
    </ConfirmAction>
  );
}

test('an act is not done again while its question fades', async () => {
  const run = vi.fn<() => Promise<unknown>>(async () => undefined);
  await renderPart(<Acting run={run} />);
  await page.getByRole('button', { name: 'Ask' }).click();
  const act = page.getByRole('dialog').getByRole('button', { name: 'Unlink account' });
  await userEvent.dblClick(act);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(run).toHaveBeenCalledTimes(1);
});
