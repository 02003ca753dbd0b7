import { replaceEqualDeep } from '@tanstack/react-query';
import { NO_LACK, whatLacks } from '@signet/contract/access';
import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { permissionsIn } from './permissions.ts';

const holding = (...permissions: Permission[]) => ({
  permissions: permissionsIn({ permissions }),
  scope: 'system' as const,
  features: { AM_enable_user_roles: true },
});
test('[S-219] a page needs all of its permissions', () => {
  const access = { all: ['view_user', 'manage_system_user'] } as const;
  expect(whatLacks(access, holding('view_user'))?.permissions).toEqual(['manage_system_user']);
  expect(whatLacks(access, holding('view_user', 'manage_system_user'))).toBeNull();
});

test('one of `any` is enough, none names them all', () => {
  const access = { any: ['view_account', 'manage_account'] } as const;
  expect(whatLacks(access, holding('manage_account'))).toBeNull();
  expect(whatLacks(access, holding('view_user'))).toEqual({ ...NO_LACK, anyOf: ['view_account', 'manage_account'] });
});

test('[S-224] a scope or a feature that is missing closes the page whatever the permissions', () => {
  expect(whatLacks({ scopes: ['partner'] }, holding('manage_account'))).toEqual({ ...NO_LACK, scopes: ['partner'] });
  expect(whatLacks({ feature: 'AM_enable_account_migration' }, holding())).toEqual({
    ...NO_LACK,
    feature: 'AM_enable_account_migration',
  });
  expect(whatLacks({ feature: 'AM_enable_user_roles' }, holding())).toBeNull();
});

test('[S-157] permissions that are deep-equal to those at hand keep the same reference; changed ones do not', () => {
  const first = { permissions: ['view_account', 'view_user'] };
  const same = replaceEqualDeep(first, { permissions: ['view_account', 'view_user'] });
  expect(permissionsIn(same)).toBe(permissionsIn(first));
  const other = replaceEqualDeep(first, { permissions: ['view_account'] });
  expect(permissionsIn(other)).not.toBe(permissionsIn(first));
  expect(permissionsIn(other).has('view_user')).toBe(false);
});

test('[S-222] every permission name is one of its own', () => {
  expect([...permissionsIn({ permissions: ['manage_user_role'] })]).toEqual(['manage_user_role']);
});
