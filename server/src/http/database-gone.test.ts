import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
let outside: pg.Client;
let name: string;
beforeAll(async () => {
  app = await startTestApp();
  name = (await app.pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '';
  outside = new pg.Client({ ...app.connection, database: 'postgres' });
  await outside.connect();
});
afterAll(async () => {
  await outside.query(`alter database "${name}" allow_connections true`);
  await outside.end();
  await app.close();
});

test('a database that goes away is answered with 503, and the process recovers by itself when it is back', async () => {
  const { access_token } = await app.signIn('ada');
  const list = () =>
    app.request('GET', '/account/ui-api/v1/account', undefined, { authorization: `Bearer ${access_token}` });
  expect((await list()).status).toBe(200);

  await outside.query(`alter database "${name}" allow_connections false`);
  await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const refused = await list();
  expect(refused.status).toBe(503);
  expect(refused.body.error.status).toBe('DATABASE_UNAVAILABLE');
  expect((await app.request('GET', '/readyz')).status).toBe(503);
  expect((await app.request('GET', '/healthz')).status).toBe(200);

  await outside.query(`alter database "${name}" allow_connections true`);
  expect((await list()).status).toBe(200);
  expect((await app.request('GET', '/readyz')).status).toBe(200);
});
