/** The list of administrators for somebody who belongs to several accounts. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMINISTRATOR } from '../../testing/administrator.ts';
import { answerWith } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import AdministratorsPage from './AdministratorsPage.tsx';

const TOVE: Person = { scope: 'account', permissions: ['view_user'], accounts: ['Nordmark', 'Orsini'] };
const ORSINI = '00000000-0000-4000-8000-000000000101';
const LIST = '/account/ui-api/v1/user';

const open = async (as: Person) => {
  const calls = answerWith(({ path }) =>
    path === LIST ? { items: [{ ...ADMINISTRATOR, primary_account_name: 'Orsini' }], total: 1 } : undefined,
  );
  await renderPart(<AdministratorsPage />, { as });
  await expect.element(page.getByRole('link', { name: 'Ida Noor' })).toBeVisible();
  return calls;
};

test('[S-044] people of several accounts are told apart by account, and narrowed to one of the own', async () => {
  const calls = await open(TOVE);
  await expect.element(page.getByRole('columnheader', { name: 'Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Orsini' }).click();
  await expect
    .poll(() => calls.filter(({ path }) => path === LIST).map(({ query }) => query.get('account_id')))
    .toContain(ORSINI);
});

test('people of one account are not asked which', async () => {
  await open({ ...TOVE, accounts: ['Nordmark'] });
  await expect.element(page.getByRole('columnheader', { name: 'Account' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect.element(page.getByRole('button', { name: 'Status' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Account', exact: true })).not.toBeInTheDocument();
});

test('roles of one name say of which products they are; others go without', async () => {
  const held = (name: string, app_code: string) => ({ id: `${name} ${app_code}`, app_code, name, archived: false });
  const roles = [
    held('Administrator', 'account_manager'),
    held('Auditor', 'account_manager'),
    held('Administrator', 'ca_manager'),
  ];
  answerWith(({ path }) => (path === LIST ? { items: [{ ...ADMINISTRATOR, roles }], total: 1 } : undefined));
  await renderPart(<AdministratorsPage />, { as: TOVE });
  await expect
    .element(page.getByRole('cell', { name: 'Administrator (Account Manager, CA Manager), Auditor', exact: true }))
    .toBeVisible();
});
