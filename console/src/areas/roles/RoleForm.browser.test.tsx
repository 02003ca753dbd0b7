/** The form of a role: what can be chosen and what can’t, a name that is taken, who gains and who loses. */
import type { Role } from '@signet/contract/areas/roles';
import { permissionGroups } from '@signet/contract/permission-groups';
import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useApi } from '../../api/query.ts';
import { chooseAccount } from '../../shell/account/account-name.ts';
import { answerWith, held, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import RoleClonePage from './RoleClonePage.tsx';
import RoleCreatePage from './RoleCreatePage.tsx';
import RoleEditPage from './RoleEditPage.tsx';

const ID = '00000000-0000-4000-8000-000000000300';
const OWN: Permission[] = ['manage_user_role', 'view_certificate', 'view_seat', 'view_enrollment', 'manage_enrollment'];

const ROLE: Role = {
  id: ID,
  app_code: 'ca_manager',
  name: 'Branch issuer',
  description: '',
  icon: null,
  account_id: '00000000-0000-4000-8000-000000000100',
  account_name: 'Nordmark Landesbank',
  predefined: false,
  permissions: ['view_seat', 'view_certificate', 'revoke_certificate'],
  archived_at: null,
  version: 3,
  updated_at: '2026-11-21 12:00:00',
  updated_by_name: null,
  users: 4,
  users_exact: true,
  reach: 'account',
  cloned_from: null,
  abilities: { edit: true, archive: true, delete: false, clone: true },
  why_not: { edit: null, delete: null },
};

type Options = {
  role?: Partial<Role>;
  effects?: unknown;
  preview?: (body: unknown) => unknown;
  save?: () => unknown;
  taken?: string;
};

/** Answers as the platform would for somebody who holds OWN alone; answers the calls that were made. */
function platform({ role = {}, effects, preview, save, taken }: Options = {}): Asked[] {
  return answerWith(({ method, path, query, body }) => {
    if (path.endsWith('/permissiongroup')) {
      const app = query.get('application_id') === 'device_manager' ? 'device_manager' : 'ca_manager';
      const items = permissionGroups(app, 'account').map((group) => ({
        ...group,
        permissions: group.permissions.map((name) => ({
          name,
          why_not: OWN.includes(name) ? null : { status: 'ABOVE_OWN_RIGHTS', params: { permission: name } },
        })),
      }));
      return { items, total: items.length };
    }
    if (path.endsWith('/role/unique')) return { unique: query.get('name') !== taken };
    if (path.endsWith('/preview')) return preview ? preview(body) : effects;
    if (method === 'POST' || method === 'PUT') return save?.() ?? { ...ROLE, ...(body as object) };
    return path.endsWith(`/role/${ID}`) ? { ...ROLE, ...role } : undefined;
  });
}

const AS = { scope: 'account', permissions: OWN, accounts: ['Nordmark Landesbank'] } as const;
const PLACE = '/account/access/manage-user-roles';
const sent = (calls: readonly Asked[], method: string) =>
  calls.filter((call) => call.method === method && !call.path.endsWith('/preview')).map(({ body }) => body);
const box = (name: string) => page.getByRole('checkbox', { name });
const nameField = page.getByRole('textbox', { name: 'Name' });
const create = page.getByRole('button', { name: 'Create role' });

async function open(part: 'create' | 'edit' | 'clone', options: Options = {}) {
  const calls = platform(options);
  const route = { create: 'create-role', edit: `edit-role/${ID}`, clone: `clone-role/${ID}` }[part];
  const pages = { create: <RoleCreatePage />, edit: <RoleEditPage />, clone: <RoleClonePage /> };
  const { address } = await renderPart(pages[part], {
    as: AS,
    at: `${PLACE}/${route}`,
    pages: ['account/access/manage-user-roles/edit-role/$id', 'account/access/manage-user-roles/clone-role/$id'],
  });
  return { calls, address };
}

test('[S-065 S-239] offers the groups of the application; what one does not hold is off, and says why', async () => {
  const { calls } = await open('create');
  await page.getByRole('combobox', { name: 'Application' }).selectOptions('CA Manager');
  await expect.element(box('View certificates')).toBeEnabled();
  // The keyboard comes to it, hears why, and does not tick it.
  await expect.element(box('Revoke certificates')).toHaveAttribute('aria-disabled', 'true');
  box('Revoke certificates').element().focus();
  await expect.element(box('Revoke certificates')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(box('Revoke certificates')).not.toBeChecked();
  await expect.element(box('Revoke certificates')).toHaveAccessibleDescription('You do not hold this yourself.');
  await expect.element(page.getByText(/^You can neither give nor take away permissions/)).toBeVisible();
  await userEvent.click(create);
  await expect
    .element(page.getByRole('group', { name: 'Permissions' }))
    .toHaveAccessibleDescription(/Choose at least one permission/);
  await expect.element(nameField).toHaveAccessibleDescription(/Fill in/);
  expect(sent(calls, 'POST')).toEqual([]);
  await userEvent.fill(nameField, 'Reader');
  await userEvent.click(box('View certificates'));
  await userEvent.click(box('View enrollments'));
  await userEvent.click(create);
  await expect
    .poll(() => sent(calls, 'POST'))
    .toEqual([
      {
        app_code: 'ca_manager',
        account_id: '00000000-0000-4000-8000-000000000100',
        name: 'Reader',
        description: '',
        permissions: ['view_enrollment', 'view_certificate'],
      },
    ]);
});

test('who changes something sees it: the permission comes with the other, stays with it, and says so', async () => {
  const { calls } = await open('create');
  await page.getByRole('combobox', { name: 'Application' }).selectOptions('CA Manager');
  await userEvent.click(box('Manage enrollments'));
  await expect.element(box('View enrollments')).toBeChecked();
  await expect.element(box('View enrollments')).toHaveAttribute('aria-disabled', 'true');
  box('View enrollments').element().focus();
  await userEvent.keyboard(' ');
  await expect.element(box('View enrollments')).toBeChecked();
  await expect.element(box('View enrollments')).toHaveAccessibleDescription('Comes with “Manage enrollments”.');
  await userEvent.fill(nameField, 'Issuer');
  await userEvent.click(create);
  await expect
    .poll(() => sent(calls, 'POST'))
    .toEqual([expect.objectContaining({ permissions: ['view_enrollment', 'manage_enrollment'] })]);
});

test('what came with another permission is free again once that is taken away', async () => {
  await open('create');
  await page.getByRole('combobox', { name: 'Application' }).selectOptions('CA Manager');
  await userEvent.click(box('Manage enrollments'));
  await userEvent.click(box('Manage enrollments'));
  await expect.element(box('View enrollments')).toBeChecked();
  await userEvent.click(box('View enrollments'));
  await expect.element(box('View enrollments')).not.toBeChecked();
});

test('what another application does not offer is not sent with it', async () => {
  const { calls } = await open('create');
  await page.getByRole('combobox', { name: 'Application' }).selectOptions('CA Manager');
  await userEvent.click(box('View seats'));
  await userEvent.click(box('View certificates'));
  await page.getByRole('combobox', { name: 'Application' }).selectOptions('IoT Device Manager');
  await expect.element(box('View seats')).not.toBeInTheDocument();
  await userEvent.fill(nameField, 'Reader');
  await userEvent.click(create);
  await expect
    .poll(() => sent(calls, 'POST'))
    .toEqual([expect.objectContaining({ app_code: 'device_manager', permissions: ['view_certificate'] })]);
});

test('[S-236 S-287] says while it is typed that a name is taken in the application and account', async () => {
  const { calls } = await open('create', { taken: 'Branch issuer' });
  await userEvent.fill(nameField, 'Branch issuer');
  await expect.element(nameField).toHaveAccessibleDescription(/already have a role of this name/);
  const { query } = calls.find(({ path }) => path.endsWith('/unique')) ?? {};
  expect([...(query?.keys() ?? [])].toSorted()).toEqual(['account_id', 'application_id', 'name']);
  await userEvent.fill(nameField, 'Branch issuer 2');
  await expect.element(nameField).not.toHaveAttribute('aria-invalid');
});

test('[S-067] a clone begins as its source without what one does not hold, and says so', async () => {
  const { calls } = await open('clone');
  await expect.element(nameField).toHaveValue('Branch issuer copy');
  await expect.element(page.getByText(/One permission of Branch issuer is not taken over/)).toBeVisible();
  await expect.element(box('View seats')).toBeChecked();
  await expect.element(box('Revoke certificates')).not.toBeChecked();
  await userEvent.click(page.getByRole('button', { name: 'Clone role' }));
  await expect
    .poll(() => sent(calls, 'POST'))
    .toEqual([
      expect.objectContaining({
        cloned_from_id: ID,
        permissions: ['view_seat', 'view_certificate'],
        app_code: 'ca_manager',
      }),
    ]);
});

test('the name proposed for a clone is as long as a name may be', async () => {
  await open('clone', { role: { name: 'N'.repeat(255) } });
  await expect.element(nameField).toHaveValue(`${'N'.repeat(250)} copy`);
});

const person = (n: number, name: string) => ({
  id: `00000000-0000-4000-8000-00000000040${n}`,
  name,
  service_user: false,
});

test('before it is saved it says by name who gains and who loses, and keeps what one may not touch', async () => {
  const { calls, address } = await open('edit', {
    effects: {
      holders: 6,
      exact: true,
      gaining: 5,
      losing: 0,
      items: [
        {
          permission: 'view_enrollment',
          effect: 'gain',
          changed: {
            total: 5,
            people: [person(1, 'Ida Noor'), person(2, 'Ole Noor'), person(3, 'Una Noor'), person(4, 'Eva Noor')],
          },
          unchanged: { total: 1, people: [person(5, 'Jon Noor')] },
          own: true,
        },
      ],
      why_not: null,
    },
  });
  const panel = page.getByRole('region', { name: 'Who gains, who loses' });
  await expect.poll(() => panel.element().textContent).toContain('Change a permission to see who gains or loses it.');
  // It stays, although the person may not give it.
  await expect.element(box('Revoke certificates')).toBeChecked();
  await userEvent.click(box('View enrollments'));
  await expect.element(box('View enrollments')).toHaveAccessibleDescription('Added');
  await expect.poll(() => panel.element().textContent).toContain('5 gain, nobody loses. Counted over all 6 users');
  await expect.poll(() => panel.element().textContent).toContain('Ida Noor, Ole Noor, Una Noor and 2 more');
  await expect.poll(() => panel.element().textContent).toContain('Jon Noor has it already, through another role');
  await expect.poll(() => panel.element().textContent).toContain('You gain it too.');
  await userEvent.click(panel.getByRole('button', { name: 'and 2 more' }));
  await expect.poll(() => panel.element().textContent).toContain('Ida Noor, Ole Noor, Una Noor, Eva Noor and 1 more');
  expect(calls.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body)).toEqual([
    { permissions: ['view_seat', 'view_enrollment', 'view_certificate', 'revoke_certificate'] },
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Save changes' }));
  await expect.poll(address).toBe(`${PLACE}/role-detail/${ID}`);
  expect(sent(calls, 'PUT')).toEqual([
    {
      name: 'Branch issuer',
      description: '',
      permissions: ['view_seat', 'view_enrollment', 'view_certificate', 'revoke_certificate'],
    },
  ]);
  expect(calls.find(({ method }) => method === 'PUT')?.query.get('version')).toBe('3');
});

test('whose it is elsewhere too is said before it is saved', async () => {
  const whyNot = { status: 'ROLE_HELD_ELSEWHERE', params: { count: 2 } };
  await open('edit', { effects: { holders: 6, exact: true, gaining: 5, losing: 0, items: [], why_not: whyNot } });
  const panel = page.getByRole('region', { name: 'Who gains, who loses' });
  await userEvent.click(box('View enrollments'));
  await expect.poll(() => panel.element().textContent).toContain('2 users who are above your scope');
});

test('effects of a former choice are not shown as those of the present one', async () => {
  const { wait, release } = held();
  const none = { holders: 6, exact: true, gaining: 0, losing: 0, items: [], why_not: null };
  const preview = (body: unknown) =>
    JSON.stringify(body).includes('view_seat') ? none : wait.then(() => ({ ...none, losing: 5 }));
  await open('edit', { preview });
  const panel = page.getByRole('region', { name: 'Who gains, who loses' });
  const shown = () => panel.element().querySelector('[aria-live]');
  await userEvent.click(box('View enrollments'));
  await expect.poll(() => panel.element().textContent).toContain('nobody loses');
  await expect.poll(() => shown()?.getAttribute('aria-busy')).not.toBe('true');
  await userEvent.click(box('View seats'));
  // From the click on, before it is asked.
  expect(shown()?.getAttribute('aria-busy')).toBe('true');
  await expect.poll(() => getComputedStyle(shown() ?? document.body).opacity).toBe('0.6');
  expect(shown()?.getAttribute('aria-busy')).toBe('true');
  release();
  await expect.poll(() => panel.element().textContent).toContain('5 lose');
  expect(shown()?.getAttribute('aria-busy')).toBe('false');
  await expect.poll(() => getComputedStyle(shown() ?? document.body).opacity).toBe('1');
});

test('[S-066] a refusal of the server stands under the permissions', async () => {
  await open('edit', {
    effects: { holders: 0, exact: true, gaining: 0, losing: 0, items: [], why_not: null },
    save: () =>
      Response.json(
        {
          error: {
            status: 'ABOVE_OWN_RIGHTS',
            message: '',
            fields: { permissions: { status: 'ABOVE_OWN_RIGHTS', message: '', params: { permission: 'view_seat' } } },
          },
        },
        { status: 403 },
      ),
  });
  await userEvent.click(box('View seats'));
  await expect.element(page.getByText(/Nobody has this role yet/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Save changes' }));
  await expect
    .element(page.getByRole('group', { name: 'Permissions' }))
    .toHaveAccessibleDescription(/such as “View seats”/);
});

test('a role that comes with the platform is not edited: the page says why, and leads to a clone', async () => {
  await open('edit', {
    role: { predefined: true, why_not: { edit: { status: 'ROLE_PREDEFINED' }, delete: { status: 'ROLE_PREDEFINED' } } },
  });
  await expect.element(page.getByText(/This role comes with the platform/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Clone role' }))
    .toHaveAttribute('href', `${PLACE}/clone-role/${ID}`);
  await expect.element(nameField).not.toBeInTheDocument();
});

test('effects that can’t be read say so, and the role can be saved all the same', async () => {
  await open('edit', { effects: problem('INTERNAL', 500) });
  await userEvent.click(box('View seats'));
  await expect.element(page.getByText(/Who gains and who loses could not be read/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save changes' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('in a narrow form no word of a permission leaves its box', async () => {
  platform();
  // German has the longer words, and the form is as wide as beside the navigation of a small window.
  const at = `${PLACE}/create-role`;
  await renderPart(<RoleCreatePage />, { as: AS, at, locale: 'de_DE', width: 412 + 240 });
  document.getElementById('main')?.style.setProperty('width', '412px');
  await expect.element(page.getByRole('checkbox', { name: 'Kontobenutzer verwalten' })).toBeVisible();
  const labels = [...document.querySelectorAll<HTMLElement>('fieldset label, form label')];
  const edge = document.getElementById('main')?.getBoundingClientRect().right ?? 0;
  expect(
    labels.filter((label) => label.getBoundingClientRect().right > edge - 14).map((one) => one.textContent),
  ).toEqual([]);
});

function PermissionsBefore() {
  const { data } = useApi('GET /account/ui-api/v1/role/{id}', { params: { id: ID } });
  return <p>{data?.permissions.join(', ')}</p>;
}

test('[S-067] a clone begins with what the role holds by now, whatever was read of it before', async () => {
  const role: Partial<Role> = {};
  platform({ role });
  const clone = `${PLACE}/clone-role/$id`;
  const { go } = await renderPart(<PermissionsBefore />, {
    as: AS,
    elsewhere: { [clone]: { part: <RoleClonePage />, arrives: Promise.resolve() } },
  });
  await expect.element(page.getByText(ROLE.permissions.join(', '))).toBeVisible();
  role.permissions = ['view_seat'];
  go(clone.replace('$id', ID));
  await expect.element(box('View seats')).toBeChecked();
  await expect.element(box('View certificates')).not.toBeChecked();
});

test('[S-065] in system scope it says what a role without an account is, and who will see it', async () => {
  const calls = platform();
  const as = { ...AS, scope: 'system', permissions: [...OWN, 'view_account'] } as const;
  await renderPart(<RoleCreatePage />, { as, at: PLACE });
  const account = page.getByRole('combobox', { name: 'Account (optional)' });
  await expect.element(account).toHaveAttribute('placeholder', 'The platform');
  await expect.element(account).toHaveAccessibleDescription(/only people of system scope see the role and give it/);
  await page.getByRole('combobox', { name: 'Application' }).selectOptions('CA Manager');
  await userEvent.fill(nameField, 'Issuer');
  await userEvent.click(box('View seats'));
  await userEvent.click(create);
  await expect
    .poll(() => sent(calls, 'POST'))
    .toEqual([expect.not.objectContaining({ account_id: expect.anything() })]);
});

test('[S-065] who has several accounts and may not look at accounts reads whose the role will be', async () => {
  platform();
  const as = { ...AS, accounts: ['Nordmark Landesbank', 'Orsini Custody'] };
  chooseAccount('00000000-0000-4000-8000-000000000100');
  await renderPart(<RoleCreatePage />, { as, at: PLACE });
  const account = page.getByRole('textbox', { name: 'Account' });
  await expect.element(account).toHaveValue('Nordmark Landesbank');
  chooseAccount('00000000-0000-4000-8000-000000000101');
  await page.getByRole('textbox', { name: 'Name' }).fill('Issuer');
  await expect.element(account).toHaveValue('Nordmark Landesbank');
});
