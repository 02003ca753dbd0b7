/** Two roles side by side, and what can be done to a role on its page. */
import type { Role } from '@signet/contract/areas/roles';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import RoleComparePage from './RoleComparePage.tsx';
import RolePage from './RolePage.tsx';

const idOf = (n: number): string => `00000000-0000-4000-8000-00000000030${n}`;
const role = (n: number, name: string, permissions: Role['permissions'], more: Partial<Role> = {}): Role => ({
  id: idOf(n),
  app_code: 'ca_manager',
  name,
  description: '',
  icon: null,
  account_id: '00000000-0000-4000-8000-000000000100',
  account_name: 'Nordmark Landesbank',
  predefined: false,
  permissions,
  archived_at: null,
  version: 1,
  updated_at: '2026-11-21 12:00:00',
  updated_by_name: null,
  users: 0,
  users_exact: true,
  reach: 'account',
  cloned_from: null,
  abilities: { edit: true, archive: true, delete: true, clone: true },
  why_not: { edit: null, delete: null },
  ...more,
});
const ISSUER = role(1, 'Branch issuer', ['view_seat', 'manage_enrollment', 'view_certificate']);
const READER = role(2, 'Branch reader', ['view_seat', 'view_certificate']);
const AUDITOR = role(3, 'Auditor', ['view_seat'], { predefined: true, account_id: null, account_name: null });

const platform = (roles: readonly Role[]) =>
  answerWith(({ method, path, body }) => {
    if (path.endsWith('/role')) return { items: roles, total: roles.length, total_exact: true, offset: 0, limit: 50 };
    const one = roles.find(({ id }) => path.includes(id));
    if (method === 'PUT')
      return { ...one, archived_at: (body as { archived: boolean }).archived ? '2026-11-22 08:00:00' : null };
    if (method === 'DELETE') return null;
    return path.endsWith('/users') ? { items: [], total: 0, total_exact: true, offset: 0, limit: 20 } : one;
  });

const PLACE = '/account/access/manage-user-roles';
const rows = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((head) => head.textContent);

test('what one role has and the other lacks stands side by side, at an address that names both', async () => {
  platform([ISSUER, READER, AUDITOR]);
  const { address } = await renderPart(<RoleComparePage />, {
    at: `${PLACE}/compare?left=${ISSUER.id}&right=${READER.id}`,
    pages: ['account/access/manage-user-roles/compare'],
  });
  await expect.element(page.getByText('They differ in one permission.')).toBeVisible();
  expect(rows()).toEqual(['Enrollments', 'Manage enrollments']);
  const cells = page.getByRole('row').filter({ hasText: 'Manage enrollments' }).getByRole('cell');
  expect(cells.elements().map((cell) => cell.textContent)).toEqual(['Has it', 'Lacks it']);
  await userEvent.click(page.getByText('All permissions'));
  await expect.poll(rows).toContain('View seats');
  await userEvent.click(page.getByRole('combobox', { name: 'Compared with' }));
  await userEvent.click(page.getByRole('option', { name: /^Auditor/ }));
  await expect.element(page.getByText('They differ in 2 permissions.')).toBeVisible();
  expect(address()).toBe(`${PLACE}/compare?left=${ISSUER.id}&right=${AUDITOR.id}`);
});

test('a role that is not there says so', async () => {
  platform([ISSUER]);
  await renderPart(<RoleComparePage />, {
    at: `${PLACE}/compare?left=${ISSUER.id}&right=${READER.id}`,
    pages: ['account/access/manage-user-roles/compare'],
  });
  await expect.element(page.getByRole('alert')).toBeVisible();
});

async function openPage(one: Role) {
  const calls = platform([one]);
  const rolePage = (
    <main id="main">
      <RolePage sections={[]} panels={[]} />
    </main>
  );
  await renderPart(rolePage, {
    at: `${PLACE}/role-detail/${one.id}`,
    pages: ['account/access/manage-user-roles/role-detail/$id'],
  });
  await userEvent.click(page.getByRole('button', { name: `Actions for ${one.name}` }));
  return calls;
}

test('[S-238] archiving asks first and says that whoever has the role keeps it', async () => {
  const calls = await openPage({ ...ISSUER, users: 2, abilities: { ...ISSUER.abilities, delete: false } });
  await userEvent.click(page.getByRole('menuitem', { name: 'Archive role' }));
  const dialog = page.getByRole('dialog', { name: 'Archive Branch issuer?' });
  await expect.poll(() => dialog.element().textContent).toContain('The 2 users who have it keep it.');
  await userEvent.click(dialog.getByRole('button', { name: 'Archive role' }));
  await expect.poll(() => calls.find(({ method }) => method === 'PUT')?.body).toEqual({ archived: true });
});

test('[S-240] a role in use is not deleted: the entry says how many have it', async () => {
  await openPage({ ...ISSUER, users: 2, abilities: { ...ISSUER.abilities, delete: false } });
  const entry = page.getByRole('menuitem', { name: /^Delete role/ });
  await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => entry.element().textContent).toContain('This role is given to 2 users.');
});

test('[S-284] one that nobody has is deleted once somebody has said so', async () => {
  const calls = await openPage(ISSUER);
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete role' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete role' }));
  await expect.poll(() => calls.some(({ method }) => method === 'DELETE')).toBe(true);
});
