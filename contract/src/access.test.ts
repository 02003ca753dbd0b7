import { describe, expect, test } from 'vitest';
import {
  accessText,
  ACCESS,
  allows,
  IN_SESSION,
  isRefusedToThoseWithoutAccounts,
  SIGNED_IN,
  whatLacks,
  type Access,
  type Holder,
} from './access.ts';
import { PERMISSIONS, type Permission, type Scope } from './viewer.ts';

const holder = (scope: Scope, ...permissions: Permission[]): Holder => ({ scope, permissions: new Set(permissions) });

describe('what is missing is named', () => {
  const access: Access = {
    all: ['view_user', 'manage_user_role'],
    any: ['view_account', 'manage_account'],
    scopes: ['system', 'partner'],
    feature: 'AM_enable_user_roles',
    via: ['session'],
  };

  test('to somebody without anything all of it', () => {
    expect(whatLacks(access, holder('account'))).toEqual({
      permissions: ['view_user', 'manage_user_role'],
      anyOf: ['view_account', 'manage_account'],
      scopes: ['system', 'partner'],
      feature: 'AM_enable_user_roles',
      via: ['session'],
    });
  });

  test('and nothing to somebody with all of it', () => {
    const who: Holder = {
      ...holder('partner', 'view_user', 'manage_user_role', 'manage_account'),
      features: { AM_enable_user_roles: true },
      via: { by: 'session' },
    };
    expect(whatLacks(access, who)).toBeNull();
    expect(whatLacks(access, { ...who, via: { by: 'token' } })).toMatchObject({ via: ['session'], feature: null });
    expect(whatLacks(access, { ...who, features: { AM_enable_user_roles: false } })?.feature).toBe(
      'AM_enable_user_roles',
    );
  });
});

test('a feature or a way to call that is not named counts as missing', () => {
  expect(allows(ACCESS.roles.view, holder('system', 'view_user_role'))).toBe(false);
  expect(allows(IN_SESSION, holder('system'))).toBe(false);
  expect(allows(SIGNED_IN, holder('end_user'))).toBe(true);
});

test.each<[string, Access, Holder, boolean]>([
  ['view_account itself', { all: ['view_account', 'view_license'] }, holder('system', 'view_license'), true],
  [
    'another one beside view_account',
    { all: ['view_account', 'view_license'] },
    holder('system', 'view_account'),
    true,
  ],
  ['view_account and its alternative', ACCESS.accounts.view, holder('account', 'view_license'), true],
  ['one of a page without view_account', ACCESS.accounts.edit, holder('system', 'view_account'), false],
  [
    'no permission, but the scope',
    { all: ['view_account'], scopes: ['system'] },
    holder('account', 'view_account'),
    false,
  ],
])('[S-090] the view for people without accounts, where %s is missing: %#', (_, access, who, expected) => {
  const lack = whatLacks(access, who);
  expect(lack && isRefusedToThoseWithoutAccounts(access, lack)).toBe(expected);
});

test('an access as a text', () => {
  expect(accessText(SIGNED_IN)).toBe('');
  expect(accessText(IN_SESSION)).toBe('a session');
  expect(accessText(ACCESS.roles.view)).toBe(
    'permission view_user_role or manage_user_role, feature AM_enable_user_roles',
  );
  expect(accessText(ACCESS.accounts.edit)).toBe('scope system or partner, permission manage_account');
});

test('[S-222] each permission turns something on, but for those that other products ask for', () => {
  const entries = Object.values(ACCESS).flatMap((area) => Object.values<Access>(area));
  const asked = new Set<string>(entries.flatMap(({ all = [], any = [] }) => [...all, ...any]));
  // What they stand for: docs/decisions/036-roles.md.
  expect(PERMISSIONS.filter((name) => !asked.has(name))).toEqual([
    'view_tenant',
    'manage_tenant',
    'view_licensed_seats',
    'manage_licensed_seats',
  ]);
});
