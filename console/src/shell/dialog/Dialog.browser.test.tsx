/** What a dialog gives the focus to. */
import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { Dialog } from './Dialog.tsx';

function Opening({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Name it">
        {children}
      </Dialog>
    </>
  );
}

test('[A-280] its first field has the focus, not its cross; closed, what opened it', async () => {
  await renderPart(
    <Opening>
      <TextInput label="Name" />
      <TextInput label="Reason" />
      <Button>Cancel</Button>
    </Opening>,
  );
  const open = page.getByRole('button', { name: 'Open' });
  await open.click();
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
});

test('without fields the focus is where its content says', async () => {
  await renderPart(
    <Opening>
      <Button>Replace</Button>
      <Button data-autofocus>Cancel</Button>
    </Opening>,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
});
