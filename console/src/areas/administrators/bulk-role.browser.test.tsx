/** Giving many people a role: which role is asked first, and what can't be given says why. */
import type { PickedRole } from '../../shell/role/picked-role.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BulkActs } from '../../shell/list/BulkActs.tsx';
import { queryClient } from '../../api/query.ts';
import { featuresQuery } from '../../session/profile.ts';
import { answerWith } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import type { Choose } from './chosen-people.ts';
import { useRoleAct } from './bulk-role.tsx';

const role = (n: number, name: string, more: Partial<PickedRole> = {}): PickedRole => ({
  id: `00000000-0000-4000-8000-00000000040${n}`,
  name,
  app_code: 'account_manager',
  account_name: null,
  predefined: true,
  permissions: ['view_account'],
  archived_at: null,
  ...more,
});
const AUDITOR = role(1, 'Auditor');
const SUPPORT = role(2, 'Support', { permissions: ['view_account', 'manage_account'] });
const READER = role(3, 'Reader', { app_code: 'ca_manager', account_name: 'Nordmark Landesbank', predefined: false });
const FORMER = role(4, 'Former', { archived_at: '2026-01-01 00:00:00' });
const WATCHER = role(5, 'Watcher', { permissions: ['view_account', 'view_tenant'] });

const MANAGER: Person = {
  scope: 'account',
  permissions: ['view_account', 'view_user_role', 'manage_account_user'],
  accounts: [],
};

async function open(given: boolean, as = MANAGER) {
  const rendered = await renderPart(<Part given={given} />, { as });
  queryClient.setQueryData<unknown>(featuresQuery.queryKey, { AM_enable_user_roles: true });
  return rendered;
}

/** Answers as the server does; what was planned stands in the answer. */
function platform(): unknown[] {
  const plans: unknown[] = [];
  answerWith(({ method, path, query, body }) => {
    if (method === 'POST') {
      plans.push(body);
      return { id: 'plan-1' };
    }
    if (!path.endsWith('/role')) return undefined;
    const items = [AUDITOR, SUPPORT, READER, FORMER, WATCHER].filter(
      ({ name, archived_at: archived }) =>
        name.toLowerCase().includes(query.get('name') ?? '') && (query.get('archived') !== 'false' || !archived),
    );
    return { items, total: items.length };
  });
  return plans;
}

const option = (name: RegExp) => page.getByRole('option', { name });
const CHOOSE: Choose = (ids) => (ids === null ? { filters: { status: 'active' } } : { ids: [...ids] });
function Part({ given }: { given: boolean }) {
  const acts = [useRoleAct(CHOOSE, given)];
  return <BulkActs acts={acts} planAt={(id) => `/account/list/${id}`} ids={null} count={7} direct={null} />;
}

test('a role is chosen by application and by a part of its name; what one does not hold oneself says why', async () => {
  const plans = platform();
  const { address } = await open(true);
  await page.getByRole('button', { name: 'Give a role' }).click();
  const submit = page.getByRole('button', { name: 'Plan for 7 rows' });
  await expect.element(page.getByText('Choose a role first.')).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Role' });
  await field.click();
  await expect.element(option(/^Support/)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/This needs permissions that you do not have yourself/)).toBeVisible();
  await expect.element(option(/^Former/)).not.toBeInTheDocument();
  await field.fill('reader');
  await expect.element(option(/^Auditor/)).not.toBeInTheDocument();
  await option(/^Reader/).click();
  await expect.element(field).toHaveValue('Reader (CA Manager, Nordmark Landesbank)');
  await submit.click();
  await expect.poll(address).toContain('plan-1');
  expect(plans).toEqual([{ filters: { status: 'active' }, input: { role_id: READER.id, given: true } }]);
});

test('what means nothing to the people whom one manages keeps no role from them', async () => {
  platform();
  const one: Person = { ...MANAGER, scope: 'system' };
  await open(true, one);
  await page.getByRole('button', { name: 'Give a role' }).click();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await expect.element(option(/^Support/)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(option(/^Watcher/)).not.toHaveAttribute('aria-disabled');
});

test('a role is also taken where it can be given no more, and whatever it holds', async () => {
  platform();
  await open(false);
  await page.getByRole('button', { name: 'Take a role away' }).click();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await expect.element(option(/^Former \(archived\)/)).toBeVisible();
  await expect.element(option(/^Support/)).not.toHaveAttribute('aria-disabled');
});

test('who arrows through the roles hears of one that can’t be given, and chooses nothing by it', async () => {
  platform();
  await open(true);
  await page.getByRole('button', { name: 'Give a role' }).click();
  const field = page.getByRole('combobox', { name: 'Role' });
  await field.click();
  await expect.element(option(/^Support/)).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(option(/^Support/)).toHaveAttribute('data-combobox-selected', 'true');
  await expect.element(field).toHaveAttribute('aria-activedescendant', option(/^Support/).element().id);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText('Choose a role first.')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(field).toHaveValue('Auditor (Account Manager, All accounts)');
});

test('a role that was chosen and given up is not chosen when the act is begun again', async () => {
  platform();
  await open(true);
  const field = page.getByRole('combobox', { name: 'Role' });
  await page.getByRole('button', { name: 'Give a role' }).click();
  await field.click();
  await option(/^Auditor/).click();
  await expect.element(page.getByText('Choose a role first.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Give a role' }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText('Choose a role first.')).toBeVisible();
});
