/** Who an arrival works for, and what is confirmed of it: by another person than began it, and not what differs. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer, TestApp } from '../../testing/app.ts';
import { arrivalAt, depart, fileOf, MIGRATE, openMove, receiveFile, work } from '../../testing/moving-account.ts';

let source: TestApp;
let target: TestApp;
let id: string;
beforeEach(async () => {
  const move = await openMove();
  ({ source, target } = move);
  const departure = await depart(source, move.harbor.id);
  await sql`with given as (insert into user_role (user_id, role_id)
      select ${target.userIds.get('emil')}::uuid, role_id from user_role where user_id = ${target.userIds.get('ada')}
      on conflict do nothing)
    update app_user set access_scope = 'system' where user_name = 'emil'`.execute(target.db);
  const arrival = await receiveFile(target, await fileOf(source, departure.id), departure.code);
  id = arrival.id;
});
afterEach(() => Promise.all([source.close(), target.close()]));

const at = (act = ''): string => arrivalAt(id, act);
const body = () => ({ account_identifier: 'harbor', migration_id: id });
const read = async (): Promise<Answer['body']> => (await target.call('emil', 'GET', at())).body;
/** Ada does nothing any more. */
const adaLeaves = () => sql`update app_user set active = false where user_name = 'ada'`.execute(target.db);
const here = async (): Promise<number> =>
  (await sql`select from account where friendly_identifier = 'harbor'`.execute(target.db)).rows.length;

test('[S-262] whoever runs it answers for it, also where the one who began it has left', async () => {
  await adaLeaves();
  expect((await target.call('emil', 'POST', MIGRATE, body())).status).toBe(201);
  await work(target, id);
  const { state, failure, report } = await read();
  expect({ state, failure }).toEqual({ state: 'arrived', failure: null });
  expect(report.by).toMatch(/^Emil/);
});

test('where the one who runs it may do nothing any more it stops, and another one goes on with it', async () => {
  expect((await target.call('ada', 'POST', MIGRATE, body())).status).toBe(201);
  await adaLeaves();
  await work(target, id);
  expect(await read()).toMatchObject({ state: 'stopped', failure: { status: 'STARTER_NOT_ALLOWED' } });
  expect((await target.call('emil', 'PUT', at('again'))).status).toBe(200);
  await work(target, id);
  expect(await read()).toMatchObject({ state: 'arrived', failure: null, report: { same: true } });
});

test('what is not here as it came is said in the report, and can be undone but not confirmed', async () => {
  await sql`create function shout() returns trigger language plpgsql as
    $$ begin new.name := upper(new.name); return new; end $$`.execute(target.db);
  await sql`create trigger shout before insert on organization for each row execute function shout()`.execute(
    target.db,
  );
  await target.call('ada', 'POST', MIGRATE, body());
  await work(target, id);
  const { state, report } = await read();
  expect({ state, same: report.same }).toEqual({ state: 'arrived', same: false });
  const differing = report.tables.filter(({ same }: { same: boolean }) => !same);
  expect(differing.map(({ table }: { table: string }) => table)).toEqual(['organization']);
  const confirmed = await target.call('ada', 'PUT', at('confirm'));
  expect([confirmed.status, confirmed.body.error.status]).toEqual([409, 'MIGRATION_DIFFERS']);
  expect((await target.call('ada', 'PUT', at('undo'))).status).toBe(200);
  await work(target, id);
  expect([(await read()).state, await here()]).toEqual(['undone', 0]);
});

test('once it is confirmed nothing opens it any more, and there is no way back', async () => {
  await target.call('ada', 'POST', MIGRATE, body());
  await work(target, id);
  expect((await target.call('ada', 'PUT', at('confirm'))).status).toBe(200);
  const { rows } = await sql`select code_sealed from account_arrival where id = ${id}`.execute(target.db);
  expect(rows).toEqual([{ code_sealed: null }]);
  for (const act of ['undo', 'again', 'confirm'])
    expect((await target.call('ada', 'PUT', at(act))).body.error.status).toBe('MIGRATION_NOT_NOW');
  expect((await target.call('ada', 'DELETE', at())).body.error.status).toBe('MIGRATION_NOT_NOW');
  expect(await here()).toBe(1);
});
