import { expect, test } from 'vitest';
import type { Permission, Scope } from '../viewer.ts';
import {
  beyond,
  manageableScopes,
  whyNotGive,
  whyNotGiveAnybody,
  whyNotGovern,
  whyNotHelp,
  whyNotManage,
  type Manager,
} from './person-rules.ts';

const manager = (scope: Scope, ...permissions: Permission[]): Manager => ({
  userId: 'ada',
  scope,
  permissions: new Set(permissions),
});
const person = (access_scope: Scope, ...permissions: Permission[]) => ({
  id: 'cleo',
  in_sight: true,
  access_scope,
  permissions,
});

test.each<[Manager, Scope[]]>([
  [manager('system', 'manage_system_user'), ['system']],
  [manager('system', 'manage_account_user'), ['account', 'end_user']],
  [manager('system', 'manage_partner_user', 'manage_account_user'), ['partner', 'account', 'end_user']],
  [manager('partner', 'manage_partner_user'), ['partner']],
  // A permission that means nothing in the own scope lifts nobody above it.
  [manager('account', 'manage_system_user', 'manage_partner_user', 'manage_account_user'), ['account', 'end_user']],
  [manager('account', 'view_user'), []],
])('[S-314] people of the scopes that somebody has the permission for, none above the own', (who, scopes) => {
  expect(manageableScopes(who)).toEqual(scopes);
});

test('nobody gives what they do not hold, and only what means something in the scope counts', () => {
  const support = manager('account', 'manage_account_user', 'view_user');
  expect(whyNotGive(support, ['view_user'], 'account')).toBeNull();
  expect(whyNotGive(support, ['view_user', 'manage_ca'], 'account')).toEqual({
    status: 'ABOVE_OWN_RIGHTS',
    params: { permission: 'manage_ca' },
  });
  expect(whyNotGive(support, ['manage_system_user'], 'account')).toBeNull();
  expect(beyond(support, ['manage_ca', 'manage_organization', 'view_user'], 'account')).toEqual([
    'manage_ca',
    'manage_organization',
  ]);
  expect(whyNotGive(support, ['manage_ca'], 'end_user')).toBeNull();
});

test('a role is for somebody where one scope that is managed has all of it held; end users prove nothing', () => {
  const support = manager('system', 'manage_account_user', 'view_user');
  expect(whyNotGive(support, ['view_user', 'view_tenant'], 'system')?.status).toBe('ABOVE_OWN_RIGHTS');
  expect(whyNotGiveAnybody(support, ['view_user', 'view_tenant'])).toBeNull();
  expect(whyNotGiveAnybody(support, ['view_tenant', 'manage_ca'])).toEqual({
    status: 'ABOVE_OWN_RIGHTS',
    params: { permission: 'manage_ca' },
  });
  expect(whyNotGiveAnybody(manager('system', 'manage_system_user'), ['view_tenant'])?.status).toBe('ABOVE_OWN_RIGHTS');
  expect(whyNotGiveAnybody(manager('account', 'view_user'), [])).toEqual({ status: 'SCOPE_NOT_MANAGEABLE' });
});

test('a person with more rights is helped, and not changed', () => {
  const support = manager('account', 'manage_account_user');
  expect(whyNotHelp(support, person('account', 'manage_ca'))).toBeNull();
  expect(whyNotManage(support, person('account', 'manage_ca'))?.status).toBe('ABOVE_OWN_RIGHTS');
  expect(whyNotManage(support, person('account', 'manage_account_user'))).toBeNull();
  expect(whyNotManage(support, person('partner'))?.status).toBe('SCOPE_NOT_MANAGEABLE');
  expect(whyNotHelp(support, person('partner'))?.status).toBe('SCOPE_NOT_MANAGEABLE');
});

test('who belongs to accounts out of sight too is helped, and not changed', () => {
  const cleo = manager('account', 'manage_account_user');
  const elsewhere = { ...person('account'), in_sight: false };
  expect(whyNotManage(cleo, elsewhere)).toEqual({ status: 'BELONGS_ELSEWHERE' });
  expect(whyNotGovern(cleo, elsewhere)).toEqual({ status: 'BELONGS_ELSEWHERE' });
  expect(whyNotHelp(cleo, elsewhere)).toBeNull();
});

test('[S-315] nobody governs themselves', () => {
  const ada = manager('system', 'manage_system_user');
  expect(whyNotGovern(ada, { ...person('system'), id: 'ada' })).toEqual({ status: 'YOURSELF' });
  expect(whyNotManage(ada, { ...person('system'), id: 'ada' })).toBeNull();
  expect(whyNotGovern(ada, person('system'))).toBeNull();
});
