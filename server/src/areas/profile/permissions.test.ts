import { describe, expect, test } from 'vitest';
import { ZERO_UUID } from '@signet/contract/limits';
import { PERMISSIONS, permissionsInScope } from '@signet/contract/viewer';
import { seedPeople } from '../../../seed/people.ts';
import { newId } from '../../ids.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';

const PERMISSION = '/account/ui-api/v1/permission';
const GIVERS = '/account/ui-api/v1/permission/administrators';

let app: TestApp;
onePlatform((given) => (app = given));

const idOf = (person: string): string => app.userIds.get(person) ?? '';
const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';

describe('[S-222 S-273] permissions', () => {
  const permissionsOf = async (person: Name, query = ''): Promise<string[]> =>
    (await app.call(person, 'GET', `${PERMISSION}${query}`)).body.permissions;

  test('are those of the roles', async () => {
    expect((await permissionsOf('ada')).toSorted()).toEqual([...PERMISSIONS].toSorted());
    expect(await permissionsOf('emil')).toEqual([]);
  });

  test('narrow to a scope and never widen', async () => {
    expect((await permissionsOf('ada', '?accessScope=account')).toSorted()).toEqual(
      permissionsInScope(PERMISSIONS, 'account').toSorted(),
    );
    expect(await permissionsOf('ada', '?accessScope=account')).not.toContain('manage_tenant');
    expect(await permissionsOf('ada', '?accessScope=end_user')).toEqual([]);
    expect((await permissionsOf('cleo', '?accessScope=system')).toSorted()).toEqual(
      (await permissionsOf('cleo')).toSorted(),
    );
    expect(await permissionsOf('ben', '?accessScope=system')).not.toContain('manage_tenant');
    expect((await app.call('ada', 'GET', `${PERMISSION}?accessScope=galaxy`)).status).toBe(400);
  });

  test('narrow to an account: a role of another account does not count', async () => {
    const roleId = newId();
    await app.db
      .insertInto('role')
      .values({
        id: roleId,
        app_code: 'account_manager',
        name: 'Umbra tenants',
        account_id: accountOf('umbra-trust'),
        permissions: ['manage_partner_user'],
        created_at: app.clock.now(),
      })
      .execute();
    // Somebody else administers his account meanwhile.
    const other = { first: 'Ida', last: 'Noor', userName: 'ida', scope: 'partner' as const };
    const place = { accounts: ['umbra-trust'], roles: ['account_manager/Partner administrator'] };
    await seedPeople(app.db, [{ ...other, ...place }], app.accountIds, 'no password', app.clock.now());
    await app.db.deleteFrom('user_role').where('user_id', '=', idOf('ben')).execute();
    await app.db
      .insertInto('user_role')
      .values({ user_id: idOf('ben'), role_id: roleId })
      .execute();
    expect(await permissionsOf('ben')).toEqual(['manage_partner_user']);
    expect(await permissionsOf('ben', `?accountId=${accountOf('umbra-trust')}`)).toEqual(['manage_partner_user']);
    expect(await permissionsOf('ben', `?accountId=${accountOf('nordmark-lb')}`)).toEqual([]);
    expect(await permissionsOf('ben', `?accountId=${accountOf('umbra-trust')}&accessScope=account`)).toEqual([]);
    expect(await permissionsOf('ben', `?accountId=${accountOf('nordmark-lb')}&accessScope=partner`)).toEqual([]);
    expect(await permissionsOf('ben', `?accountId=${ZERO_UUID}`)).toEqual(['manage_partner_user']);
  });

  test.each<[Name, string]>([
    ['cleo', 'orsini-custody'],
    ['cleo', 'umbra-trust'],
    ['bea', 'nordmark-lb'],
    ['carl', 'nordmark-lb'],
  ])('of %s for %s do not exist', async (person, identifier) => {
    expect((await app.call(person, 'GET', `${PERMISSION}?accountId=${accountOf(identifier)}`)).status).toBe(404);
  });
});

describe('whom to ask for a permission', () => {
  const givers = async (person: Name): Promise<{ name: string; role: string; email: string }[]> =>
    (await app.call(person, 'GET', GIVERS)).body.items;
  const names = async (person: Name) => (await givers(person)).map((one) => one.name);

  test('are people of the own account who may give it; no service user, nobody of another account', async () => {
    expect(await givers('emil')).toEqual([
      { id: idOf('cleo'), name: 'Cleo Marchetti', role: 'Account administrator', email: 'cleo@nordmark-lb.example' },
    ]);
    expect(await names('cleo')).toEqual(['Cleo Marchetti']);
    expect(await names('carl')).toEqual(['Carl Vestergaard']);
    expect(await names('ben')).toEqual(['Ben Okafor']);
    expect(await names('ada')).toEqual(['Ada Lindqvist']);
  });

  test('of a permission that is named are those who hold it themselves, and people of the asker’s scope', async () => {
    const asked = async (person: Name, query: string) =>
      (await app.call(person, 'GET', `${GIVERS}?${query}`)).body.items.map((one: { name: string }) => one.name);
    const VIEW = 'permission=view_account';
    expect(await asked('cleo', VIEW)).toEqual(['Cleo Marchetti']);
    expect(
      await asked('cleo', `${VIEW}&permission=view_organization&any_of=view_seat&any_of=manage_system_settings`),
    ).toEqual(['Cleo Marchetti']);
    expect(await asked('carl', VIEW)).toEqual(['Carl Vestergaard']);
    // Her role does not list it.
    expect(await asked('cleo', 'permission=manage_license')).toEqual([]);
    expect(await asked('cleo', 'any_of=manage_license')).toEqual([]);
    // It means nothing in her scope, whoever's role lists it.
    expect(await asked('cleo', 'permission=manage_system_settings')).toEqual([]);
    expect(await asked('ada', 'permission=manage_system_settings')).toEqual(['Ada Lindqvist']);
    // Nothing means anything to an end user.
    expect(await asked('emil', VIEW)).toEqual([]);
    const wrong = await app.call('cleo', 'GET', `${GIVERS}?permission=own_the_place`);
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['permission.0']]);
  });

  test('are at most five, active ones', async () => {
    const now = app.clock.now();
    const more = Array.from({ length: 7 }, (_, index) => ({
      id: newId(),
      user_name: `giver${index}`,
      email: `g${index}@nordmark-lb.example`,
      first_name: 'Gina',
      last_name: `G${index}`,
      access_scope: 'account' as const,
      primary_account_id: accountOf('nordmark-lb'),
      active: index !== 0,
      deleted_at: index === 1 ? now : null,
      verified_at: index === 2 ? null : now,
      created_at: now,
      updated_at: now,
    }));
    await app.db.insertInto('app_user').values(more).execute();
    await app.db
      .insertInto('user_role')
      .values(more.map(({ id }) => ({ user_id: id, role_id: '00000000-0000-7000-8000-000000000003' })))
      .execute();
    expect(await names('emil')).toEqual(['Cleo Marchetti', 'Gina G3', 'Gina G4', 'Gina G5', 'Gina G6']);
    await app.db
      .updateTable('app_user')
      .set({ active: true })
      .where('id', '=', more[0]?.id ?? '')
      .execute();
    expect(await names('emil')).toEqual(['Cleo Marchetti', 'Gina G0', 'Gina G3', 'Gina G4', 'Gina G5']);
    expect(await names('carl')).toEqual(['Carl Vestergaard']);
  });
});

test.each([PERMISSION, GIVERS])('nobody gets 401 from %s', async (url) => {
  expect((await app.call(null, 'GET', url)).status).toBe(401);
});
