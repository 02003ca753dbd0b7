import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AccountCreate } from './AccountCreate.tsx';

const CREATES: Permission[] = ['manage_account', 'manage_organization', 'manage_permission'];

async function open(permissions: Permission[]): Promise<void> {
  answerWith(({ path }) => (path.endsWith('/countries') ? [] : undefined));
  const as = { scope: 'partner' as const, permissions, accounts: ['Umbra Trust Services'] };
  await renderPart(<AccountCreate type="standard" />, { as });
}

test('whoever manages no people of accounts is told why they invite nobody with a new one', async () => {
  await open(CREATES);
  const invite = page.getByRole('checkbox', { name: 'Invite an administrator now' });
  await expect.element(invite).toBeDisabled();
  await expect.element(invite).toHaveAccessibleDescription('You do not manage people of this access scope.');
});

test('whoever manages them invites one', async () => {
  await open([...CREATES, 'manage_account_user']);
  const invite = page.getByRole('checkbox', { name: 'Invite an administrator now' });
  await invite.click();
  await expect.element(page.getByLabelText('First name')).toBeVisible();
});
