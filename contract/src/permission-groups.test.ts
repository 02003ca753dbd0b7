import { expect, test } from 'vitest';
import { impliedBy, permissionGroups } from './permission-groups.ts';
import { PERMISSIONS } from './viewer.ts';

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
