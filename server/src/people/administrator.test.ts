import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedPeople, type SeedPerson } from '../../seed/people.ts';
import { leavesNoAdministrator } from '../db/violation.ts';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { requireAdministrators } from './administrator-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Two administrators of an account of their own for each test, by a role of their own. */
let account: string;
let role: string;
let ida: string;
let ole: string;
let round = 0;
const byText = (one: string, other: string): number => one.localeCompare(other);
beforeEach(async () => {
  round += 1;
  const { db, clock } = app;
  account = newId();
  role = newId();
  const stamps = { created_at: clock.now(), updated_at: clock.now() };
  const names = { name: `House ${round}`, display_name: `House ${round}`, friendly_identifier: `house-${round}` };
  await db
    .insertInto('account')
    .values({ ...names, ...stamps, id: account, service_from: '2026-01-01', locale: 'en_US', type: 'standard' })
    .execute();
  const permissions = ['manage_account_user', 'manage_permission'];
  await db
    .insertInto('role')
    .values({ id: role, app_code: 'account_manager', name: `Keeper ${round}`, permissions, created_at: clock.now() })
    .execute();
  [ida = '', ole = ''] = await people('ida', 'ole');
  await give(ida, ole);
});
afterEach(async () => {
  await sql`update account set deleted_at = now() where id = ${account}`.execute(app.db);
});

async function people(...names: string[]): Promise<string[]> {
  const of = new Map([['house', account]]);
  const cast = names.map((name): SeedPerson => ({
    first: name,
    last: 'Noor',
    userName: `${name}-${round}`,
    scope: 'account',
    accounts: ['house'],
    roles: [],
  }));
  return [...(await seedPeople(app.db, cast, of, 'no password', app.clock.now())).values()];
}
const give = (...ids: string[]) =>
  sql`insert into user_role (user_id, role_id) select unnest(${ids}::uuid[]), ${role}`.execute(app.db);
const administrators = async (): Promise<string[]> => {
  const found = await app.db.selectFrom('administrator').select('user_id').where('account_id', '=', account).execute();
  return found.map(({ user_id }) => user_id).toSorted(byText);
};
/** Null where it is done, else whether it was refused for the administrator's sake. */
const refused = (statement: Promise<unknown>): Promise<boolean | null> =>
  statement.then(() => null, leavesNoAdministrator);

/** How many wait for a lock that somebody else holds. */
const whoWaits = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
  return rows[0]?.n ?? 0;
};

/** Each way in which somebody stops to administer the account. */
const WAYS: Record<string, (id: string) => Promise<unknown>> = {
  deleted: (id) => sql`update app_user set deleted_at = now() where id = ${id}`.execute(app.db),
  'switched off': (id) => sql`update app_user set active = false where id = ${id}`.execute(app.db),
  'invited anew': (id) => sql`update app_user set verified_at = null where id = ${id}`.execute(app.db),
  'made an end user': (id) => sql`update app_user set access_scope = 'end_user' where id = ${id}`.execute(app.db),
  'made a program': (id) => sql`update app_user set service_user = true where id = ${id}`.execute(app.db),
  'without its role': (id) => sql`delete from user_role where user_id = ${id}`.execute(app.db),
  'out of the account': (id) => sql`delete from user_account where user_id = ${id}`.execute(app.db),
};

test.each(Object.entries(WAYS))('the last administrator of an account is not %s; one of two is', async (_way, take) => {
  expect(await administrators()).toEqual([ida, ole].toSorted(byText));
  expect(await refused(take(ida))).toBeNull();
  expect(await administrators()).toEqual([ole]);
  expect(await refused(take(ole))).toBe(true);
  expect(await administrators()).toEqual([ole]);
});

test('a role does not lose what makes its last holders administrators; another one of theirs may have it', async () => {
  const strip = () => sql`update role set permissions = '{manage_account_user}' where id = ${role}`.execute(app.db);
  expect(await refused(strip())).toBe(true);
  expect(await administrators()).toHaveLength(2);
  await sql`insert into user_role (user_id, role_id) select ${ole}, id from role
    where predefined and name = 'Account administrator'`.execute(app.db);
  expect(await refused(strip())).toBeNull();
  expect(await administrators()).toEqual([ole]);
});

test('the platform keeps one too; an account without any is no hindrance, nor is one that is deleted', async () => {
  expect(await refused(sql`update app_user set active = false where access_scope = 'system'`.execute(app.db))).toBe(
    true,
  );
  const [eva = ''] = await people('eva');
  expect(await refused(sql`update app_user set active = false where id = ${eva}`.execute(app.db))).toBeNull();
  await app.db.transaction().execute(async (tx) => {
    await sql`update app_user set deleted_at = now() where primary_account_id = ${account}`.execute(tx);
    await sql`update account set deleted_at = now() where id = ${account}`.execute(tx);
  });
  expect(await administrators()).toEqual([]);
});

test('of two who take each other away at once, one does', async () => {
  const begun = [ida, ole].map(() => Promise.withResolvers<void>());
  const take = (id: string) =>
    app.db.transaction().execute(async (tx) => {
      await sql`update app_user set active = false where id = ${id}`.execute(tx);
      begun[id === ida ? 0 : 1]?.resolve();
      await Promise.all(begun.map(({ promise }) => promise));
      await requireAdministrators(tx);
    });
  const ends = await Promise.all(
    [ida, ole].map((id) =>
      take(id).then(
        () => null,
        (error: Error) => error.message,
      ),
    ),
  );
  expect(ends.filter((end) => end === null)).toHaveLength(1);
  expect(ends).toContain('LAST_ADMINISTRATOR');
  expect(await administrators()).toHaveLength(1);
});

test('a role that is given while it loses its meaning makes nobody an administrator', async () => {
  const [eva = ''] = await people('eva');
  await sql`insert into user_role (user_id, role_id) select ${ida}, id from role
    where predefined and name = 'Account administrator'`.execute(app.db);
  const given = await app.db.transaction().execute(async (tx) => {
    await sql`update role set permissions = '{}' where id = ${role}`.execute(tx);
    const waiting = give(eva);
    await expect.poll(whoWaits).toBe(1);
    // In an object: the transaction would wait for what waits for it.
    return { waiting };
  });
  await given.waiting;
  expect(await administrators()).toEqual([ida]);
});

test('whatever several connections do in whatever order, somebody administers the account', async () => {
  const all = [ida, ole, ...(await people('eva', 'jon'))];
  let seed = 20_261_122 + round;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const hand = (id: string) =>
    sql`insert into user_role (user_id, role_id) values (${id}, ${role}) on conflict do nothing`;
  const acts = [
    (id: string) => sql`update app_user set active = not active where id = ${id}`,
    (id: string) => sql`update app_user set active = true where id = ${id}`,
    (id: string) => sql`delete from user_role where user_id = ${id}`,
    hand,
    hand,
    (id: string) => sql`delete from user_account where user_id = ${id}`,
    (id: string) => sql`insert into user_account values (${id}, ${account}) on conflict do nothing`,
    () => sql`update role set permissions = '{}' where id = ${role}`,
    () => sql`update role set permissions = '{manage_account_user, manage_permission}' where id = ${role}`,
  ];
  let done = 0;
  for (let step = 0; step < 60; step += 1) {
    const ends = await Promise.all(
      Array.from({ length: 4 }, () =>
        refused((acts[random(acts.length)] ?? hand)(all[random(all.length)] ?? ida).execute(app.db)),
      ),
    );
    done += ends.filter((end) => end === null).length;
    expect((await administrators()).length).toBeGreaterThan(0);
  }
  expect(done).toBeGreaterThan(100);
  const { rows } = await sql<{ user_id: string }>`
    select user_id from administrators_of(${all}::uuid[]) where account_id = ${account}`.execute(app.db);
  expect(await administrators()).toEqual(rows.map(({ user_id }) => user_id).toSorted(byText));
});
