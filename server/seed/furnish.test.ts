import { payloadDate } from '@signet/contract/dates';
import { whyNotPhone } from '@signet/contract/rules';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { lastSignIn } from '../src/sign-in/sessions/last-sign-in-store.ts';
import { startTestApp, type TestApp } from '../src/testing/app.ts';
import { furnish } from './furnish.ts';

const PASSWORD = 'Quiet-harbour-42-lights';
const DAY = 86_400;

let app: TestApp;
afterEach(() => app.close());

/** A platform that was furnished at an instant. Answers the names of the people it told of. */
async function furnishedAt(instant: string): Promise<string[]> {
  app = await startTestApp({ people: false });
  app.clock.set(instant);
  return (await furnish(app.runtime, PASSWORD)).people;
}

/** Of each account how many days from now its service ends; null for those without an end. */
async function ends(): Promise<[string, number | null][]> {
  const today = Date.parse(payloadDate(app.clock.now()));
  const rows = await app.db
    .selectFrom('account')
    .select(['friendly_identifier', 'service_to'])
    .orderBy('friendly_identifier')
    .execute();
  return rows.map((row) => [
    row.friendly_identifier,
    row.service_to === null ? null : (Date.parse(row.service_to) - today) / (DAY * 1000),
  ]);
}

const signIn = async (person: string) =>
  (await app.request('POST', '/account/ui-api/v1/auth/login', { user_name: person, password: PASSWORD })).status;

async function asAda() {
  const login = { user_name: 'ada', password: PASSWORD };
  const { access_token } = (await app.request('POST', '/account/ui-api/v1/auth/login', login)).body;
  return { headers: { authorization: `Bearer ${access_token}` } };
}

test.each(['2026-11-21T12:00:00Z', '2031-03-05T23:30:00Z'])(
  'the people of a demo furnished at %s sign in on that day, and as long as its license lasts',
  async (instant) => {
    const people = await furnishedAt(instant);
    expect(people).toEqual(['ada', 'ben', 'bea', 'cleo', 'carl', 'emil']);
    for (const days of [0, 364]) {
      app.clock.pass(days * DAY);
      expect(await Promise.all(people.map(signIn)), `after ${days} days`).toEqual(people.map(() => 200));
    }
  },
);

test('a demo has accounts in the same states whenever it is furnished, with the same days to their end', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const first = await ends();
  await app.close();
  await furnishedAt('2031-03-05T23:30:00Z');
  const later = await ends();
  expect(later).toEqual(first);
  const remaining = later.flatMap(([, days]) => days ?? []);
  expect(remaining.filter((days) => days < 0).length).toBeGreaterThan(5);
  expect(remaining.filter((days) => days >= 0 && days <= 30).length).toBeGreaterThan(5);
});

test('the license of a demo has room for more accounts than the demo has', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const { rows } = await sql`select p.feature from license_pool p join license_slot s on s.pool_id = p.id
    where not p.unlimited group by p.id having sum(s.used) > p.held`.execute(app.db);
  expect(rows).toEqual([]);
});

test('the log of a demo has a year of its people, and how records came about, by the platform’s hand', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const events = await app.db.selectFrom('audit_event').selectAll().orderBy('at').execute();
  const now = app.clock.now();
  expect(events.filter(({ at }) => at >= now || at < new Date(now.getTime() - 381 * DAY * 1000))).toEqual([]);
  const months = new Map<string, number>();
  for (const { at } of events) {
    const month = at.toISOString().slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  expect([...months.values()].slice(1, -1).filter((count) => count < 60)).toEqual([]);
  expect(months.size).toBeGreaterThan(11);
  const kinds = new Set(events.map(({ action, resource_type }) => `${action} ${resource_type}`));
  for (const kind of [
    'LOGIN BASIC_AUTH',
    'LOGIN_ERROR BASIC_AUTH',
    'LOGIN CLIENT_AUTH_CERT',
    'LOGIN SSO_SAML',
    'LOGIN_ERROR SSO_SAML',
    'LOGIN SSO_OIDC',
    'LOGOUT SSO_OIDC',
    'CREATE SAML2_CONFIG',
    'CREATE SSO_OIDC',
    'UPDATE LICENSE_ALLOCATION',
    'CREATE SEAT',
    'CREATE CERTIFICATE',
    'UPDATE CERTIFICATE',
    'CREATE CLIENT_AUTH_CERT',
    'CREATE ENROLLMENT',
    'CREATE APIKEY',
    'UPDATE BULK_RUN',
  ])
    expect(kinds, kind).toContain(kind);
  const early = await sql`select e.id from audit_event e join app_user u on u.id = e.actor_id
    where u.created_at > e.at`.execute(app.db);
  expect(early.rows, 'nobody acts before they are there').toEqual([]);
  const other = await sql`select resource_type, before, after from audit_event
    where concat(before, after) ~ '\\d{4}-\\d\\d-\\d\\dT'`.execute(app.db);
  expect(other.rows, '[S-413] moments are stored datetimes').toEqual([]);
  const foreign = await sql`select e.action, e.resource_name, u.user_name from audit_event e
      join app_user u on u.id = e.actor_id join account a on a.id = e.account_id
    where u.access_scope <> 'system' and a.id <> u.primary_account_id
      and (u.access_scope <> 'partner' or a.partner_account_id is distinct from u.primary_account_id)`.execute(app.db);
  expect(foreign.rows, 'nobody changes what they do not see').toEqual([]);
  const unknown = await sql`select u.user_name from app_user u join audit_event e on e.actor_id = u.id
    where e.action = 'LOGIN' group by u.id
    having max(e.at) is distinct from (select max(s.created_at) from session s where s.user_id = u.id)
      or max(e.at) is distinct from ${lastSignIn}`.execute(app.db);
  expect(unknown.rows, 'the last sign-in is that of the log').toEqual([]);
  const closed = await sql`select e.resource_type, u.user_name from audit_event e
      join app_user u on u.id = e.actor_id join account a on a.id = u.primary_account_id
    where e.action = 'LOGIN' and not (case e.resource_type
      when 'BASIC_AUTH' then a.standard_sign_in when 'CLIENT_AUTH_CERT' then a.certificate_sign_in
      when 'SSO_SAML' then a.saml_sign_in when 'SSO_OIDC' then a.oidc_sign_in end)`.execute(app.db);
  expect(closed.rows, 'nobody comes in by a way that their account does not have').toEqual([]);
  expect(events.filter(({ leaf_hash, mac }) => !mac?.equals(app.runtime.eventMac.of(leaf_hash)))).toEqual([]);
});

test('nothing of a demo is late when it opens', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const { headers } = await asAda();
  const { items } = (await app.request('GET', '/account/ui-api/v1/platform/health', undefined, headers)).body;
  // The log gets its places by a job, which this test has none of.
  expect(items.filter(({ kind }: { kind: string }) => kind !== 'audit-log')).toEqual([]);
});

test('certificates of a demo were issued over its year, after the authority that signed them', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const { rows } = await sql<{ day: string; nested: boolean }>`
    select distinct (c.created_at at time zone 'UTC')::date::text as day,
      i.valid_from <= c.valid_from and c.valid_to <= i.valid_to as nested
    from certificate c join certificate_authority a on a.id = c.authority_id
      join certificate i on i.id = a.certificate_id
    where c.cert_type = 'end_entity'`.execute(app.db);
  expect(rows.filter(({ nested }) => !nested)).toEqual([]);
  expect(rows.length).toBeGreaterThan(8);
});

test('a seat of a demo was there before its certificates', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const { rows } = await sql`select s.name from seat s join certificate c on c.seat_id = s.id
    where s.created_at > c.created_at`.execute(app.db);
  expect(rows).toEqual([]);
});

test('an organization of a demo has a number of its country, and had another one before it was corrected', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const organizations = await app.db.selectFrom('organization').select(['name', 'country', 'phone']).execute();
  const calling: Readonly<Record<string, string>> = {
    AU: '+61',
    CA: '+1',
    CH: '+41',
    DE: '+49',
    FI: '+358',
    FR: '+33',
    GB: '+44',
    IT: '+39',
    JP: '+81',
    SE: '+46',
    US: '+1',
  };
  const stray = organizations.filter(
    ({ country, phone }) => phone !== '' && (whyNotPhone(phone) !== null || !phone.startsWith(calling[country] ?? '?')),
  );
  expect(stray).toEqual([]);
  expect(organizations.filter(({ phone }) => phone === '').length).toBeLessThan(5);
  const same = await sql`select resource_name from audit_event where resource_type = 'ORGANIZATION'
    and before::jsonb->>'phone' = after::jsonb->>'phone'`.execute(app.db);
  expect(same.rows, 'a number that was corrected was another one').toEqual([]);
});

test('what ends soon in a demo is looked after by somebody, and certificates end at hours of their own', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const { headers } = await asAda();
  const place = '/account/ui-api/v1/ends-soon?within=60&limit=100';
  const { items } = (await app.request('GET', place, undefined, headers)).body;
  expect(items.length).toBeGreaterThan(15);
  const platforms = ['license', 'authority', 'revocation_list', 'responder'];
  expect(
    items.filter(
      ({ kind, owner_name: owner }: { kind: string; owner_name: string | null }) =>
        owner === null && !platforms.includes(kind),
    ),
  ).toEqual([]);
  const alone = await sql`select a.name from account a
    where a.active and a.service_to between ${payloadDate(app.clock.now())}::date
        and ${payloadDate(new Date(app.clock.now().getTime() + 60 * DAY * 1000))}::date
      and not exists (select from user_account m where m.account_id = a.id)`.execute(app.db);
  expect(alone.rows, 'an account that ends has people').toEqual([]);
  const { rows } = await sql<{ hours: number; certificates: number }>`
    select count(distinct valid_to::time)::int as hours, count(*)::int as certificates
    from certificate where seat_id is not null or user_id is not null`.execute(app.db);
  expect(rows[0]?.certificates).toBeGreaterThan(10);
  expect(rows[0]?.hours).toBe(rows[0]?.certificates);
});

test('an API token of a demo was used from an address that it allows', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const { rows } = await sql`select name from api_token
    where last_used_address is not null and cardinality(allowed_addresses) > 0
      and not exists (select from unnest(allowed_addresses) one
        where last_used_address::inet <<= one::inet)`.execute(app.db);
  expect(rows).toEqual([]);
});

test('runs over many accounts have done what the accounts show, but for one row', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const { headers } = await asAda();
  const list = (await app.request('GET', '/account/ui-api/v1/bulk', undefined, headers)).body;
  expect(list.items.map(({ status, failed }: { status: string; failed: number }) => [status, failed])).toContainEqual([
    'done',
    1,
  ]);
  const { rows } = await sql`select r.name from bulk_row r join bulk_plan p on p.id = r.plan_id
      join account a on a.id = r.target_id
    where a.active <> coalesce((p.input->>'active')::boolean, a.active)
      or a.locale <> coalesce(p.input->>'locale', a.locale)`.execute(app.db);
  expect(rows).toEqual([]);
});
