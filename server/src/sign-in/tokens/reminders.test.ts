/** Whoever can replace a token hears by mail that it ends, before its programs are refused. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertToken } from '../../testing/api-token.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { undoable } from '../../testing/undo.ts';
import { mailSeal } from '../../mail/queue.ts';
import { remindOfTokens } from './reminder-store.ts';

const { open, begin } = undoable();
let app: TestApp;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ open });
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
  app.clock.set('2026-11-21T12:00:00Z');
});
afterEach(() => takeBack());

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const mails = () =>
  app.db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'kind', 'body_sealed'])
    .orderBy('recipient')
    .execute();
const recipients = async () => (await mails()).map(({ recipient }) => recipient);
const onDay = async (day: string): Promise<number> => {
  app.clock.set(`${day}T08:00:00Z`);
  return remindOfTokens(app.runtime);
};

test('its person is told 30, 7 and 1 day before, once each, also where days go by without a look', async () => {
  await insertToken(app, idOf('cleo'), { name: 'Nightly', last_four: 'x9Qz', end_date: '2027-01-31' });
  const told: [string, number][] = [];
  for (const day of ['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-20', '2027-01-24', '2027-01-25', '2027-01-31'])
    told.push([day, await onDay(day)]);
  expect(told).toEqual([
    ['2026-12-31', 0],
    ['2027-01-01', 1],
    ['2027-01-02', 0],
    ['2027-01-20', 0],
    ['2027-01-24', 1],
    ['2027-01-25', 0],
    ['2027-01-31', 1],
  ]);
  expect(await onDay('2027-02-01')).toBe(0);
  const [first] = await mails();
  expect(first).toMatchObject({
    recipient: 'cleo@nordmark-lb.example',
    kind: 'token-ending',
    subject: 'The API token “Nightly” ends on 31-Jan-2027',
  });
  const text = app.runtime.seal.open(first?.body_sealed ?? Buffer.alloc(0), mailSeal(first?.id ?? '')).toString();
  expect(text).toContain('Your API token “Nightly”, whose last characters are x9Qz, is good for 30 more days');
  expect(text).toContain('http://localhost:8080/account/profile/api-tokens');
});

test('the reminders of another end are others', async () => {
  const { id } = await insertToken(app, idOf('cleo'), { end_date: '2026-11-22' });
  expect(await onDay('2026-11-21')).toBe(1);
  await app.db.updateTable('api_token').set({ end_date: '2026-12-22' }).where('id', '=', id).execute();
  expect(await onDay('2026-11-22')).toBe(1);
  expect(await onDay('2026-11-23')).toBe(0);
});

test('an end that was chosen just now is known: only what comes later is said', async () => {
  const TOKENS = '/account/ui-api/v1/api-access-token';
  const [short, long] = [
    { name: 'Short', end_date: '2026-11-26' },
    { name: 'Long', end_date: '2027-11-26' },
  ];
  expect((await app.call('cleo', 'POST', TOKENS, short)).status).toBe(201);
  const { id } = (await app.call('cleo', 'POST', TOKENS, long)).body;
  const shortened = await app.call('cleo', 'PUT', `${TOKENS}/${id}/`, { ...long, end_date: short.end_date });
  expect(shortened.body.end_date).toBe(short.end_date);
  expect(await onDay('2026-11-21')).toBe(0);
  expect(await onDay('2026-11-25')).toBe(2);
});

describe('of a service user', () => {
  /** The customer goes to another partner, whose maker is then Ben no more. */
  const moveToCalder = () =>
    sql`update app_user set owner_account_id = (select id from account where friendly_identifier = 'calder-identity')
      where user_name = 'dora'`.execute(app.db);
  const contact = (email: string) =>
    app.db.updateTable('app_user').set({ email, locale: 'de_DE' }).where('user_name', '=', 'dora').execute();

  test('the address of whoever answers for it is told, in its language, and nobody else', async () => {
    await contact('night@nordmark-lb.example');
    await insertToken(app, idOf('dora'), { end_date: '2026-11-22', created_by: idOf('ben') });
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['night@nordmark-lb.example']);
    const [first] = await mails();
    expect(first?.subject).toContain('Das API-Token');
    const text = app.runtime.seal.open(first?.body_sealed ?? Buffer.alloc(0), mailSeal(first?.id ?? '')).toString();
    // By the name, for its user name is an id that nobody is shown.
    expect(text).toContain('von Dora Service');
    expect(text).toContain(`/account/access/service-user/${idOf('dora')}#api-tokens`);
  });

  test('a maker whose partner has lost the account hears nothing, with that address or without one', async () => {
    await moveToCalder();
    await insertToken(app, idOf('dora'), { end_date: '2026-11-22', created_by: idOf('ben') });
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['dora@nordmark-lb.example']);
    await contact('');
    await app.db.deleteFrom('mail').execute();
    await app.db.updateTable('api_token').set({ reminded_end: null }).execute();
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['cleo@nordmark-lb.example']);
  });

  test('whoever made it is told where nothing can be sent there, else who administers its account', async () => {
    await contact('nobody');
    await insertToken(app, idOf('dora'), { end_date: '2026-11-22', created_by: idOf('ben') });
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['ben@umbra-trust.example']);
    await app.db.updateTable('app_user').set({ active: false }).where('id', '=', idOf('ben')).execute();
    await app.db.updateTable('api_token').set({ reminded_end: null }).execute();
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['ben@umbra-trust.example', 'cleo@nordmark-lb.example']);
  });
});

test.each([
  ['one that is disabled', { enabled: false }],
  ['one that has ended', { end_date: '2026-11-20' }],
  ['one that does not end', { end_date: null }],
  ['one that ends in 31 days', { end_date: '2026-12-22' }],
])('nobody is told of %s', async (_what, values) => {
  await insertToken(app, idOf('cleo'), { end_date: '2026-11-22', ...values });
  expect(await remindOfTokens(app.runtime)).toBe(0);
});

test('nobody is told of the token of somebody who is switched off', async () => {
  await insertToken(app, idOf('cleo'), { end_date: '2026-11-22' });
  await app.db.updateTable('app_user').set({ active: false }).where('id', '=', idOf('cleo')).execute();
  expect(await remindOfTokens(app.runtime)).toBe(0);
});

test('nobody is told whom no account lets in', async () => {
  await insertToken(app, idOf('cleo'), { end_date: '2026-11-22' });
  await app.db.updateTable('account').set({ service_to: '2026-11-20' }).execute();
  expect(await remindOfTokens(app.runtime)).toBe(0);
  await app.db.updateTable('account').set({ service_to: '2026-12-31' }).execute();
  expect(await remindOfTokens(app.runtime)).toBe(1);
});
