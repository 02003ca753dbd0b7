import type { AssignableRole, HeldRole } from '@signet/contract/areas/people';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import type { FieldProps } from '../form/form-shell.ts';
import { PositionFields, type PositionValues } from './PositionFields.tsx';
import RightsAside from './RightsAside.tsx';

const NORD = { id: '0198c000-0000-7000-8000-000000000001', name: 'Nordmark' };
const ORSINI = { id: '0198c000-0000-7000-8000-000000000002', name: 'Orsini' };
const BEN: Person = { scope: 'partner', permissions: ['view_account', 'manage_account_user'], accounts: [] };

const role = (name: string, fields: Partial<AssignableRole> = {}): AssignableRole => ({
  id: `role-${name}`,
  app_code: 'account_manager',
  name,
  description: '',
  permissions: ['view_user'],
  account_id: null,
  account_name: null,
  why_not: null,
  ...fields,
});
const ROLES = [
  role('Auditor', { permissions: ['view_audit_log'] }),
  role('Owner', { why_not: { status: 'ABOVE_OWN_RIGHTS', params: { permission: 'manage_license' } } }),
  role('Issuer', { app_code: 'ca_manager', account_id: NORD.id, account_name: 'Nordmark' }),
];
const ARCHIVED: HeldRole = { id: 'role-Old', app_code: 'ca_manager', name: 'Old', archived: true };

function Form({
  scopes,
  first,
  wrong = null,
}: {
  scopes: readonly ('partner' | 'account')[];
  first: PositionValues<'partner' | 'account'>;
  /** What is wrong with every field. */
  wrong?: string | null;
}) {
  const [values, setValues] = useState(first);
  const field = (name: keyof typeof values, help?: ReactNode): FieldProps => ({
    id: name,
    name,
    label: name === 'account_ids' ? 'Accounts' : 'Access scope',
    value: values[name],
    onChange: (next: unknown) => setValues((before) => ({ ...before, [name]: next })),
    onBlur: () => {},
    error: wrong,
    'aria-invalid': wrong ? true : undefined,
    description: wrong ? null : help,
  });
  return (
    <>
      <PositionFields
        values={values}
        field={field}
        scopes={scopes}
        accounts={[NORD, ORSINI]}
        assignable={{ roles: ROLES, error: null, refetch: () => {} }}
        held={[ARCHIVED]}
      />
      <RightsAside roles={ROLES} held={[ARCHIVED]} chosen={values.role_ids} />
      <output aria-label="Chosen">{values.role_ids.join(' ')}</output>
      <output aria-label="Accounts chosen">{values.account_ids.join(' ')}</output>
    </>
  );
}

const answerAccounts = () =>
  answerWith(({ path }) => (path === '/account/ui-api/v1/customer' ? { items: [NORD, ORSINI], total: 2 } : undefined));
const START: PositionValues<'partner' | 'account'> = {
  access_scope: 'account',
  account_ids: [NORD.id],
  role_ids: ['role-Old', 'role-Issuer'],
};

test('[S-238] what may not be given says why; what is archived stays until it is taken away', async () => {
  answerAccounts();
  await renderPart(<Form scopes={['account']} first={START} />, { as: BEN });
  await page.getByRole('combobox', { name: 'Account Manager' }).click();
  const owner = page.getByRole('option', { name: /Owner/ });
  await expect.element(owner.getByText(/permissions that you do not have/)).toBeVisible();
  // The keyboard comes to it, hears why, and does not get it.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(owner).toHaveAttribute('data-combobox-selected');
  await expect.element(owner).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  // What is announced as disabled is not clicked otherwise.
  await owner.click({ force: true });
  await expect.element(page.getByRole('option', { name: 'Auditor' })).not.toHaveAttribute('aria-disabled');
  await page.getByRole('option', { name: 'Auditor' }).click();
  await expect
    .element(page.getByRole('status', { name: 'Chosen' }))
    .toHaveTextContent('role-Old role-Issuer role-Auditor');
  await expect.element(page.getByText('View the audit log')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Old (archived)').first()).toBeVisible();
});

test('who looked for a role that may not be given still sees what they typed', async () => {
  answerAccounts();
  await renderPart(<Form scopes={['account']} first={START} />, { as: BEN });
  const field = page.getByRole('combobox', { name: 'Account Manager' });
  await field.fill('own');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: /Owner/ })).toHaveAttribute('data-combobox-selected');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('own');
  await expect.element(page.getByRole('status', { name: 'Chosen' })).not.toHaveTextContent('role-Owner');
});

test('[S-062] an archived role that somebody has counts among what the roles allow', async () => {
  answerAccounts();
  await renderPart(<Form scopes={['account']} first={{ ...START, role_ids: ['role-Old'] }} />, { as: BEN });
  await expect.element(page.getByText(/can no longer be given: Old$/)).toBeVisible();
  await expect.element(page.getByText('Nothing yet: choose a role.')).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'CA Manager' }).click();
  await userEvent.keyboard('{Escape}{Backspace}');
  await expect.element(page.getByText('Nothing yet: choose a role.')).toBeVisible();
  await expect.element(page.getByText(/can no longer be given/)).not.toBeInTheDocument();
});

test('a role that an account made for itself goes with the account', async () => {
  answerAccounts();
  await renderPart(<Form scopes={['account']} first={START} />, { as: BEN });
  await page.getByRole('combobox', { name: 'Accounts' }).click();
  await page.getByRole('option', { name: 'Orsini' }).click();
  await expect.element(page.getByRole('status', { name: 'Chosen' })).toHaveTextContent('role-Old role-Issuer');
  await userEvent.keyboard('{Escape}{Backspace}{Backspace}');
  await expect.element(page.getByRole('status', { name: 'Chosen' })).toHaveTextContent('role-Old');
});

test('[S-314] one scope alone is not asked about; of several each says how far it reaches', async () => {
  answerAccounts();
  await renderPart(<Form scopes={['account']} first={START} />, { as: BEN });
  await expect.element(page.getByRole('combobox', { name: 'Accounts' })).toBeVisible();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
  await renderPart(<Form scopes={['partner', 'account']} first={START} />, { as: BEN });
  await page.getByRole('radio', { name: 'Partner scope' }).click();
  await expect.element(page.getByText('One partner account and its customers')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Partner scope' })).toBeChecked();
});

const TOVE: Person = { scope: 'account', permissions: ['manage_account_user'], accounts: ['Bergen', 'Oslo', 'Turku'] };

test('of the own accounts too the line that the arrow keys have led to is chosen when the field is left', async () => {
  await renderPart(<Form scopes={['account']} first={{ ...START, account_ids: [] }} />, { as: TOVE });
  const accounts = page.getByRole('combobox', { name: 'Accounts' });
  await accounts.click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const line = page.getByRole('option', { name: 'Oslo' });
  await expect.element(line).toHaveAttribute('data-combobox-selected');
  await userEvent.tab();
  await expect
    .element(page.getByRole('status', { name: 'Accounts chosen' }))
    .toHaveTextContent('00000000-0000-4000-8000-000000000101');
  await accounts.fill('nowhere');
  await expect.element(page.getByText('Nothing found').first()).toBeVisible();
  await userEvent.tab();
  await expect.element(accounts).toHaveAccessibleDescription(/Choose from the list/);
});

const HELP = 'The first account is the primary account.';

test.each([
  ['of many stands the help', BEN, null, HELP],
  ['of many stands the error, in place of the help', BEN, 'Missing', 'Missing'],
  ['of the own ones stands the help', TOVE, null, HELP],
  ['of the own ones stands the error, in place of the help', TOVE, 'Missing', 'Missing'],
])('under the choice of accounts %s', async (_, as, wrong, said) => {
  answerAccounts();
  await renderPart(<Form scopes={['account']} first={START} wrong={wrong} />, { as });
  await expect.element(page.getByRole('combobox', { name: 'Accounts' })).toHaveAccessibleDescription(said);
});
