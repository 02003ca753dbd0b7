/** The order of a list: what it leaves equal goes by the name; late pages have the rows of the whole list there. */
import { ACCOUNT_SORT } from '@signet/contract/areas/account-record';
import { ORGANIZATION_SORT } from '@signet/contract/areas/organization-record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { ACCOUNTS, wantedAccount } from '../testing/new-account.ts';

let app: TestApp;

/** From 500 on ids are walked first. A few values for many rows, so that most of them are ties. */
const ROWS = 620;
const OFFSET = 540;
const LIMIT = 40;
const among = <T>(values: readonly [T, ...T[]], index: number): T => values[index % values.length] ?? values[0];

beforeAll(async () => {
  app = await startTestApp();
  const now = app.clock.now();
  const stamps = { created_at: now, updated_at: now };
  const { id: partner } = await app.db
    .selectFrom('account')
    .select('id')
    .where('type', '=', 'partner')
    .executeTakeFirstOrThrow();
  // Ids that don't follow the order in which the rows come.
  const accounts = Array.from({ length: ROWS }, (_, index) => ({
    id: index % 2 === 0 ? newId() : crypto.randomUUID(),
    name: among(['Älvsjö', 'Alm', 'alm', 'Zug'], index),
    display_name: 'Tie',
    friendly_identifier: `${among(['tie', 'Tie', 'tíe'], index)}-${index}`,
    active: index % 3 > 0,
    service_from: among(['2024-01-01', '2025-06-01'], index),
    service_to: among([null, '2099-12-31', '2098-12-31'], index),
    type: 'standard' as const,
    partner_account_id: among([null, null, partner], index),
    ...stamps,
  }));
  await app.db.insertInto('account').values(accounts).execute();
  const organizations = accounts.map(({ id, name }, index) => ({
    id: index % 2 === 0 ? crypto.randomUUID() : newId(),
    account_id: id,
    name,
    city: among(['Kiel', '', 'Åre'], index),
    country: among(['DE', 'SE'], index),
    ...stamps,
  }));
  await app.db.insertInto('organization').values(organizations).execute();
  await app.pool.query('analyze');
});
afterAll(() => app.close());

async function rows(path: string, query: string): Promise<object[]> {
  const answer = await app.call('ada', 'GET', `/account/ui-api/v1/${path}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.items;
}

/** Each column both ways, alone and before another one. */
const orders = (path: string, sorts: readonly string[]): [string, string][] =>
  sorts.flatMap((sort, index): [string, string][] => {
    const next = sorts[(index + 1) % sorts.length];
    return ['asc', 'desc'].flatMap((direction): [string, string][] => [
      [path, `sort=${sort}:${direction}`],
      [path, `sort=${sort}:${direction}&sort=${next}:desc`],
    ]);
  });

test.each([
  ['organization', ''],
  ['account', ''],
  ...orders('organization', ORGANIZATION_SORT),
  ...orders('account', ACCOUNT_SORT),
])('a late page of %s by %s is a slice of the whole list', async (path, sort) => {
  const whole = await rows(path, `limit=2000&${sort}`);
  expect(whole.length).toBeGreaterThanOrEqual(ROWS);
  expect(await rows(path, `limit=${LIMIT}&offset=${OFFSET}&${sort}`)).toEqual(whole.slice(OFFSET, OFFSET + LIMIT));
  const last = whole.length - 3;
  expect(await rows(path, `limit=${LIMIT}&offset=${last}&${sort}`)).toEqual(whole.slice(last));
  expect(await rows(path, `limit=${LIMIT}&offset=${whole.length}&${sort}`)).toEqual([]);
});

/** A member of a row by its path: `service_period.from`. */
const valueOf = (row: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => Object.entries(value ?? {}).find(([key]) => key === name)?.[1], row);

test.each(
  [
    ...ORGANIZATION_SORT.map((sort) => ['organization', sort] as const),
    ...ACCOUNT_SORT.map((sort) => ['account', sort] as const),
  ].flatMap(([path, sort]) => ['asc', 'desc'].map((direction) => [path, sort, direction] as const)),
)('rows of %s that are equal by %s %s are in the order of their names', async (path, sort, direction) => {
  const whole = await rows(path, `limit=2000&sort=${sort}:${direction}`);
  const names = new Map<unknown, string[]>();
  for (const row of whole) {
    const value = valueOf(row, sort);
    names.set(value, [...(names.get(value) ?? []), String(valueOf(row, 'name'))]);
  }
  const { compare } = new Intl.Collator('und');
  for (const [value, found] of names) expect({ value, found }).toEqual({ value, found: found.toSorted(compare) });
});

test('a name of Greek letters is found by each beginning of it, in capitals too, and by no other letter', async () => {
  for (const name of ['ΝΙΚΟΣΙΑ Α.Ε.', 'Νίκος', 'Νικολάου'])
    expect((await app.call('ada', 'POST', ACCOUNTS, wantedAccount({ name }))).status).toBe(201);
  const found = async (text: string): Promise<number[]> => {
    const accounts = await rows('account', `name=${encodeURIComponent(text)}`);
    const events = await rows('audit-log', `resource_type=ACCOUNT&text=${encodeURIComponent(text)}`);
    return [accounts.length, events.length];
  };
  const whole = 'ΝΙΚΟΣΙΑ Α.Ε.';
  for (let end = 5; end <= whole.length; end += 1) {
    const text = whole.slice(0, end);
    expect([text, await found(text)]).toEqual([text, end === 5 ? [2, 2] : [1, 1]]);
  }
  for (const text of ['νικοσ', 'Νίκος', 'ΟΣ', 'σ', 'Σ']) expect([text, await found(text)]).toEqual([text, [2, 2]]);
});
