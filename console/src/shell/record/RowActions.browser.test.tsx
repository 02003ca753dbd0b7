import { IconTrash, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { RowActions } from './RowActions.tsx';

const dots = page.getByRole('button', { name: 'Actions for Umbra' });

function Row({ whyNot = null }: { whyNot?: string | null }) {
  const [asked, setAsked] = useState(false);
  return (
    <main id="main">
      <RowActions
        label="Actions for Umbra"
        actions={[
          { label: 'Change partner', icon: IconUser, whyNot, act: () => setAsked(true) },
          { label: 'Delete account', icon: IconTrash, danger: true, act: () => setAsked(true) },
        ]}
      />
      <ConfirmDialog opened={asked} title="Sure?" act="Go" onConfirm={() => {}} onClose={() => setAsked(false)}>
        What follows.
      </ConfirmDialog>
    </main>
  );
}

test('[S-336] a dialog from the menu gives the keyboard back to the button, by key as by mouse', async () => {
  await renderPart(<Row />);
  await dots.click();
  await page.getByRole('menuitem', { name: 'Change partner' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dots).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Change partner' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(dots).toHaveFocus();
});

test('arrow keys stop on what can’t be done, and its reason is read out; nothing happens', async () => {
  await renderPart(<Row whyNot="A partner account has no partner itself." />);
  dots.element().focus();
  await userEvent.keyboard('{Enter}');
  const entry = page.getByRole('menuitem', { name: /^Change partner.*A partner account has no partner itself/ });
  await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
  await expect.element(entry).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
