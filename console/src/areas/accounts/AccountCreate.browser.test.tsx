import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import type { RouteData } from '../../shell/routing/route-spec.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AccountCreate } from './AccountCreate.tsx';

const CREATES: Permission[] = ['manage_account', 'manage_organization', 'manage_permission'];

async function open(permissions: Permission[], data: RouteData = {}) {
  answerWith(({ path }) => (path.endsWith('/countries') ? [] : undefined));
  const as = { scope: 'partner' as const, permissions, accounts: ['Umbra Trust Services'] };
  return renderPart(<AccountCreate type="standard" />, { as, data });
}

test('whoever manages no people of accounts is told why they invite nobody with a new one', async () => {
  await open(CREATES);
  const invite = page.getByRole('checkbox', { name: 'Invite an administrator now' });
  await expect.element(invite).toBeDisabled();
  await expect
    .element(invite)
    .toHaveAccessibleDescription('You do not manage people of this access scope. Whoever manages them can do this.');
});

test('whoever manages them invites one', async () => {
  await open([...CREATES, 'manage_account_user']);
  const invite = page.getByRole('checkbox', { name: 'Invite an administrator now' });
  await invite.click();
  await expect.element(page.getByLabelText('First name')).toBeVisible();
});

test.each([
  ['the step before it, for whom there is one', { all: CREATES }, paths.accountCreateChoice()],
  ['the list of accounts, for the others', { scopes: ['system'] as const }, paths.accounts()],
])('[S-013] cancelling leads to %s', async (_to, access, address) => {
  const opened = await open(CREATES, { before: { to: paths.accountCreateChoice, access } });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(opened.address).toBe(address);
});

test('where no mail server is set up, its first administrator is not said to be invited by email', async () => {
  answerWith(({ method, path }) => {
    if (method === 'POST') return { id: 'account-1' };
    return path.endsWith('/nationalities') ? { items: [{ code: 'DE', name: 'Germany' }], total: 1 } : undefined;
  });
  const permissions: Permission[] = [...CREATES, 'manage_account_user', 'manage_system_settings'];
  const part = (
    <>
      <AccountCreate type="standard" />
      <NoticeArea />
    </>
  );
  await renderPart(part, { as: { scope: 'system', permissions, accounts: [], mailServer: false } });
  await page.getByLabelText('Name', { exact: true }).first().fill('Nordmark Leasing');
  await page.getByLabelText('Country').selectOptions('DE');
  await page.getByRole('checkbox', { name: 'Invite an administrator now' }).click();
  await page.getByLabelText('First name').fill('Nils');
  await page.getByLabelText('Last name').fill('Berg');
  await page.getByLabelText('Email').fill('nils@nordmark.example');
  await page.getByRole('button', { name: 'Create account' }).click();
  const said = page.getByRole('status').filter({ hasText: 'The account is created.' });
  await expect.element(said.getByText('The email is held, because no mail server is set up.')).toBeVisible();
  await expect
    .element(said.getByRole('link', { name: 'Set up a mail server' }))
    .toHaveAttribute('href', '/account/settings/mail-server');
});

test('[S-013] a customer made on a partner’s page is that one’s, and cancelling leads back there', async () => {
  const umbra = { id: 'p', name: 'Umbra', display_name: 'Umbra' };
  answerWith(({ path }) =>
    path.endsWith('/countries') ? [] : path.endsWith('/customer') ? { items: [umbra] } : undefined,
  );
  const { address } = await renderPart(<AccountCreate type="standard" />, {
    as: { scope: 'system', permissions: CREATES, accounts: [], features: ['AM_enable_partner_scope'] },
    at: paths.accountCreate({ partner: 'p' }),
  });
  await expect.element(page.getByRole('combobox', { name: /^Partner/ })).toHaveValue('Umbra');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(address).toBe(`${paths.account('p')}#customers`);
});
