/** Whoever can replace a client certificate hears by mail that it ends, unless they have replaced it already. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailSeal } from '../../mail/queue.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { issuedTo } from '../../testing/client-auth-certificate.ts';
import { undoable } from '../../testing/undo.ts';
import { remindOfCertificates } from './certificate-reminder-store.ts';

const { open, begin } = undoable();
let app: TestApp;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ open });
  await withAuthorities(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
  app.clock.set('2026-11-21T12:00:00Z');
});
afterEach(() => takeBack());

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const mails = () => app.db.selectFrom('mail').selectAll().orderBy('recipient').execute();
const recipients = async () => (await mails()).map(({ recipient }) => recipient);
const onDay = async (day: string): Promise<number> => {
  app.clock.set(`${day}T08:00:00Z`);
  return remindOfCertificates(app.runtime);
};
/** One of somebody that ends on a day, and was made on another. */
async function ending(name: string, end: string, values: object = {}): Promise<string> {
  const id = await issuedTo(app, idOf(name));
  const stored = { valid_to: new Date(`${end}T23:59:59Z`), created_at: new Date('2026-01-02T00:00:00Z'), ...values };
  await app.db.updateTable('certificate').set(stored).where('id', '=', id).execute();
  return id;
}

test('its person is told 30, 7 and 1 day before, once each, also where days go by without a look', async () => {
  await ending('cleo', '2027-01-31', { name: 'Laptop' });
  const told: [string, number][] = [];
  for (const day of ['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-20', '2027-01-24', '2027-01-25', '2027-01-31'])
    told.push([day, await onDay(day)]);
  expect(told.filter(([, count]) => count > 0)).toEqual([
    ['2027-01-01', 1],
    ['2027-01-24', 1],
    ['2027-01-31', 1],
  ]);
  expect(await onDay('2027-02-01')).toBe(0);
  const [first] = await mails();
  expect(first).toMatchObject({
    recipient: 'cleo@nordmark-lb.example',
    kind: 'certificate-ending',
    subject: 'The client certificate “Laptop” ends on 31-Jan-2027',
  });
  const text = app.runtime.seal.open(first?.body_sealed ?? Buffer.alloc(0), mailSeal(first?.id ?? '')).toString();
  expect(text).toContain('Your client certificate “Laptop”');
  expect(text).toContain('http://localhost:8080/account/profile/client-certificates');
});

test('with midnight the day before is over, as Ends soon and its messages have it', async () => {
  await ending('cleo', '2027-01-31', { name: 'Laptop', valid_to: new Date('2027-02-01T00:00:00Z') });
  expect([await onDay('2026-12-31'), await onDay('2027-01-01')]).toEqual([0, 1]);
  expect((await mails())[0]?.subject).toBe('The client certificate “Laptop” ends on 31-Jan-2027');
});

test('nobody is told of one that has been renewed, but where the newer one was revoked or disabled', async () => {
  await ending('cleo', '2026-11-22');
  const newer = await ending('cleo', '2027-11-22', { created_at: new Date('2026-11-01T00:00:00Z') });
  expect(await onDay('2026-11-21')).toBe(0);
  await app.db.updateTable('certificate').set({ enabled: false }).where('id', '=', newer).execute();
  expect(await onDay('2026-11-21')).toBe(1);
});

test('of several that end at the same moment each is told of, once', async () => {
  for (const name of ['cleo', 'carl', 'ben', 'cleo']) await ending(name, '2026-11-22');
  expect(await onDay('2026-11-21')).toBe(4);
  expect(await onDay('2026-11-21')).toBe(0);
  expect((await recipients()).map((address) => address.split('@')[0])).toEqual(['ben', 'carl', 'cleo', 'cleo']);
});

test('one of somebody else does not renew it', async () => {
  await ending('cleo', '2026-11-22');
  await ending('carl', '2027-11-22', { created_at: new Date('2026-11-01T00:00:00Z') });
  expect(await onDay('2026-11-21')).toBe(1);
});

test('an end that was chosen just now is known: only what comes later is said', async () => {
  await ending('cleo', '2026-11-30', { created_at: new Date('2026-11-21T00:00:00Z') });
  expect(await onDay('2026-11-21')).toBe(0);
  expect(await onDay('2026-11-23')).toBe(1);
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
    await ending('dora', '2026-11-22', { created_by: idOf('ben') });
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['night@nordmark-lb.example']);
    const [first] = await mails();
    expect(first?.subject).toContain('Das Client-Zertifikat');
    const text = app.runtime.seal.open(first?.body_sealed ?? Buffer.alloc(0), mailSeal(first?.id ?? '')).toString();
    // By the name, for its user name is an id that nobody is shown.
    expect(text).toContain('von Dora Service');
    expect(text).toContain(`/account/access/service-user/${idOf('dora')}#client-certificates`);
  });

  test('a maker whose partner has lost the account hears nothing, with that address or without one', async () => {
    await moveToCalder();
    await ending('dora', '2026-11-22', { created_by: idOf('ben') });
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['dora@nordmark-lb.example']);
    await contact('');
    await app.db.deleteFrom('mail').execute();
    await app.db.updateTable('certificate').set({ reminded_end: null }).execute();
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['cleo@nordmark-lb.example']);
  });

  test('whoever made it is told where nothing can be sent there, else who administers its account', async () => {
    await contact('nobody');
    await ending('dora', '2026-11-22', { created_by: idOf('ben') });
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['ben@umbra-trust.example']);
    await app.db.updateTable('app_user').set({ active: false }).where('id', '=', idOf('ben')).execute();
    await app.db.updateTable('certificate').set({ reminded_end: null }).execute();
    expect(await onDay('2026-11-21')).toBe(1);
    expect(await recipients()).toEqual(['ben@umbra-trust.example', 'cleo@nordmark-lb.example']);
  });
});

test.each([
  ['one that is disabled', { enabled: false }],
  [
    'one that is revoked',
    { state: 'revoked' as const, revoked_at: new Date(0), revocation_reason: 'superseded' as const },
  ],
  ['one that has ended', { valid_to: new Date('2026-11-20T23:59:59Z') }],
  ['one that ends in 31 days', { valid_to: new Date('2026-12-22T23:59:59Z') }],
])('nobody is told of %s', async (_what, values) => {
  await ending('cleo', '2026-11-22', values);
  expect(await remindOfCertificates(app.runtime)).toBe(0);
});

test('nobody is told whom no account lets in', async () => {
  await ending('cleo', '2026-11-22');
  await app.db.updateTable('account').set({ service_to: '2026-11-20' }).execute();
  expect(await remindOfCertificates(app.runtime)).toBe(0);
  await app.db.updateTable('account').set({ service_to: '2026-12-31' }).execute();
  expect(await remindOfCertificates(app.runtime)).toBe(1);
});
