import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_CODES, NOT_IN_ACCOUNT_SCOPE, PERMISSIONS, SYSTEM_ONLY, type Permission } from '@signet/contract/viewer';
import { createDatabase } from '../testing/database.ts';
import { openDatabase } from './open.ts';
import { PLATFORM_ADMINISTRATOR } from './predefined-roles.ts';

type Role = { id: string; app_code: string; name: string; permissions: string[] };
let roles: Role[] = [];
let close = async (): Promise<void> => undefined;

beforeAll(async () => {
  const database = await createDatabase();
  const opened = openDatabase(database.connection, 2);
  close = async () => {
    await opened.close();
    await database.drop();
  };
  roles = await opened.db
    .selectFrom('role')
    .select(['id', 'app_code', 'name', 'permissions'])
    .where('predefined', '=', true)
    .execute();
});
afterAll(() => close());

const named = (app: string, name: string): Role => {
  const found = roles.find((role) => role.app_code === app && role.name === name);
  if (!found) throw new Error(`There is no role ${app}/${name}.`);
  return found;
};

test('every permission of a predefined role is one of the platform, listed once', () => {
  const known = new Set<string>(PERMISSIONS);
  expect(roles.flatMap((role) => role.permissions.filter((permission) => !known.has(permission)))).toEqual([]);
  for (const { permissions } of roles) expect(new Set(permissions).size).toBe(permissions.length);
});

test('[S-017] the platform administrator holds every permission', () => {
  const administrator = named('account_manager', 'Platform administrator');
  expect(administrator.id).toBe(PLATFORM_ADMINISTRATOR);
  expect(administrator.permissions.toSorted()).toEqual([...PERMISSIONS].toSorted());
});

test('[S-003] every application has its roles, and no other application has any', () => {
  expect([...new Set(roles.map((role) => role.app_code))].toSorted()).toEqual([...APP_CODES].toSorted());
  for (const app of APP_CODES.slice(1)) {
    expect(
      roles
        .filter((role) => role.app_code === app)
        .map((role) => role.name)
        .toSorted(),
    ).toEqual(['Administrator', 'Viewer']);
    expect(named(app, 'Administrator').permissions).toContain(`view_${app}_license`);
  }
});

test('who only looks may change nothing', () => {
  for (const role of roles.filter(({ name }) => name === 'Viewer' || name === 'Auditor')) {
    expect(role.permissions.length).toBeGreaterThan(2);
    expect(role.permissions.filter((permission) => !permission.startsWith('view_'))).toEqual([]);
  }
});

test('roles for partners and accounts hold nothing that means nothing there', () => {
  const outside = (name: string, without: ReadonlySet<Permission>) =>
    named('account_manager', name).permissions.filter((one) => without.has(one as Permission));
  expect(outside('Partner administrator', SYSTEM_ONLY)).toEqual([]);
  expect(outside('Account administrator', NOT_IN_ACCOUNT_SCOPE)).toEqual([]);
  expect(outside('Support', NOT_IN_ACCOUNT_SCOPE)).toEqual([]);
});
