import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { renderPart } from '../../testing/render.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

function Asking({ word, onConfirm }: { word?: string; onConfirm: () => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Ask
      </button>
      <ConfirmDialog
        opened={opened}
        title="Unlink Nordmark?"
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
  const field = page.getByRole('dialog').getByRole('textbox');
  await expect.element(field).toHaveFocus();
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

test('a yes or no begins on the way back, and Escape gives the keyboard to what had it', async () => {
  await renderPart(<Asking onConfirm={() => {}} />);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus();
});
