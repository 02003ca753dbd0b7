/** An answer of very many rows is made in pieces, and is the same as in one. */
import { endpoints } from '@signet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { inPieces } from './long-list.ts';

const LIST = '/account/ui-api/v1/organization';
const ROWS = 2_600;

let app: TestApp;
let headers: { authorization: string };
beforeAll(async () => {
  app = await startTestApp();
  headers = { authorization: `Bearer ${(await app.signIn('ada')).access_token}` };
  await sql`insert into organization (id, account_id, name, city, country, created_at, updated_at)
    select gen_random_uuid(), ${app.accountIds.get('calder-identity')}::uuid, 'Row "' || n || '" ü', 'Oslo', 'NO',
      now(), now() from generate_series(1, ${sql.lit(ROWS)}) n`.execute(app.db);
});
afterAll(() => app.close());

const read = (query: string) => app.app.inject({ url: `${LIST}?sort=name:asc&${query}`, headers });

test('[S-248] all rows are answered as those of pages are, in the same order and the same words', async () => {
  const long = await read('limit=99999');
  const pages = [];
  for (const offset of [0, 1_000, 2_000]) pages.push(await read(`limit=1000&offset=${offset}`));
  for (const header of ['content-type', 'cache-control'])
    expect(long.headers[header], header).toEqual(pages[0]?.headers[header]);
  expect(long.statusCode).toBe(200);
  expect(long.headers['content-length']).toBe(String(Buffer.byteLength(long.body)));
  const { items, ...rest } = long.json();
  expect(items).toEqual(pages.flatMap((page) => page.json().items));
  expect(items).toHaveLength(ROWS);
  expect(rest).toEqual({ ...pages[0]?.json(), items: undefined, limit: 99_999 });
  // The same spelling too: nothing is left out, doubled or added between the pieces.
  expect(long.body).toBe(JSON.stringify(long.json()));
});

test('it is made by some hundred rows in a turn', async () => {
  const turns: number[] = [];
  const items = Array.from({ length: 1_001 }, (_, n) => n);
  const pieces = await inPieces({ items, total: 1_001 }, (some) => {
    turns.push((some as { items: number[] }).items.length);
    return JSON.stringify(some);
  });
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify({ items, total: 1_001 }));
  expect(turns).toEqual([0, 500, 500, 1]);
});

const takesMany = ({ query }: (typeof endpoints)[number]): boolean =>
  query !== undefined &&
  'limit' in query.shape &&
  !query.safeParse({ limit: '1001' }).error?.issues.some(({ path }) => path[0] === 'limit');
const fieldsOf = (response: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(response, { unrepresentable: 'any' }).properties ?? {});
const MANY = endpoints.flatMap((one) =>
  one.response && takesMany(one) ? [[`${one.method} ${one.path}`, fieldsOf(one.response)] as const] : [],
);

test('many lists can be asked for whole', () => {
  expect(MANY.length).toBeGreaterThan(30);
});

test.each(MANY)('the answer of %s, which may have so many rows, begins with them', (_, fields) => {
  expect(fields[0]).toBe('items');
});

test('more than four at once wait for each other, and all are answered', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => read('limit=5000')));
  expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
});
