import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { addDays } from '../../shell/day/days.ts';
import { payloadDate } from '@signet/contract/dates';
import AccountEditPage from './AccountEditPage.tsx';

const ID = '00000000-0000-4000-8000-000000000100';
const FREE = { edit: null, end_date: null, switch: null, delete: null, reassign: null, link: null, unlink: null };
const ACCOUNT = {
  id: ID,
  name: 'Umbra Trust Services',
  display_name: 'Umbra Trust Services',
  friendly_identifier: 'umbra-trust',
  locale: 'en_US',
  service_period: { from: '2021-07-01', to: '2028-06-30' },
  federated_account_details_url: null,
  version: 1,
  why_not: FREE,
};

/** The page at an address of it, for a partner whose own account it is. */
async function open(address: string, edit: object | null, more: object = {}): Promise<void> {
  answerWith(({ path }) =>
    path.endsWith(`/account/${ID}`)
      ? { ...ACCOUNT, ...more, why_not: { ...FREE, edit } }
      : path.endsWith('/administrators')
        ? { items: [], total: 0 }
        : undefined,
  );
  await renderPart(<AccountEditPage />, {
    as: { scope: 'partner', permissions: ['view_account', 'manage_account'], accounts: ['Umbra Trust Services'] },
    at: address.replace('$id', ID),
    pages: [address],
  });
}

test.each(['/account/accounts/$id/edit', '/account/ca/accounts/$id/edit'])(
  '[A-281] %s: a partner gets the 403 view for its own account, which it sees and may not edit',
  async (address) => {
    await open(address, { status: 'FORBIDDEN' });
    await expect.element(page.getByText(/You have no access to this page\./)).toBeVisible();
    await expect.element(page.getByText(/You belong to this account yourself/)).toBeVisible();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  },
);

test('[A-281] whoever may edit it gets the form', async () => {
  await open('/account/ca/accounts/$id/edit', null);
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Umbra Trust Services');
});

test('[A-271] its end may be today, and not before', async () => {
  await open('/account/ca/accounts/$id/edit', null);
  const end = page.getByLabelText('End date', { exact: true });
  const save = page.getByRole('button', { name: 'Save changes' });
  const today = payloadDate(new Date());
  await end.fill(addDays(today, -1));
  await save.click();
  await expect.element(end).toHaveAccessibleDescription('Choose today or a later day.');
  await end.fill(today);
  await expect.element(end).not.toHaveAccessibleDescription('Choose today or a later day.');
  await expect.element(end).toBeValid();
});

test('the name of the platform’s own account is shown, and why it stays', async () => {
  await open('/account/ca/accounts/$id/edit', null, { system_account: true });
  const name = page.getByLabelText('Name', { exact: true });
  await expect.element(name).toHaveAttribute('readonly');
  await expect.element(name).toHaveAccessibleDescription(/keeps the name that it was set up with/);
});

test('[A-269] the greatest length is told of a name that has it, and of no other', async () => {
  await open('/account/ca/accounts/$id/edit', null);
  const name = page.getByLabelText('Name', { exact: true });
  const longest = /at its greatest length of 256/;
  for (const length of [255, 300]) {
    await name.fill('x'.repeat(256));
    await expect.element(name).toHaveAccessibleDescription(longest);
    await name.fill(` ${'x'.repeat(length)} `);
    await expect.element(name).not.toHaveAccessibleDescription(longest);
  }
});
