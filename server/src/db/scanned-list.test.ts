/** Lists that are scanned for one or two letters: few at once, so that each has its time and others are answered. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { listPage, listQuery } from './list.ts';
import { openDatabase } from './open.ts';

let app: TestApp;
beforeAll(async () => {
  // One connection holds the lock, one looks who waits.
  app = await startTestApp({ open: (connection, _, limits) => openDatabase(connection, 16, limits) });
});
afterAll(() => app.close());

/** Whose pages wait until nobody holds this lock. */
const LOCK = 770_012;
const waiting = async (): Promise<number> => {
  const { rows } = await app.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`,
  );
  return rows[0]?.n ?? 0;
};

const pageOf = (name: string, ownedByFew = false) =>
  listPage(
    app.db,
    { limit: 1, offset: 0, sort: [] },
    listQuery(
      {
        from: sql`(select 1 as id from pg_advisory_xact_lock_shared(${sql.lit(LOCK)})) one`,
        id: sql`one.id`,
        columns: sql`one.id`,
        row: (row: { id: number }) => row,
        visible: sql<boolean>`true`,
        kept: sql<{ total: number }>`select 1 as total`,
        filters: { name: { type: 'text', max: 100 } },
        conditions: { name: () => sql<boolean>`true` },
        sorts: { id: sql`one.id` },
        defaultSort: 'id:asc',
        ownedByFew,
      },
      { name, sort: [] },
    ),
  );

// Of the others rows and their number are asked for side by side.
test.each([
  ['two letters', ' Aé ', false, 4],
  ['one letter', 'a', false, 4],
  ['three letters', 'abc', false, 12],
  ['two letters among a handful of rows', 'ab', true, 12],
])('six lists at once that are searched for %s', async (_, name, ownedByFew, most) => {
  const holder = await app.pool.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  const pages = Promise.all(Array.from({ length: 6 }, () => pageOf(name, ownedByFew)));
  await vi.waitFor(async () => expect(await waiting()).toBe(most), 10_000);
  // Others are answered meanwhile.
  expect((await app.call('ada', 'GET', '/account/ui-api/v1/organization?limit=1')).status).toBe(200);
  expect(await waiting()).toBe(most);
  await holder.query(`select pg_advisory_unlock(${LOCK})`);
  holder.release();
  expect((await pages).map(({ items }) => items.length)).toEqual([1, 1, 1, 1, 1, 1]);
});
