/** A database that is gone, frozen, read-only, full or busy: 503 in good time, and all is well once it is back. */
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import pg from 'pg';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { insertOauthClient } from '../testing/oauth-client.ts';
import { basic, post } from '../testing/oauth-flow.ts';
import { startTestApp, type Answer, type TestApp } from '../testing/app.ts';
import { openDatabaseDoor, type DatabaseDoor } from '../testing/database-door.ts';

/** Those of a request, but shorter, and long enough for what a slow machine does within them. */
const LIMITS = { connect: 2_500, lock: 1_000, statement: 1_500, silence: 20_000, answer: 2_500, longAnswer: 20_000 };
const FIVE_SECONDS = 5_000;
/** Without a limit these would wait for ever: a slow machine may take its time to notice that one is over. */
const IN_TIME = 20_000;

let app: TestApp;
let door: DatabaseDoor;
/** A connection to the same database, and one beside it, by which it can be taken away. */
let inside: pg.Client;
let outside: pg.Client;
let name: string;
let authorization: string;
beforeAll(async () => {
  door = await openDatabaseDoor(inject('testPostgres').connection);
  const { host = '', port = 0 } = door.connection;
  app = await startTestApp({
    open: (connection, size) => openDatabase({ ...connection, host, port }, size, LIMITS),
  });
  name = app.connection.database ?? '';
  inside = new pg.Client(app.connection);
  outside = new pg.Client({ ...app.connection, database: 'postgres' });
  inside.on('error', () => undefined);
  await inside.connect();
  await outside.connect();
  authorization = `Bearer ${(await app.signIn('ada')).access_token}`;
});
afterAll(async () => {
  await inside.end();
  await outside.end();
  await app.close();
  await door.close();
});
afterEach(async () => {
  door.open();
  await outside.query(`alter database "${name}" allow_connections true`);
  await outside.query(`alter database "${name}" reset default_transaction_read_only`);
});

const list = () => app.request('GET', '/account/ui-api/v1/account', undefined, { authorization });
let made = 0;
const change = () =>
  app.request(
    'POST',
    '/account/ui-api/v1/organization',
    { name: `Body ${(made += 1)}`, country: 'DE', account_id: app.accountIds.get('nordmark-lb') },
    { authorization },
  );
const organizations = async (): Promise<number> =>
  (await inside.query<{ count: number }>('select count(*)::int as count from organization')).rows[0]?.count ?? 0;

function expectUnavailable({ status, body, headers }: Answer): void {
  expect([status, body.error?.status]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

test('gone', async () => {
  expect((await list()).status).toBe(200);
  await outside.query(`alter database "${name}" allow_connections false`);
  await outside.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and backend_type = 'client backend' and pid <> $2`,
    [name, (inside as pg.Client & { processID: number }).processID],
  );
  expectUnavailable(await list());
  expect((await app.request('GET', '/readyz')).status).toBe(503);
  expect((await app.request('GET', '/healthz')).status).toBe(200);

  await outside.query(`alter database "${name}" allow_connections true`);
  expect((await list()).status).toBe(200);
  expect((await app.request('GET', '/readyz')).status).toBe(200);
});

test('the limits of a request end each wait within five seconds, and let the server speak first', () => {
  const { connect, lock, statement, answer } = TIME_LIMITS.request;
  expect(Math.max(connect, answer)).toBeLessThan(FIVE_SECONDS);
  expect(Math.max(lock, statement)).toBeLessThan(answer);
});

test('frozen: nobody waits longer than the limit, also who waits for a connection', async () => {
  door.freeze();
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => list()));
  expect(performance.now() - began).toBeLessThan(IN_TIME);
  for (const answer of answers) expectUnavailable(answer);
  door.open();
  expect((await list()).status).toBe(200);
  expect((await change()).status).toBe(201);
});

test('frozen: a page comes all the same, before a call has given up', async () => {
  door.freeze();
  const answered: string[] = [];
  const [, { headers }] = await Promise.all([
    list().finally(() => answered.push('call')),
    app.request('GET', '/account/login', undefined, { accept: 'text/html' }).finally(() => answered.push('page')),
  ]);
  expect(answered).toEqual(['page', 'call']);
  expect(headers['content-security-policy']).toContain("img-src 'self';");
  door.open();
});

test('read-only, as after another server has taken over: no connection of that time is used again', async () => {
  const readOnly = async (value: 'on' | 'off') => {
    await outside.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
  };
  await readOnly('on');
  door.shut();
  await expect.poll(() => app.pool.totalCount).toBe(0);
  door.open();
  expect((await Promise.all(Array.from({ length: 6 }, () => list()))).map(({ status }) => status)).toEqual(
    Array.from({ length: 6 }, () => 200),
  );
  expectUnavailable(await change());
  expect((await list()).status).toBe(200);
  await readOnly('off');
  expectUnavailable(await change());
  // One answer has said so: the other connections of that time are not asked one after the other.
  expect((await change()).status).toBe(201);
});

test.each([
  ['its disk is full', '53100'],
  ['it has no memory left', '53200'],
  ['a file of it cannot be written', '58030'],
])('%s: nothing is half saved', async (_what, code) => {
  const before = await organizations();
  await inside.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`);
  await inside.query('create trigger refuse before insert on audit_event execute function refuse()');
  expectUnavailable(await change());
  expect((await list()).status).toBe(200);
  await inside.query('drop trigger refuse on audit_event; drop function refuse()');
  expect((await change()).status).toBe(201);
  expect(await organizations()).toBe(before + 1);
});

test('busy: who waits for a lock of somebody else is told in time', async () => {
  await inside.query('begin; lock table organization in access exclusive mode');
  const began = performance.now();
  expectUnavailable(await change());
  expect(performance.now() - began).toBeLessThan(IN_TIME);
  await inside.query('rollback');
  expect((await change()).status).toBe(201);
});

test('a statement that takes too long is ended by the server; a file may take longer', async () => {
  const slow = (seconds: number) => `create function slow(text) returns text language sql stable as
    $$ select $1 from pg_sleep(${seconds}) $$`;
  await inside.query(slow(2));
  await inside.query('alter table organization rename to organization_row');
  await inside.query(
    `create view organization as select * from organization_row where slow(id::text) is not null limit 1`,
  );
  const csv = await app.request('GET', '/account/ui-api/v1/organization/export', undefined, { authorization });
  const answer = await app.request('GET', '/account/ui-api/v1/organization', undefined, { authorization });
  await inside.query('drop view organization; alter table organization_row rename to organization; drop function slow');
  expectUnavailable(answer);
  expect(csv.status).toBe(200);
});

test.each([
  ['whose disk is full', '53100', 503, 'temporarily_unavailable'],
  ['that has a fault', 'XX000', 500, 'server_error'],
])('a database %s: an OAuth client is told so in words of its own, and nothing is half saved', async (...given) => {
  const [, code, status, error] = given;
  const client = await insertOauthClient(app, app.accountIds.get('nordmark-lb') ?? '', { scopes: ['view_account'] });
  const own = () => post(app, '/oauth/token', { grant_type: 'client_credentials' }, basic(client));
  await inside.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '${code}'; end $$`);
  await inside.query('create trigger refuse after insert on oauth_artifact execute function refuse()');
  expect(await own()).toMatchObject({ status, body: { error } });
  await inside.query('drop trigger refuse on oauth_artifact; drop function refuse()');
  const kept = 'select from audit_event where resource_id = $1 union all select from app_user where user_name = $2';
  expect((await inside.query(kept, [client.id, client.clientId])).rowCount).toBe(0);
  expect((await own()).status).toBe(200);
});
