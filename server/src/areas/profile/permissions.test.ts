import { sql } from 'kysely';
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

  test('are the first by name of very many, and of few among them who hold what is named', async () => {
    const nordmark = accountOf('nordmark-lb');
    const made = { app_code: 'account_manager' as const, account_id: nordmark, created_at: app.clock.now() };
    const [plain, rare, reading] = [newId(), newId(), newId()];
    const giving = ['view_account', 'manage_permission', 'manage_account_user'];
    await app.db
      .insertInto('role')
      .values([
        { ...made, id: plain, name: 'Many', permissions: giving },
        { ...made, id: rare, name: 'A few', permissions: [...giving, 'manage_license'] },
        { ...made, id: reading, name: 'Any', permissions: ['view_account', 'manage_license'] },
      ])
      .execute();
    await sql`insert into app_user (id, user_name, email, first_name, last_name, access_scope, primary_account_id,
        verified_at, created_at, updated_at)
      select gen_random_uuid(), 'many' || n, 'm' || n || '@nordmark-lb.example', 'Abe', 'N' || n, 'account',
        ${nordmark}, now(), now(), now() from generate_series(10001, 11100) n`.execute(app.db);
    await sql`insert into user_role (user_id, role_id) select id, ${plain} from app_user
      where user_name like 'many%'`.execute(app.db);
    await sql`insert into user_role (user_id, role_id) select id, ${rare} from app_user
      where user_name in ('many10500', 'many11000')`.execute(app.db);
    // Who comes first gives nothing, or belongs to another account.
    const aaron = { first: 'Aaron', last: 'Adler', scope: 'account' as const };
    const ids = await seedPeople(
      app.db,
      [
        { ...aaron, userName: 'reader', accounts: ['nordmark-lb'], roles: [] },
        {
          ...aaron,
          userName: 'elsewhere',
          accounts: ['orsini-custody'],
          roles: ['account_manager/Account administrator'],
        },
      ],
      app.accountIds,
      'no password',
      app.clock.now(),
    );
    await sql`insert into user_role (user_id, role_id) select id, ${reading} from app_user
      where id = ${ids.get('reader')} or user_name = 'many10001'`.execute(app.db);
    const asked = async (person: Name, query = '') =>
      (await app.call(person, 'GET', `${GIVERS}${query}`)).body.items.map((one: { name: string; role: string }) => [
        one.name,
        one.role,
      ]);
    const first = [1, 2, 3, 4, 5].map((n) => [`Abe N1000${n}`, 'Many']);
    expect(await asked('emil')).toEqual(first);
    expect(await asked('cleo', '?permission=view_account')).toEqual(first);
    const few = [first[0], ...[10_500, 11_000].map((n) => [`Abe N${n}`, 'A few'])];
    expect(await asked('cleo', '?permission=manage_license')).toEqual(few);
    expect(await asked('cleo', '?permission=view_account&any_of=manage_license&any_of=view_seat')).toHaveLength(4);
    const others = ['Aaron Adler', 'Carl Vestergaard'].map((name) => [name, 'Account administrator']);
    expect(await asked('carl')).toEqual(others);
    expect(await asked('carl', '?permission=manage_license')).toEqual([]);
    // A deleted role gives nobody anything.
    await app.db.updateTable('role').set({ deleted_at: app.clock.now() }).where('id', '=', rare).execute();
    expect(await asked('cleo', '?permission=manage_license')).toEqual([first[0]]);
    await app.db.updateTable('role').set({ deleted_at: app.clock.now() }).where('id', '=', plain).execute();
    expect(await asked('emil')).toEqual([['Cleo Marchetti', 'Account administrator']]);
  });
});

test.each([PERMISSION, GIVERS])('nobody gets 401 from %s', async (url) => {
  expect((await app.call(null, 'GET', url)).status).toBe(401);
});
