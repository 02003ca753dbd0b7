/** What a process leaves behind in the database that stands still, or whose machine is gone. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { openDatabase, TIME_LIMITS } from './open.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ people: false });
});
afterAll(() => app.close());

test('a transaction in which nothing is asked any more ends, and others get what it has locked', async () => {
  const left = openDatabase(app.connection, 1, { ...TIME_LIMITS.request, silence: 500 });
  const client = await left.pool.connect();
  await client.query('begin');
  await client.query('lock table account');
  // Waits for longer than the other stands still; without an end it would do so in vain.
  await sql`update account set name = name`.execute(app.db);
  await expect(client.query('select 1')).rejects.toThrow(/terminat|queryable|idle/);
  client.release(true);
  // The pool has another connection for whoever comes next, with the same end.
  const { rows } = await left.pool.query('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '500ms' }]);
  await left.close();
});
