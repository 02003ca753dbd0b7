import { expect, test } from 'vitest';
import { impliedBy, inGroups, permissionGroups } from './permission-groups.ts';
import { APP_CODES, PERMISSIONS } from './viewer.ts';

test('what changes something brings what lets see it, and nothing else', () => {
  expect(impliedBy('manage_account')).toEqual(['view_account']);
  expect(impliedBy('manage_system_user')).toEqual(['view_user']);
  expect(impliedBy('revoke_certificate')).toEqual(['view_certificate']);
  expect(impliedBy('manage_ca_manager_license')).toEqual(['view_ca_manager_license']);
  expect(impliedBy('manage_system_settings')).toEqual([]);
  expect(impliedBy('view_account')).toEqual([]);
});

test('what a permission brings stands in its group, so that whoever chooses one finds the other beside it', () => {
  for (const group of permissionGroups('account_manager', 'system'))
    for (const permission of group.permissions)
      expect(group.permissions, permission).toEqual(expect.arrayContaining(impliedBy(permission)));
  for (const permission of PERMISSIONS)
    for (const implied of impliedBy(permission)) expect(impliedBy(implied)).toEqual([]);
});

test('permissions stand in their groups in the order of the navigation, each once, whatever order they come in', () => {
  expect(inGroups(['manage_seat', 'view_user', 'view_seat', 'view_account', 'of_nobody'])).toEqual([
    { name: 'account', permissions: ['view_account'] },
    { name: 'user', permissions: ['view_user'] },
    { name: 'seat', permissions: ['view_seat', 'manage_seat'] },
  ]);
  expect(
    inGroups(PERMISSIONS)
      .flatMap(({ permissions }) => permissions)
      .toSorted(),
  ).toEqual(PERMISSIONS.toSorted());
  expect(inGroups([])).toEqual([]);
});

test('what an application’s roles come to stands as it is chosen for them; what they can’t hold stands last', () => {
  const held = inGroups(['view_account', 'view_user_role', 'view_ca_manager_license', 'view_seat'], 'ca_manager');
  expect(held.map(({ name }) => name)).toEqual(['seat', 'ca_manager_license', 'account', 'user_role']);
  for (const app of APP_CODES) {
    const chosen = permissionGroups(app, 'system').map(({ name }) => name);
    expect(
      inGroups(PERMISSIONS, app)
        .map(({ name }) => name)
        .slice(0, chosen.length),
    ).toEqual(chosen);
  }
});
