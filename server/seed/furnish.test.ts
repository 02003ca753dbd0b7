import { payloadDate } from '@signet/contract/dates';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
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

test('the log of a demo has what its people did in the last four weeks, by the platform’s own hand', async () => {
  await furnishedAt('2026-11-21T12:00:00Z');
  const events = await app.db.selectFrom('audit_event').selectAll().orderBy('at').execute();
  expect(events.length).toBeGreaterThan(80);
  expect(new Set(events.map(({ action }) => action))).toEqual(new Set(['LOGIN', 'LOGOUT', 'LOGIN_ERROR', 'UPDATE']));
  const now = app.clock.now();
  expect(events.filter(({ at }) => at >= now || at < new Date(now.getTime() - 29 * DAY * 1000))).toEqual([]);
  const early = await sql`select e.id from audit_event e join app_user u on u.id = e.actor_id
    where u.created_at > e.at`.execute(app.db);
  expect(early.rows, 'nobody acts before they are there').toEqual([]);
  expect(events.filter(({ leaf_hash, mac }) => !mac?.equals(app.runtime.eventMac.of(leaf_hash)))).toEqual([]);
});
