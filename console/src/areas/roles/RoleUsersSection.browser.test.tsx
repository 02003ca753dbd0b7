/** Who has a role: people by their names and user names, service users by their names alone. */
import type { Role, RoleUser } from '@signet/contract/areas/roles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import RoleUsersSection from './RoleUsersSection.tsx';

const ROLE_ID = '00000000-0000-4000-8000-000000000300';
const user = (n: number, name: string, more: Partial<RoleUser>): RoleUser => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  name,
  user_name: name,
  access_scope: 'account',
  service_user: false,
  active: true,
  account_name: 'Nordmark Landesbank',
  ...more,
});

test('of a service user the name is shown, and not the id that stands for a user name', async () => {
  const items = [
    user(1, 'Cleo Marchetti', { user_name: 'cleo' }),
    user(2, 'Build robot', { user_name: '0197a1b2-0000-7000-8000-000000000009', service_user: true }),
  ];
  answerWith(({ path }) => (path.endsWith(`/role/${ROLE_ID}/users`) ? { items, total: 2 } : undefined));
  const sections = [{ id: 'users', title: 'roles.users', Content: RoleUsersSection }] as const;
  const record = { id: ROLE_ID } as Role;
  await renderPart(<DetailSections record={record} sections={sections} />, {
    as: { scope: 'account', permissions: ['view_user_role'], accounts: ['Nordmark Landesbank'] },
    width: 1280,
  });
  const person = page.getByRole('row', { name: /Cleo Marchetti/ });
  await expect.element(person).toHaveTextContent('Cleo MarchetticleoAccount scopeNordmark Landesbank');
  const program = page.getByRole('row', { name: /Build robot/ });
  await expect.element(program).toHaveTextContent('Build robotNoneService userNordmark Landesbank');
});
