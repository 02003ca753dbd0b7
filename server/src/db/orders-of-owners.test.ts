/** The list of a partner or an account reads what its page has, in whichever order: not all rows until its own come. */
import { ENROLLMENT_SORT } from '@signet/contract/areas/enrollment-record';
import { ORGANIZATION_SORT } from '@signet/contract/areas/organization-record';
import { SEAT_SORT } from '@signet/contract/areas/seat-record';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type Name, type TestApp } from '../testing/app.ts';

const asked = vi.spyOn(pg.Client.prototype, 'query');
let app: TestApp;

/** Of Calder, whose rows are the first ones in every order, and of Umbra, whose are the last. */
const FIRST = 3_000;
const LAST = 1_500;

beforeAll(async () => {
  app = await startTestApp();
  const rows = sql`from generate_series(1, ${sql.lit(FIRST + LAST)}) n,
    lateral (select n > ${sql.lit(FIRST)} as last, case when n > ${sql.lit(FIRST)}
      then ${app.accountIds.get('nordmark-lb')}::uuid else ${app.accountIds.get('calder-identity')}::uuid end as id,
      case when n > ${sql.lit(FIRST)} then 'Z' else 'A' end || n as name,
      (case when n > ${sql.lit(FIRST)} then '2026-01-01' else '2025-01-01' end)::timestamptz + n * interval '1 second'
        as at) each`;
  await sql`insert into organization (id, account_id, name, city, country, created_at, updated_at)
    select gen_random_uuid(), id, name, name, case when last then 'ZA' else 'AE' end, at, at ${rows}`.execute(app.db);
  await sql`insert into seat (id, account_id, type, name, identifier, created_at, updated_at)
    select gen_random_uuid(), id, case when last then 'user' else 'device' end, name, name, at, at ${rows}`.execute(
    app.db,
  );
  await sql`insert into enrollment (id, account_id, user_id, name, email, locale, keystore_location, enrollment_method,
      stage, code_hash, sent_at, expires_at, created_at, updated_at)
    select gen_random_uuid(), id, (select id from app_user limit 1), name, 'row@row.example', 'en_US', 'browser', 'DDC',
      'invited', gen_random_uuid(), at, at + interval '9 years', at, at ${rows}`.execute(app.db);
  await app.pool.query('vacuum analyze');
});
afterAll(async () => {
  asked.mockRestore();
  await app.close();
});

type Plan = Partial<Record<'Rows Removed by Filter' | 'Actual Rows' | 'Actual Loops', number>> & {
  'Relation Name'?: string;
  Plans?: Plan[];
};

/** How many rows a plan reads of a table. */
const rowsRead = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table
    ? ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 1)
    : 0) + (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner, table), 0);

/** How many rows are read for a page, its own among them. */
async function readFor(person: Name, table: string, path: string): Promise<number> {
  asked.mockClear();
  const { status, body } = await app.call(person, 'GET', `/account/ui-api/${path}`);
  expect([status, body.items.length]).toEqual([200, 20]);
  const page = (asked.mock.calls as unknown[][])
    .map(([query]) => query as { text?: string; values?: unknown[] })
    .find(({ text = '' }) => text.includes(`from ${table} `) && text.includes('limit'));
  const explain = `explain (analyze, format json) ${page?.text}`;
  const { rows } = await app.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(explain, page?.values);
  const read = rowsRead(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}, table);
  expect(read).toBeGreaterThan(0);
  return read;
}

/** What is read of each order by those whose rows are its last ones. */
const orders = (table: string, path: string, sorts: readonly string[]): [Name, string, string][] =>
  sorts.flatMap((sort): [Name, string, string][] => [
    ['ben', table, `${path}?limit=20&sort=${sort}:asc`],
    ['bea', table, `${path}?limit=20&sort=${sort}:desc`],
    ['cleo', table, `${path}?limit=20&sort=${sort}:asc`],
    ['cleo', table, `${path}?limit=20&sort=${sort}:desc`],
  ]);

test.each([
  ...orders('organization', 'v1/organization', ORGANIZATION_SORT),
  ...orders('seat', 'v1/seat', SEAT_SORT),
  ...orders('enrollment', 'v2/enrollment', ENROLLMENT_SORT),
])('the last rows of the whole order are the first ones that %s reads of %s: %s', async (person, table, path) => {
  expect(await readFor(person, table, path)).toBeLessThan(200);
});
