/** The calendar of what ends: an address that is a secret, with the rights of its person. */
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { accountEnds, inDays, licenseHasEnded, tokenEnds } from '../../endings/testing.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';

const BASE = '/account/ui-api/v1/ends-soon';
const FEED = `${BASE}/calendar`;

let app: TestApp;
onePlatform((one) => void (app = one), { signedIn: ['ada', 'cleo', 'carl', 'emil'] });

const make = async (as: Name): Promise<string> => new URL((await app.call(as, 'POST', FEED)).body.url).pathname;
const read = (path: string, headers = {}) => app.request('GET', path, undefined, headers);
/** Lines as a calendar program reads them: one that begins with a blank goes on with that before (RFC 5545, 3.1). */
const unfolded = (text: unknown): string[] => String(text).replaceAll('\r\n ', '').split('\r\n');
const compact = (day: string): string => day.replaceAll('-', '');

test('a calendar has each end as a day, with what will break, in the language of its person', async () => {
  await app.db.updateTable('account').set({ service_to: null }).execute();
  const key = await accountEnds(app, 'nordmark-lb', 20);
  await app.db
    .updateTable('account')
    .set({ name: 'Nord; mark, "Bank" \\ ' + 'ü'.repeat(60) })
    .where('friendly_identifier', '=', 'nordmark-lb')
    .execute();
  await app.db.updateTable('app_user').set({ locale: 'de_DE' }).where('user_name', '=', 'cleo').execute();
  const path = await make('cleo');
  const answer = await read(path);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(answer.headers['cache-control']).toContain('private');
  for (const line of String(answer.body).split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = unfolded(answer.body);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toContain(`UID:${key}@${new URL(app.runtime.publicUrl).host}`);
  expect(lines).toContain(`DTSTART;VALUE=DATE:${compact(inDays(app, 20))}`);
  expect(lines).toContain(`DTEND;VALUE=DATE:${compact(inDays(app, 21))}`);
  expect(lines.some((line) => line.startsWith('DTSTAMP:'))).toBe(true);
  expect(lines.find((line) => line.startsWith('SUMMARY'))).toContain('Ende: Konto\\, Nord\\; mark\\, "Bank" \\\\ ü');
  expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toContain('2 Personen können sich nicht anmelden');
  // The same address, another end: the same event.
  await accountEnds(app, 'nordmark-lb', 30);
  const moved = unfolded((await read(path)).body);
  expect(moved).toContain(`UID:${key}@${new URL(app.runtime.publicUrl).host}`);
  expect(moved).toContain(`DTSTART;VALUE=DATE:${compact(inDays(app, 30))}`);
});

test('of each kind no more is read than a calendar has', async () => {
  const path = await make('cleo');
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  expect((await read(path)).status).toBe(200);
  const of = (asked.mock.calls as unknown[][]).map(([query]) => (query as { text?: string }).text ?? '');
  asked.mockRestore();
  const [text = '', ...more] = of.filter((one) => one.includes('left join ending_snooze z'));
  expect(more).toEqual([]);
  expect(text.match(/limit \$\d+\)(?! counted)/g)).toHaveLength(text.split('left join ending_snooze z').length - 1);
});

test('it is asked for again by its ETag, and says when it was read', async () => {
  const path = await make('cleo');
  expect((await app.call('cleo', 'GET', FEED)).body.feed.last_read_at).toBeNull();
  const first = await read(path);
  expect((await read(path, { 'if-none-match': first.headers['etag'] })).status).toBe(304);
  expect((await app.call('cleo', 'GET', FEED)).body.feed.last_read_at).not.toBeNull();
  await tokenEnds(app, 'cleo', 3);
  expect((await read(path, { 'if-none-match': first.headers['etag'] })).status).toBe(200);
});

test('it has what its person may see at that moment, and nothing that was put off', async () => {
  await tokenEnds(app, 'carl', 3, 'Of Carl');
  const own = await tokenEnds(app, 'cleo', 4, 'Of Cleo');
  const path = await make('cleo');
  expect((await read(path)).body).toContain('Of Cleo');
  expect((await read(path)).body).not.toContain('Of Carl');
  const snooze = { until: inDays(app, 3), reason: 'Renewed on Monday' };
  await app.call('cleo', 'PUT', `${BASE}/${own}/snooze`, snooze);
  expect((await read(path)).body).not.toContain('Of Cleo');
  await app.db.updateTable('app_user').set({ access_scope: 'end_user' }).where('user_name', '=', 'emil').execute();
  expect((await app.call('emil', 'POST', FEED)).status).toBe(403);
});

test('it ends with its person, with the next address, and when it is revoked; nobody can guess one', async () => {
  const path = await make('cleo');
  const [row] = await app.db.selectFrom('calendar_feed').selectAll().execute();
  const secret = path.slice(path.lastIndexOf('/') + 1, -'.ics'.length);
  expect(JSON.stringify(row)).not.toContain(secret);
  const events = await app.db
    .selectFrom('audit_event')
    .selectAll()
    .where('resource_type', '=', 'CALENDAR_FEED')
    .execute();
  expect(events).toMatchObject([{ action: 'CREATE', resource_name: 'cleo' }]);
  expect(JSON.stringify(events)).not.toContain(secret);
  const next = await make('cleo');
  expect((await read(path)).status).toBe(404);
  expect((await read(next)).status).toBe(200);
  for (const active of [false, true]) {
    await app.db.updateTable('app_user').set({ active }).where('user_name', '=', 'cleo').execute();
    expect([active, (await read(next)).status]).toEqual([active, active ? 200 : 404]);
  }
  app.forget('cleo');
  expect((await app.call('cleo', 'DELETE', FEED)).status).toBe(204);
  expect((await read(next)).status).toBe(404);
  expect((await app.call('cleo', 'GET', FEED)).body).toEqual({ feed: null });
  for (const nonsense of ['x', '%00', 'a'.repeat(300), '..%2f..%2fetc'])
    expect([400, 404]).toContain((await read(`${FEED}/${nonsense}.ics`)).status);
});

test('once the platform’s license has ended, it opens for nobody outside system scope', async () => {
  await tokenEnds(app, 'cleo', 3, 'Of Cleo');
  const [cleos, adas] = [await make('cleo'), await make('ada')];
  for (const path of [cleos, adas]) expect((await read(path)).body).toContain('Of Cleo');
  await licenseHasEnded(app);
  expect((await read(cleos)).status).toBe(404);
  expect((await read(adas)).body).toContain('Of Cleo');
});
