/** The forms of an administrator: who gains and loses what, a name that is taken, what may not be given. */
import type { Administrator } from '@signet/contract/areas/administrators';
import type { AssignableRole } from '@signet/contract/areas/people';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ADMINISTRATOR } from '../../testing/administrator.ts';
import { answerWith, held, type Asked } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import { featuresQuery } from '../../session/profile.ts';
import { queryClient } from '../../api/query.ts';
import { activateLanguage } from '../../i18n/language.ts';
import AdministratorCreatePage from './AdministratorCreatePage.tsx';
import AdministratorEditPage from './AdministratorEditPage.tsx';
import AdministratorRolesEditPage from './AdministratorRolesEditPage.tsx';

const ID = '00000000-0000-4000-8000-000000000500';
const ACCOUNT = '00000000-0000-4000-8000-000000000100';
const SECOND = '00000000-0000-4000-8000-000000000101';
const roleId = (n: number): string => `00000000-0000-4000-8000-00000000060${n}`;

const PERSON: Administrator = {
  ...ADMINISTRATOR,
  id: ID,
  primary_account_id: ACCOUNT,
  primary_account_name: 'Nordmark Landesbank',
  roles: [{ id: roleId(1), app_code: 'account_manager', name: 'Auditor', archived: false }],
  version: 3,
  accounts: [{ id: ACCOUNT, name: 'Nordmark Landesbank' }],
  permissions: ['view_audit_log'],
};
const role = (n: number, name: string, fields: Partial<AssignableRole> = {}): AssignableRole => ({
  id: roleId(n),
  app_code: 'account_manager',
  name,
  description: '',
  permissions: ['view_audit_log'],
  account_id: null,
  account_name: null,
  why_not: null,
  ...fields,
});
const ROLES = [
  role(1, 'Auditor'),
  role(2, 'User administrator', { permissions: ['manage_account_user'] }),
  role(3, 'Owner', { why_not: { status: 'ABOVE_OWN_RIGHTS', params: { permission: 'manage_account' } } }),
];

const EFFECTS = { gains: ['manage_account_user'], loses: ['view_audit_log'] };

/** Answers as the platform would; answers the calls that were made. */
function platform(person: Partial<Administrator> = {}, preview: (body: unknown) => unknown = () => EFFECTS): Asked[] {
  return answerWith(({ method, path, body }) => {
    if (path.endsWith('/assignable-role')) return { items: ROLES, total: ROLES.length };
    if (path.endsWith('/find')) return { exists: path.includes('/ada/') };
    if (path.endsWith('/preview')) return preview(body);
    if (method === 'POST' || method === 'PUT') return { ...PERSON, ...(body as object) };
    return path.endsWith(`/user/${ID}`) ? { ...PERSON, ...person } : undefined;
  });
}

const AS: Person = { scope: 'account', permissions: ['manage_account_user'], accounts: ['Nordmark Landesbank'] };
const PLACE = '/account/access/administrators';
const sent = (calls: readonly Asked[], method: string) =>
  calls.filter((call) => call.method === method && !call.path.endsWith('/preview')).map(({ body }) => body);
const userName = page.getByRole('textbox', { name: 'User name' });

async function fillNames(): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'First name' }), 'Ida');
  await userEvent.fill(page.getByRole('textbox', { name: 'Last name' }), 'Noor');
  await userEvent.fill(userName, 'ida');
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ida@nowhere.example');
}

async function open(part: 'create' | 'edit' | 'role-edit', { roles = true, as = AS, query = '' } = {}) {
  const pages = {
    create: <AdministratorCreatePage />,
    edit: <AdministratorEditPage />,
    'role-edit': <AdministratorRolesEditPage />,
  };
  const shown = await renderPart(pages[part], {
    as,
    at: part === 'create' ? `${PLACE}/create${query}` : `${PLACE}/${ID}/${part}`,
    pages: ['account/access/administrators/$id/edit', 'account/access/administrators/$id/role-edit'],
  });
  queryClient.setQueryData<unknown>(featuresQuery.queryKey, { AM_enable_user_roles: roles });
  return shown;
}

test('[S-045 S-050 S-248 S-292] a new administrator is sent with account and roles as they were chosen', async () => {
  const calls = platform();
  const { address } = await open('create');
  await fillNames();
  expect(calls.find(({ path }) => path.endsWith('/assignable-role'))?.query.get('limit')).toBe('99999');
  await page.getByRole('combobox', { name: 'Account Manager' }).click();
  await expect
    .element(page.getByRole('option', { name: /Owner/ }).getByText(/permissions that you do not have/))
    .toBeVisible();
  await page.getByRole('option', { name: 'User administrator' }).click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect.poll(address).toBe(`${PLACE}/${ID}`);
  expect(sent(calls, 'POST')).toEqual([
    {
      first_name: 'Ida',
      last_name: 'Noor',
      user_name: 'ida',
      email: 'ida@nowhere.example',
      phone: '',
      locale: 'en_US',
      access_scope: 'account',
      primary_account_id: ACCOUNT,
      account_ids: [],
      role_ids: [roleId(2)],
    },
  ]);
});

test('[S-181 S-182 S-184 S-303] what is wrong stands under its field, a taken name as it is typed', async () => {
  const calls = platform();
  await open('create');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect.element(userName).toHaveAccessibleDescription(/Enter a user name/);
  await userEvent.fill(userName, 'a b');
  await expect.element(userName).toHaveAccessibleDescription(/only/);
  await userEvent.fill(userName, 'ada');
  await expect.element(userName).toHaveAccessibleDescription(/This user name is taken/);
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'a@b.c');
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
  expect(sent(calls, 'POST')).toEqual([]);
});

test('without user roles nobody is asked for them, and those there are stay', async () => {
  const calls = platform();
  await open('edit', { roles: false });
  await expect.element(userName).toHaveValue('ida');
  await expect.element(page.getByRole('combobox', { name: 'Account Manager' })).not.toBeInTheDocument();
  await userEvent.fill(page.getByRole('textbox', { name: 'Last name' }), 'Noor-Lind');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => sent(calls, 'PUT')).toHaveLength(1);
  expect(sent(calls, 'PUT')[0]).not.toHaveProperty('role_ids');
});

test('[S-049] the roles alone are edited; before saving it says what the person gains and loses', async () => {
  const calls = platform();
  const { address } = await open('role-edit');
  const panel = page.getByRole('region', { name: 'What changes for Ida Noor' });
  await expect.poll(() => panel.element().textContent).toContain('Change the roles to see');
  await expect.element(userName).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Account Manager' }).click();
  await page.getByRole('option', { name: 'User administrator' }).click();
  await expect.poll(() => panel.element().textContent).toContain('Gains');
  expect(panel.element().textContent).toContain('Loses');
  expect(panel.element().textContent).toContain('View the audit log');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(address).toBe(`${PLACE}/${ID}`);
  expect(sent(calls, 'PUT')).toEqual([
    {
      first_name: 'Ida',
      last_name: 'Noor',
      user_name: 'ida',
      email: 'ida@nowhere.example',
      phone: '',
      locale: 'en_US',
      role_ids: [roleId(1), roleId(2)],
    },
  ]);
  expect(calls.find(({ method }) => method === 'PUT')?.query.get('version')).toBe('3');
});

test('effects of a former choice are not shown as those of the present one', async () => {
  const { wait, release } = held();
  const preview = (body: unknown) =>
    JSON.stringify(body).includes(roleId(1)) ? { gains: [], loses: [] } : wait.then(() => EFFECTS);
  platform({}, preview);
  await open('role-edit');
  const panel = page.getByRole('region', { name: 'What changes for Ida Noor' });
  const shown = () => panel.element().querySelector('[aria-live]');
  await page.getByRole('combobox', { name: 'Account Manager' }).click();
  await page.getByRole('option', { name: 'User administrator' }).click();
  await expect.poll(() => panel.element().textContent).toContain('No permission is gained or lost.');
  await expect.poll(() => shown()?.getAttribute('aria-busy')).not.toBe('true');
  await page.getByRole('option', { name: 'Auditor' }).click();
  // From the click on, before it is asked.
  expect(shown()?.getAttribute('aria-busy')).toBe('true');
  await expect.poll(() => getComputedStyle(shown() ?? document.body).opacity).toBe('0.6');
  expect(shown()?.getAttribute('aria-busy')).toBe('true');
  release();
  await expect.poll(() => panel.element().textContent).toContain('Loses');
  expect(shown()?.getAttribute('aria-busy')).toBe('false');
});

test('[S-315] the own position is not asked for, and the page of the own roles says why', async () => {
  platform({ why_not: { edit: null, govern: { status: 'YOURSELF' }, help: null } });
  await open('edit');
  await expect.element(userName).toHaveValue('ida');
  await expect.element(page.getByRole('combobox', { name: 'Account Manager' })).not.toBeInTheDocument();
  await open('role-edit');
  await expect.element(page.getByText(/You can’t do this to yourself/)).toBeVisible();
});

test('what somebody else saved meanwhile is said in words: theirs, and what was there before', async () => {
  const params = { by: 'Bo', named: 'yes', at: '2026-11-21 12:00:00' };
  const theirs = { ...PERSON, access_scope: 'partner', locale: 'de_DE', version: 4 };
  let saved = false;
  answerWith(({ method, path }) => {
    if (path.endsWith('/assignable-role')) return { items: ROLES, total: ROLES.length };
    if (path.endsWith('/find')) return { exists: false };
    if (path.endsWith('/preview')) return EFFECTS;
    if (method === 'GET') return path.endsWith(`/user/${ID}`) ? (saved ? theirs : PERSON) : undefined;
    saved = true;
    return Response.json({ error: { status: 'CHANGED_MEANWHILE', message: '', params } }, { status: 409 });
  });
  await renderPart(<AdministratorEditPage />, {
    as: { scope: 'system', permissions: ['manage_account_user', 'manage_partner_user'], accounts: ['Signet platform'] },
    at: `/account/access/administrators/${ID}/edit`,
    pages: ['/account/access/administrators/$id/edit'],
  });
  await page.getByLabelText('First name').fill('Adeline');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Access scope: Account scope became Partner scope.')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Partner scope' })).toBeChecked();
});

test('accounts that somebody else took away or gave meanwhile are told by their names', async () => {
  const names: Record<string, string> = { [ACCOUNT]: 'Nordmark Landesbank', [SECOND]: 'Orsini Custody' };
  const accounts = (...ids: string[]) => ids.map((id) => ({ id, name: names[id] ?? '' }));
  const params = { by: 'Bo', named: 'yes', at: '2026-11-21 12:00:00' };
  let now: Administrator = { ...PERSON, accounts: accounts(ACCOUNT, SECOND) };
  answerWith(({ method, path, query }) => {
    if (path.endsWith('/assignable-role')) return { items: ROLES, total: ROLES.length };
    if (path.endsWith('/find')) return { exists: false };
    if (path.endsWith('/preview')) return EFFECTS;
    if (path.endsWith('/customer')) return { items: accounts(query.get('friendly_identifier') ?? ''), total: 1 };
    if (method === 'GET') return path.endsWith(`/user/${ID}`) ? now : undefined;
    now = { ...now, accounts: accounts(ACCOUNT), version: 4 };
    return Response.json({ error: { status: 'CHANGED_MEANWHILE', message: '', params } }, { status: 409 });
  });
  await renderPart(<AdministratorEditPage />, {
    as: { scope: 'system', permissions: ['manage_account_user', 'view_account'], accounts: [] },
    at: `/account/access/administrators/${ID}/edit`,
    pages: ['/account/access/administrators/$id/edit'],
  });
  await page.getByLabelText('First name').fill('Adeline');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const told = 'Accounts: Nordmark Landesbank, Orsini Custody became Nordmark Landesbank.';
  await expect.element(page.getByText(told)).toBeVisible();
});

test('roles that can’t be read are not an empty choice: it says so, and they are read again', async () => {
  let isDown = true;
  answerWith(({ path }) => {
    if (!path.endsWith('/assignable-role')) return path.endsWith(`/user/${ID}`) ? PERSON : undefined;
    if (isDown) return Response.json({ error: { status: 'FORBIDDEN', message: '' } }, { status: 403 });
    return { items: ROLES, total: ROLES.length };
  });
  await open('role-edit');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect.element(page.getByRole('combobox', { name: 'Account Manager' })).toBeVisible();
});

const OF_TWO: Person = { ...AS, accounts: ['Nordmark Landesbank', 'Orsini Custody'] };

test('[S-045] who has several accounts makes somebody for the one whose page led here', async () => {
  const calls = platform();
  const { address } = await open('create', { as: OF_TWO, query: `?account=${SECOND}` });
  await fillNames();
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect.poll(address).toBe(`${PLACE}/${ID}`);
  expect(sent(calls, 'POST')).toEqual([expect.objectContaining({ primary_account_id: SECOND, account_ids: [] })]);
});

test('[S-047] who has several accounts can’t leave somebody without one', async () => {
  const calls = platform();
  await open('edit', { as: OF_TWO });
  const accounts = page.getByRole('combobox', { name: 'Accounts' });
  await expect.element(accounts).toBeVisible();
  accounts.element().focus();
  await userEvent.keyboard('{Backspace}');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(accounts).toBeInvalid();
  expect(sent(calls, 'PUT')).toEqual([]);
});

test('[S-045] a partner who sees no accounts makes people of the own one, which the server takes', async () => {
  const calls = platform();
  const as: Person = { scope: 'partner', permissions: ['manage_account_user'], accounts: ['Umbra Trust'] };
  const { address } = await open('create', { as });
  await fillNames();
  await expect.element(page.getByRole('textbox', { name: 'Accounts' })).toHaveValue('Umbra Trust');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect.poll(address).toBe(`${PLACE}/${ID}`);
  expect(sent(calls, 'POST')).toEqual([expect.not.objectContaining({ primary_account_id: expect.anything() })]);
});

test('[S-045] in system scope without accounts to choose from, people of system scope alone are made', async () => {
  const calls = platform();
  const permissions = ['manage_account_user', 'manage_system_user'] as const;
  const { address } = await open('create', { as: { scope: 'system', permissions, accounts: [] } });
  await fillNames();
  const accounts = page.getByRole('textbox', { name: 'Accounts' });
  await expect.element(accounts).toHaveAccessibleDescription(/needs the permission “View accounts”/);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect.element(accounts).toBeInvalid();
  expect(sent(calls, 'POST')).toEqual([]);
  await page.getByRole('radio', { name: 'System scope' }).click();
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect.poll(address).toBe(`${PLACE}/${ID}`);
});

test('[S-310] another address for somebody who is invited says that the invitation goes there', async () => {
  platform({ status: 'invited', verified: false, email: 'wrong@nowhere.example' });
  await open('edit');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('WRONG@nowhere.example');
  await expect.element(email).not.toHaveAccessibleDescription(/invitation/);
  await email.fill('right@nowhere.example');
  await expect.element(email).toHaveAccessibleDescription(/sent to wrong@nowhere.example works no more/);
});

test('[S-277 S-278] who changes the own language here reads it at once', async () => {
  onTestFinished(() => activateLanguage('en_US'));
  const OWN = '00000000-0000-4000-8000-000000000001';
  answerWith(({ method, path }) => {
    if (path.endsWith('/find')) return { exists: false };
    if (path.endsWith('/assignable-role')) return { items: [], total: 0 };
    const mine = { ...PERSON, id: OWN, why_not: { edit: null, govern: { status: 'YOURSELF' }, help: null } };
    return path.endsWith(`/user/${OWN}`) ? { ...mine, ...(method === 'PUT' ? { locale: 'de_DE' } : {}) } : undefined;
  });
  await renderPart(<AdministratorEditPage />, {
    as: AS,
    at: `${PLACE}/${OWN}/edit`,
    pages: ['account/access/administrators/$id/edit'],
  });
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('de_DE');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => document.documentElement.lang).toBe('de-DE');
});
