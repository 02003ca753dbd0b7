/** Tokens where there are several processes, and what a process says of them in its log. */
import type { FastifyInstance } from 'fastify';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openDatabase, TIME_LIMITS } from '../../db/open.ts';
import { LOAD_LIMITS } from '../../http/load.ts';
import { insertToken } from '../../testing/api-token.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { openTokenRate } from './token-rate.ts';

const ME = '/account/ui-api/v1/auth/me';

let app: TestApp;
let second: FastifyInstance;
let closeSecond: () => Promise<void>;
let log = '';
beforeAll(async () => {
  app = await startTestApp();
  const lines = new Writable({
    write(piece: Buffer, _encoding, done) {
      log += piece.toString();
      done();
    },
  });
  const database = openDatabase(app.connection, 2, TIME_LIMITS.job);
  second = await buildApp(
    { ...app.runtime, db: database.db, tokenRate: openTokenRate(), log: pino({ level: 'trace' }, lines) },
    database.pool,
    { draining: false, droppedLogLines: () => 0 },
    { ...LOAD_LIMITS, lateMs: Number.POSITIVE_INFINITY },
  );
  closeSecond = async () => {
    await second.close();
    await database.close();
  };
});
afterAll(async () => {
  await closeSecond();
  await app.close();
});

const dora = (): string => app.userIds.get('dora') ?? '';
const askSecond = async (text: string, remoteAddress = '127.0.0.1'): Promise<number> =>
  (await second.inject({ url: ME, headers: { 'x-api-key': text }, remoteAddress })).statusCode;
const askFirst = async (text: string): Promise<number> =>
  (await app.request('GET', ME, undefined, { 'x-api-key': text })).status;

test('[S-327 S-328] what is done to a token or its person in one process holds at once in every other', async () => {
  const { id, text } = await insertToken(app, dora());
  const change = (values: { enabled?: boolean; permissions?: string[]; allowed_addresses?: string[] }) =>
    app.db.updateTable('api_token').set(values).where('id', '=', id).execute();
  const both = async () => [await askFirst(text), await askSecond(text)];
  expect(await both()).toEqual([200, 200]);
  await change({ enabled: false });
  expect(await both()).toEqual([401, 401]);
  await change({ enabled: true, allowed_addresses: ['192.0.2.7'] });
  expect(await both()).toEqual([403, 403]);
  await change({ allowed_addresses: [] });
  expect(await both()).toEqual([200, 200]);
  await app.db.updateTable('app_user').set({ active: false }).where('id', '=', dora()).execute();
  expect(await both()).toEqual([401, 401]);
  await app.db.updateTable('app_user').set({ active: true }).where('id', '=', dora()).execute();
  await app.db.deleteFrom('api_token').where('id', '=', id).execute();
  expect(await both()).toEqual([401, 401]);
});

test('its last use is kept by one of many that come at once, and nobody waits for a change of it', async () => {
  const { id, text } = await insertToken(app, dora());
  expect(await Promise.all([askFirst(text), askSecond(text), askFirst(text), askSecond(text)])).toEqual([
    200, 200, 200, 200,
  ]);
  app.clock.pass(120);
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('api_token').set({ name: 'Under change' }).where('id', '=', id).execute();
    expect(await askSecond(text)).toBe(200);
  });
});

test('a last use that can’t be kept keeps nobody from an answer, and is in the log', async () => {
  const { text } = await insertToken(app, dora());
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'No.'; end $$;
    create trigger refuse before update on api_token for each row execute function refuse();`);
  expect(await askSecond(text)).toBe(200);
  expect(log).toContain('its last use is not kept');
  await app.pool.query('drop trigger refuse on api_token');
});

test('no line of the process log has a token, whatever becomes of the call', async () => {
  const { id, text } = await insertToken(app, dora(), { allowed_addresses: ['192.0.2.7'] });
  const altered = `${text.slice(0, -1)}${text.endsWith('a') ? 'b' : 'a'}`;
  log = '';
  const calls: [string, string][] = [
    [text, '192.0.2.7'],
    [text, '192.0.2.8'],
    [altered, '192.0.2.7'],
  ];
  for (const [sent, address] of calls) {
    await askSecond(sent, address);
    await second.inject({ url: ME, headers: { authorization: `Bearer ${sent}` }, remoteAddress: address });
  }
  // Two lines of each call, and one for each from a foreign address, which names the token by its id.
  expect(log.split('\n').filter((line) => line.includes('"msg":"request"'))).toHaveLength(6);
  expect(log).toContain(id);
  for (const secret of [text, altered, text.slice(7, 37)]) expect(log).not.toContain(secret);
});
