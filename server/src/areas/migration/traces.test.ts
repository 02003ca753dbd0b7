/** What a move leaves behind of files and codes, which open the secrets of an account; and for how long. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDepartureFile } from '../../account-migration/departure-file-store.ts';
import { sweepMigrations } from '../../account-migration/sweep-store.ts';
import { startTestApp, type Answer, type TestApp } from '../../testing/app.ts';
import { depart, fileOf, furnishHarbor, MIGRATION, receiveFile, type Harbor } from '../../testing/moving-account.ts';

let app: TestApp;
let harbor: Harbor;
beforeAll(async () => {
  app = await startTestApp();
  harbor = await furnishHarbor(app);
});
afterAll(() => app.close());
// Whoever is signed in stays so.
beforeEach(() => app.clock.set('2026-11-21T12:00:00Z'));

type Departure = Awaited<ReturnType<typeof depart>>;
const HOUR = 3_600;

/** What is kept of a departure: the code, and bytes of its file. */
async function keptOf(id: string): Promise<{ code: boolean; bytes: number }> {
  const { rows } = await sql<{ code: boolean; bytes: number }>`select code_sealed is not null as code,
      (select coalesce(sum(length(body)), 0)::int from account_departure_part where departure_id = d.id) as bytes
    from account_departure d where id = ${id}`.execute(app.db);
  return rows[0] ?? { code: false, bytes: 0 };
}
const sayMoved = ({ id, code }: Departure, given = code): Promise<Answer> =>
  app.request('POST', `${MIGRATION}/transfer/${id}/moved`, { to: 'https://new.example' }, { 'x-transfer-code': given });
const toldOf = async (id: string) => {
  const told = app.db.selectFrom('audit_event').select(['action', 'after']).where('resource_id', '=', id);
  return (await told.orderBy('id').execute()).map(({ action, after }) => [action, after]);
};

/** What the platform has said of one by itself, without a caller. */
const toldBySystem = (id: string) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'account_id', 'result', 'message', 'before', 'after'])
    .where('resource_id', '=', id)
    .where('actor_via', '=', 'system')
    .orderBy('id')
    .execute();

test('the code is forgotten once the file is made, and the file once the account has moved, said once', async () => {
  const departure = await depart(app, harbor.id);
  expect(await keptOf(departure.id)).toEqual({ code: false, bytes: (await fileOf(app, departure.id)).length });
  expect((await sayMoved(departure, 'move_wrong')).status).toBe(404);
  const invented = app.db.selectFrom('audit_event').select(['action', 'resource_type', 'message']);
  expect(await invented.where('result', '=', 'failure').where('actor_via', '=', 'none').execute()).toEqual([
    { action: 'UPDATE', resource_type: 'ACCOUNT_MIGRATION', message: 'NOT_FOUND' },
  ]);
  expect((await keptOf(departure.id)).bytes).toBeGreaterThan(0);

  for (let time = 0; time < 2; time += 1) expect((await sayMoved(departure)).status).toBe(204);
  expect(await keptOf(departure.id)).toEqual({ code: false, bytes: 0 });
  expect((await toldOf(departure.id)).filter(([action]) => action === 'UPDATE')).toEqual([
    ['UPDATE', { state: 'moved', to: 'https://new.example' }],
  ]);
  const { body } = await app.call('ada', 'GET', `${MIGRATION}/departure/${departure.id}`);
  expect(body).toMatchObject({ state: 'moved', moved_to: 'https://new.example', account_deleted: false });
});

test('that another platform begins to fetch it is told once, and to whom it belongs', async () => {
  const { id, code } = await depart(app, harbor.id);
  const part = (given: string) =>
    app.request('GET', `${MIGRATION}/transfer/${id}/part/0`, undefined, { 'x-transfer-code': given });
  expect((await part('move_wrong')).status).toBe(404);
  for (let time = 0; time < 2; time += 1) expect((await part(code)).status).toBe(200);
  const told = app.db.selectFrom('audit_event').select(['account_id', 'actor_via', 'before', 'after']);
  expect(await told.where('resource_id', '=', id).where('action', '=', 'UPDATE').execute()).toEqual([
    {
      account_id: harbor.id,
      actor_via: 'none',
      before: { fetched_at: null },
      after: { fetched_at: '2026-11-21 12:00:00' },
    },
  ]);
  expect((await app.call('ada', 'PUT', `${MIGRATION}/departure/${id}/revoke`)).status).toBe(200);
});

test('one that is revoked leaves nothing', async () => {
  const { id } = await depart(app, harbor.id);
  expect((await app.call('ada', 'PUT', `${MIGRATION}/departure/${id}/revoke`)).status).toBe(200);
  expect(await keptOf(id)).toEqual({ code: false, bytes: 0 });
});

test('one whose account is deleted leaves nothing: nobody fetches it any more, and its line says so', async () => {
  const orsini = app.accountIds.get('orsini-custody') ?? '';
  const { id, code } = await depart(app, orsini);
  expect((await keptOf(id)).bytes).toBeGreaterThan(0);
  expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${orsini}`)).status).toBe(204);
  expect(await keptOf(id)).toEqual({ code: false, bytes: 0 });
  const headers = { 'x-transfer-code': code };
  for (const path of ['', '/part/0'])
    expect((await app.request('GET', `${MIGRATION}/transfer/${id}${path}`, undefined, headers)).status).toBe(404);
  const { body } = await app.call('ada', 'GET', `${MIGRATION}/departure`);
  // Whose page is no more.
  expect(body.items.find((one: { id: string }) => one.id === id)).toMatchObject({
    state: 'revoked',
    account_deleted: true,
  });
  expect((await app.call('ada', 'GET', `${MIGRATION}/departure/${id}/file`)).body.error.status).toBe(
    'MIGRATION_NOT_NOW',
  );
});

test('one whose file is being made is ended at once, and no second hand waits for the first', async () => {
  const path = `/account/ui-api/v1/account/${harbor.id}/departure`;
  const id: string = (await app.call('ada', 'POST', path)).body.departure.id;
  const client = await app.pool.connect();
  // Whoever makes it stands still before enrollments.
  await client.query('begin');
  await client.query('lock table enrollment');
  const first = makeDepartureFile(app.runtime, id);
  const waiting = `select from pg_locks where relation = 'enrollment'::regclass and not granted`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  await makeDepartureFile(app.runtime, id);
  expect((await app.call('ada', 'PUT', `${MIGRATION}/departure/${id}/revoke`)).status).toBe(200);
  await client.query('rollback');
  client.release();
  await first;
  expect(await keptOf(id)).toEqual({ code: false, bytes: 0 });
  expect((await app.call('ada', 'GET', `${MIGRATION}/departure/${id}`)).body.state).toBe('revoked');
});

test('one whose account is too large for a file is given up, and the log says so', async () => {
  const path = `/account/ui-api/v1/account/${harbor.id}/departure`;
  const id: string = (await app.call('ada', 'POST', path)).body.departure.id;
  await makeDepartureFile(app.runtime, id, { mostBytes: 100 });
  expect((await app.call('ada', 'GET', `${MIGRATION}/departure/${id}`)).body.state).toBe('failed');
  expect(await toldBySystem(id)).toEqual([
    {
      action: 'UPDATE',
      account_id: harbor.id,
      result: 'failure',
      message: 'MIGRATION_FILE_LARGE',
      before: { state: 'making' },
      after: { direction: 'departure', state: 'failed' },
    },
  ]);
  expect((await app.call('ada', 'PUT', `${MIGRATION}/departure/${id}/revoke`)).status).toBe(200);
});

test('one whose time is over is swept away, and not before; so is the code of one that nobody has made', async () => {
  const { id, code } = await depart(app, harbor.id);
  const { bytes } = await keptOf(id);
  const other = `/account/ui-api/v1/account/${app.accountIds.get('nordmark-lb')}/departure`;
  const unmade: string = (await app.call('ada', 'POST', other)).body.departure.id;
  const part = async () => {
    const headers = { 'x-transfer-code': code };
    return (await app.request('GET', `${MIGRATION}/transfer/${id}/part/0`, undefined, headers)).status;
  };
  app.clock.pass(72 * HOUR - 1);
  await sweepMigrations(app.runtime);
  expect([await keptOf(id), await keptOf(unmade), await part()]).toEqual([
    { code: false, bytes },
    { code: true, bytes: 0 },
    200,
  ]);
  app.clock.pass(1);
  // Over is over, swept or not.
  expect(await part()).toBe(404);
  await sweepMigrations(app.runtime);
  for (const one of [id, unmade]) expect(await keptOf(one)).toEqual({ code: false, bytes: 0 });
  await sql`update account_departure set state = 'revoked' where id = ${id}`.execute(app.db);
});

test('a file that nobody takes in is forgotten after a week, with all that was read of it, and told', async () => {
  const { id, code } = await depart(app, harbor.id);
  const file = await fileOf(app, id);
  const { id: rehearsed } = await receiveFile(app, file, code);
  await receiveFile(app, file, 'move_wrong');
  expect((await app.call('ada', 'POST', `${MIGRATION}/arrival`, { source: 'file', bytes: 10 })).status).toBe(201);
  const kept = async () => {
    const { rows } = await sql<{ state: string }>`select state from account_arrival order by state`.execute(app.db);
    return rows.map(({ state }) => state);
  };
  app.clock.pass(7 * 24 * HOUR - 1);
  await sweepMigrations(app.runtime);
  expect(await kept()).toEqual(['receiving', 'refused', 'rehearsed']);
  app.clock.pass(1);
  await sweepMigrations(app.runtime);
  expect(await kept()).toEqual([]);
  expect((await toldBySystem(rehearsed)).at(-1)).toMatchObject({
    action: 'DELETE',
    result: 'success',
    before: { state: 'rehearsed' },
    after: null,
  });
  const { rows } = await sql`select arrival_id from account_arrival_row
    union all select arrival_id from account_arrival_part`.execute(app.db);
  expect(rows).toEqual([]);
});
