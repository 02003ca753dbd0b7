import { replaceEqualDeep } from '@tanstack/react-query';
import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { flagsOf, whatLacks } from './permissions.ts';

const has = (...names: Permission[]) => ({
  flags: flagsOf({ permissions: names }),
  scope: 'system' as const,
  features: { AM_enable_user_roles: true },
});

test('[S-219] a page needs all of its permissions', () => {
  expect(whatLacks({ needs: ['view_user', 'manage_system_user'] }, has('view_user'))?.permissions).toEqual([
    'manage_system_user',
  ]);
  expect(whatLacks({ needs: ['view_user', 'manage_system_user'] }, has('view_user', 'manage_system_user'))).toBeNull();
});

test('one of `any` is enough, none names them all', () => {
  expect(whatLacks({ any: ['view_account', 'manage_account'] }, has('manage_account'))).toBeNull();
  expect(whatLacks({ any: ['view_account', 'manage_account'] }, has('view_user'))).toEqual({
    permissions: [],
    anyOf: ['view_account', 'manage_account'],
    scopes: [],
    feature: null,
  });
});

test('[S-224] a scope or a feature that is missing closes the page whatever the permissions', () => {
  expect(whatLacks({ scopes: ['partner'] }, has('manage_account'))).toEqual({
    permissions: [],
    anyOf: [],
    scopes: ['partner'],
    feature: null,
  });
  expect(whatLacks({ feature: 'AM_enable_account_migration' }, has())).toEqual({
    permissions: [],
    anyOf: [],
    scopes: [],
    feature: 'AM_enable_account_migration',
  });
  expect(whatLacks({ feature: 'AM_enable_user_roles' }, has())).toBeNull();
});

test('[S-157] permissions that are deep-equal to those at hand keep the same reference; changed ones do not', () => {
  const first = { permissions: ['view_account', 'view_user'] };
  const same = replaceEqualDeep(first, { permissions: ['view_account', 'view_user'] });
  expect(flagsOf(same)).toBe(flagsOf(first));
  const other = replaceEqualDeep(first, { permissions: ['view_account'] });
  expect(flagsOf(other)).not.toBe(flagsOf(first));
  expect(flagsOf(other).view_user).toBeUndefined();
});

test('[S-222] every permission name is a flag of its own', () => {
  expect(has('manage_user_role').flags).toEqual({ manage_user_role: true });
});
