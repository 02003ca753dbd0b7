/** Pages far down a list, from landmarks: they are what plain SQL has there, whoever asks in whichever order. */
import { ACCOUNT_SORT } from '@signet/contract/areas/account-record';
import { ADMINISTRATOR_SORT } from '@signet/contract/areas/administrator-record';
import { CERTIFICATE_SORT } from '@signet/contract/areas/certificate-record';
import { ENROLLMENT_SORT } from '@signet/contract/areas/enrollment-record';
import { ORGANIZATION_SORT } from '@signet/contract/areas/organization-record';
import { SEAT_SORT } from '@signet/contract/areas/seat-record';
import { SERVICE_USER_SORT } from '@signet/contract/areas/service-user-record';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type Name, type TestApp } from '../testing/app.ts';
import { LANDMARKS } from './landmarks.ts';
import { listPage, listQuery } from './list.ts';

// Of hundreds of pages, and of walks behind their answers.
vi.setConfig({ testTimeout: 120_000 });

const ROWS = 1_200;
const LIMIT = 40;
/** Of which each page may pass over fewer rows than lie between two landmarks. */
const STEP = 60;
/** A list is walked by its ids from here on. */
const DEEP = 500;

const usual = { ...LANDMARKS };
const { countBound } = LIMITS;
const asked = vi.spyOn(pg.Client.prototype, 'query');

let app: TestApp;
let accounts: string[];

beforeAll(async () => {
  app = await startTestApp();
  Object.defineProperty(LIMITS, 'countBound', { value: 100 });
  Object.assign(LANDMARKS, { step: STEP, far: 2 * STEP, rest: 0 });
  const umbra = app.accountIds.get('umbra-trust');
  const calder = app.accountIds.get('calder-identity');
  // Few values for many rows, so that most are ties; ids that don't follow the order in which the rows come.
  const { rows } = await sql<{ id: string }>`
    insert into account (id, name, display_name, friendly_identifier, active, service_from, service_to, type,
      partner_account_id, created_at, updated_at)
    select gen_random_uuid(), (array['Älvsjö', 'Alm', 'alm', 'Zug'])[n % 4 + 1], 'Branch', 'branch-' || n, n % 3 > 0,
      (array['2024-01-01', '2025-06-01'])[n % 2 + 1]::date,
      (array[null, null, null, '2099-12-31', '2098-12-31'])[n % 5 + 1]::date, 'standard',
      (array[${umbra}::uuid, ${umbra}::uuid, ${umbra}::uuid, ${umbra}::uuid, ${calder}::uuid, null])[n % 6 + 1],
      now(), now()
    from generate_series(1, ${ROWS}) n returning id`.execute(app.db);
  accounts = rows.map(({ id }) => id);
  const each = sql`from unnest(${accounts}::uuid[]) with ordinality as a (id, n)`;
  const name = sql`(array['Åre', 'Are', 'are', 'Kiel', '', 'Ülm'])[n % 6 + 1]`;
  // Microseconds, which no Date of JavaScript has.
  const at = sql`'2026-01-01'::timestamptz + (n % 90) * interval '0.000003 seconds'`;
  await sql`insert into organization (id, account_id, name, city, country, created_at, updated_at)
    select gen_random_uuid(), id, ${name}, (array['Kiel', '', 'Åre'])[n % 3 + 1], (array['DE', 'SE'])[n % 2 + 1],
      now(), now() ${each}`.execute(app.db);
  await sql`insert into seat (id, account_id, type, name, identifier, created_at, updated_at)
    select gen_random_uuid(), id, (array['user', 'device'])[n % 2 + 1], ${name}, 's' || n % 7, ${at}, now()
    ${each}`.execute(app.db);
  await sql`insert into enrollment (id, account_id, user_id, name, email, locale, keystore_location, enrollment_method,
      stage, code_hash, sent_at, expires_at, created_at, updated_at)
    select gen_random_uuid(), id, (select id from app_user limit 1), ${name}, 'row@row.example', 'en_US', 'browser',
      'DDC', (array['invited', 'canceled'])[(n % 7 = 0)::int + 1], gen_random_uuid(), now(), ${at} + interval '9 years',
      ${at}, now() ${each}`.execute(app.db);
  await sql`insert into certificate (id, serial, state, cert_type, account_id, common_name, subject_text, issuer_text,
      key_type, valid_from, valid_to, certificate, fingerprint, created_at, updated_at)
    select gen_random_uuid(), '\\x01', 'issued', 'end_entity', id, ${name}, 'CN=Row', 'CN=Test', 'ec_p256', now(),
      ${at} + interval '2 years', '\\x01', gen_random_uuid(), ${at}, now() ${each}`.execute(app.db);
  await sql`insert into app_user (id, user_name, email, first_name, last_name, access_scope, primary_account_id,
      service_user, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), n % 50 || '@row.example', ${name}, 'Row', 'account', id,
      service_user, now(), now() ${each}, (values (true), (false)) kinds (service_user)`.execute(app.db);
  await sql`analyze`.execute(app.db);
});
afterAll(async () => {
  asked.mockRestore();
  Object.assign(LANDMARKS, usual);
  Object.defineProperty(LIMITS, 'countBound', { value: countBound });
  await app.close();
});

type Read = { ids: string[]; total: number; passedOver: number };

/** Reads a page, and tells how many rows the database was told to pass over. */
async function read(person: Name, path: string, offset: number, limit = LIMIT): Promise<Read> {
  asked.mockClear();
  const address = `/account/ui-api/${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`;
  const { status, body } = await app.call(person, 'GET', address);
  expect(status).toBe(200);
  const passed = (asked.mock.calls as unknown[][]).map(([text, values]) => {
    const place = Number(/offset \$(\d+)\s*\)? page/.exec(String(text))?.[1]);
    return place ? Number((values as unknown[])[place - 1]) : 0;
  });
  return { ids: body.items.map(({ id }: { id: string }) => id), total: body.total, passedOver: Math.max(...passed) };
}

const whole = async (person: Name, path: string): Promise<string[]> => (await read(person, path, 0, 99_999)).ids;

/** Asks for pages until they come from landmarks. */
async function awaitLandmarks(person: Name, path: string, offset = DEEP + STEP): Promise<void> {
  await vi.waitFor(async () => expect((await read(person, path, offset)).passedOver).toBeLessThan(STEP), 30_000);
}

const each = (path: string, sorts: readonly string[]): (readonly [Name, string])[] =>
  sorts.flatMap((sort) => ['asc', 'desc'].map((direction) => ['ada', `${path}?sort=${sort}:${direction}`] as const));

test.each<readonly [Name, string]>([
  ...each('v1/organization', ORGANIZATION_SORT),
  ...each('v1/account', ACCOUNT_SORT),
  ...each('v1/user', ADMINISTRATOR_SORT),
  ...each('v1/service-user', SERVICE_USER_SORT),
  ...each('v1/seat', SEAT_SORT),
  ...each('v2/enrollment', ENROLLMENT_SORT),
  ...each('v1/certificate', CERTIFICATE_SORT),
  ['ada', 'v1/organization?sort=country:desc&sort=city:asc&sort=name:desc'],
  ['ada', 'v1/account?sort=service_period.to:desc&sort=partner_account_name:asc'],
  ['ada', 'v1/account?sort=partner_account_name:desc&sort=service_period.to:desc'],
  ['ada', 'v1/account?sort=active:desc&sort=service_period.to:asc'],
  ['ada', 'v1/account?sort=type:asc&sort=active:desc'],
  ['ada', 'v1/account?active=true&sort=active:asc'],
  ['ada', 'v1/certificate?status=issued'],
  ['ada', 'v2/enrollment?status=invited'],
  ['ada', 'v1/user?access_scope=account'],
  ['ben', 'v1/organization'],
  ['ben', 'v1/organization?sort=city:desc'],
  ['ben', 'v1/account?sort=active:asc'],
  ['ben', 'v1/account?sort=service_period.to:asc'],
  ['ben', 'v1/user'],
  ['ben', 'v1/certificate'],
])('every page that %s reads of %s is a slice of the whole list', async (person, path) => {
  const all = await whole(person, path);
  expect(all.length).toBeGreaterThan(DEEP + 2 * STEP);
  await awaitLandmarks(person, path);
  for (let offset = DEEP; offset < all.length; offset += 2 * LIMIT + 7) {
    const { ids, passedOver } = await read(person, path, offset);
    expect({ offset, ids }).toEqual({ offset, ids: all.slice(offset, offset + LIMIT) });
    expect(passedOver).toBeLessThan(STEP);
  }
});

const BY_NAME = 'v1/organization?sort=name:asc';
const gone = (ids: readonly string[]) => sql`delete from organization where id = any(${ids}::uuid[])`.execute(app.db);
const made = async (account: string | undefined, name: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into organization (id, account_id, name, country, created_at, updated_at)
    values (gen_random_uuid(), ${account}, ${name}, 'SE', now(), now()) returning id`.execute(app.db);
  return rows[0]?.id ?? '';
};

test('a page shows what is there, whatever came and went before it', async () => {
  await awaitLandmarks('ada', BY_NAME);
  const before = await whole('ada', BY_NAME);
  // As many rows as before, two of the page and one before it gone.
  await gone([before[3] ?? '', before[DEEP + 95] ?? '', before[DEEP + 96] ?? '']);
  for (const name of ['Zz', 'Zz', 'Zz']) await made(accounts[0], name);
  const after = await whole('ada', BY_NAME);
  const { ids, total, passedOver } = await read('ada', BY_NAME, DEEP + 80);
  expect(passedOver).toBeLessThan(STEP);
  expect(total).toBe(after.length);
  const begin = after.indexOf(ids[0] ?? '');
  expect(ids).toEqual(after.slice(begin, begin + LIMIT));
  expect(Math.abs(begin - (DEEP + 80))).toBeLessThanOrEqual(1);
  // The end is where it is.
  for (const offset of [after.length - LIMIT, after.length - 7, after.length])
    expect((await read('ada', BY_NAME, offset)).ids).toEqual(after.slice(offset));
});

test('once there are more rows or fewer, pages begin where they do now', async () => {
  for (const change of [() => made(accounts[1], ''), async () => gone((await whole('ada', BY_NAME)).slice(0, 1))]) {
    await awaitLandmarks('ada', BY_NAME);
    await change();
    const after = await whole('ada', BY_NAME);
    const { ids, total } = await read('ada', BY_NAME, DEEP + 80);
    expect({ ids, total }).toEqual({ ids: after.slice(DEEP + 80, DEEP + 80 + LIMIT), total: after.length });
    // Nobody who goes on from page to page misses a row.
    const seen = [];
    for (let offset = 0; offset < after.length; offset += LIMIT) seen.push(...(await read('ada', BY_NAME, offset)).ids);
    expect(seen).toEqual(after);
  }
});

test('the same of a filter: rows of which nothing is counted tell by the number of all', async () => {
  const path = 'v1/organization?country=SE&sort=name:asc';
  await awaitLandmarks('ada', path);
  await made(accounts[1], '');
  const after = await whole('ada', path);
  expect((await read('ada', path, DEEP)).ids).toEqual(after.slice(DEEP, DEEP + LIMIT));
});

test('a row that is renamed is on the page of its name, and on no other', async () => {
  await awaitLandmarks('ada', BY_NAME);
  const { ids } = await read('ada', BY_NAME, DEEP + 80);
  await sql`update organization set name = '' where id = ${ids[5]}`.execute(app.db);
  const after = await whole('ada', BY_NAME);
  const now = await read('ada', BY_NAME, DEEP + 80);
  expect(now.passedOver).toBeLessThan(STEP);
  expect(now.ids).not.toContain(ids[5]);
  const begin = after.indexOf(now.ids[0] ?? '');
  expect(now.ids).toEqual(after.slice(begin, begin + LIMIT));
});

test('an account that another partner has now is on no page of the first', async () => {
  const path = 'v1/account?sort=name:asc';
  await awaitLandmarks('ben', path);
  const partners = ['umbra-trust', 'calder-identity'].map((name) => app.accountIds.get(name));
  const { ids } = await read('ben', path, DEEP + 20);
  const theirs = await whole('bea', path);
  const [moved, other] = [ids[5], theirs.find((id) => accounts.includes(id))];
  const move = (id: string | undefined, to: string | undefined) =>
    sql`update account set partner_account_id = ${to} where id = ${id}`.execute(app.db);
  await move(moved, partners[1]);
  await move(other, partners[0]);
  const page = await read('ben', path, DEEP + 20);
  // Landmarks still, since as many accounts are seen as before.
  expect(page.passedOver).toBeLessThan(STEP);
  expect(page.ids).not.toContain(moved);
  const after = await whole('ben', path);
  expect(page.ids.filter((id) => !after.includes(id))).toEqual([]);
});

test('a column with nulls of which nobody said so is read without landmarks', async () => {
  const list = listQuery(
    {
      from: sql`account a`,
      id: sql`a.id`,
      columns: sql`a.id`,
      row: (row: { id: string }) => row,
      visible: sql<boolean>`a.deleted_at is null`,
      kept: sql<{ total: number }>`select count(*)::int as total from account where deleted_at is null`,
      filters: {},
      conditions: {},
      sorts: { to: sql`a.service_to` },
      defaultSort: 'to:asc',
    },
    { sort: [] },
  );
  const all = await listPage(app.db, { limit: 9_999, offset: 0, sort: [] }, list);
  for (let n = 0; n < 5; n += 1) {
    const page = await listPage(app.db, { limit: LIMIT, offset: DEEP + 100, sort: [] }, list);
    expect(page.items).toEqual(all.items.slice(DEEP + 100, DEEP + 100 + LIMIT));
    // The walk goes on behind the answer.
    await vi.waitFor(() => expect(app.pool.idleCount).toBe(app.pool.totalCount), 15_000);
  }
});
