/** Webhooks of ends: a signed message a day of what their person may see, sent again until it has arrived. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ENDING_MARKS } from '@signet/contract/areas/ends-soon-record';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { accountEnds, inDays, licenseHasEnded, tokenEnds } from '../../endings/testing.ts';
import { expectedSignature, openWebhookSink } from '../../testing/webhook-sink.ts';
import { takeDueWebhooks } from '../../endings/webhook-store.ts';
import { tellOfEnds, waitAfter } from '../../endings/webhook.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { LOCALHOST_CERTIFICATE } from '../../testing/localhost-certificate.ts';
import { onePlatform } from '../../testing/one-platform.ts';

const BASE = '/account/ui-api/v1/ends-soon';
const HOOK = `${BASE}/webhook`;
const DAY = 86_400;

let app: TestApp;
onePlatform((one) => void (app = one), {
  signedIn: ['ada', 'cleo', 'carl', 'emil', 'bea'],
  config: { OWN_NETWORK_PROVIDERS: true },
});
let sink: Awaited<ReturnType<typeof openWebhookSink>>;
beforeAll(async () => void (sink = await openWebhookSink()));
afterAll(() => sink.close());
beforeEach(async () => {
  sink.heard.length = 0;
  sink.own.answer = () => 204;
  await app.db.updateTable('account').set({ service_to: null }).execute();
});

const make = async (as: Name, address = sink.address): Promise<string> =>
  (await app.call(as, 'POST', HOOK, { address })).body.secret;
const read = async (as: Name) => (await app.call(as, 'GET', HOOK)).body.webhook;
/** What a process does each few seconds; answers how many it took. */
async function look(): Promise<number> {
  const due = await takeDueWebhooks(app.runtime, app.clock.now(), 8);
  for (const errand of due) await tellOfEnds(app.runtime, errand);
  return due.length;
}
const names = (at: number): string[] =>
  JSON.parse(sink.heard.at(at)?.body ?? '{}').data.endings.map(({ name }: { name: string }) => name);

test('a message names what ends in 60, 30, 7 days and in one, each once, with what will break', async () => {
  await app.db.updateTable('app_user').set({ locale: 'de_DE' }).where('user_name', '=', 'cleo').execute();
  for (const days of [1, 2, 7, 8, 29, 30, 59, 60, 61]) await tokenEnds(app, 'cleo', days, `In ${days}`);
  const secret = await make('cleo');
  await look();
  expect(names(-1)).toEqual(['In 1', 'In 7', 'In 30', 'In 60']);
  const [sent] = sink.heard;
  const { type, timestamp, data } = JSON.parse(sent?.body ?? '{}');
  expect([type, timestamp]).toEqual(['ends_soon', app.clock.now().toISOString()]);
  expect(data).toMatchObject({ platform: app.runtime.publicUrl, more: false });
  expect(data.endings[0]).toMatchObject({
    kind: 'token',
    kind_text: 'API-Token',
    account_name: 'Nordmark Landesbank',
    ends_on: inDays(app, 1),
    days: 1,
    owner_name: 'Cleo Marchetti',
  });
  expect(sent && sent.signature).toBe(sent && expectedSignature(secret, sent));
  expect(await read('cleo')).toMatchObject({ address: sink.address, failure: null });
  expect((await read('cleo')).sent_at).not.toBeNull();

  expect(await look()).toBe(0);
  app.clock.pass(DAY);
  await look();
  expect(names(-1)).toEqual(['In 2', 'In 8', 'In 61']);
  expect(sink.heard[1]?.id).not.toBe(sent?.id);
});

test('nothing is sent on a day without any; days that nobody worked on are told of later', async () => {
  await tokenEnds(app, 'cleo', 10, 'Ten');
  await tokenEnds(app, 'cleo', 5, 'Five');
  await make('cleo');
  expect(await look()).toBe(1);
  expect(sink.heard).toEqual([]);
  expect(await read('cleo')).toMatchObject({ sent_at: null, failure: null });
  app.clock.pass(6 * DAY);
  await look();
  // Five has ended meanwhile.
  expect(names(-1)).toEqual(['Ten']);
});

test('it is sent again under the same id until it is answered by 2xx, ever later, and the page says why', async () => {
  await tokenEnds(app, 'cleo', 7);
  await make('cleo');
  sink.own.answer = () => 500;
  await look();
  const failed = await read('cleo');
  expect(failed).toMatchObject({ sent_at: null, failure: { reason: 'answer', detail: '500' } });
  expect(await look()).toBe(0);
  app.clock.pass(waitAfter(1));
  sink.own.answer = () => 302;
  await look();
  app.clock.pass(waitAfter(2) - 1);
  expect(await look()).toBe(0);
  app.clock.pass(1);
  sink.own.answer = () => 200;
  await look();
  expect(new Set(sink.heard.map(({ id }) => id)).size).toBe(1);
  expect(sink.heard).toHaveLength(3);
  expect(await read('cleo')).toMatchObject({ failure: null });
  expect([waitAfter(1), waitAfter(2), waitAfter(40)]).toEqual([60, 120, 21_600]);
});

test('one that is set up anew owes the days that the one before did not deliver, and repeats no other', async () => {
  await tokenEnds(app, 'cleo', 7, 'Seven');
  await tokenEnds(app, 'cleo', 9, 'Nine');
  await tokenEnds(app, 'cleo', 32, 'Two and thirty');
  await make('cleo');
  sink.own.answer = () => 500;
  await look();
  app.clock.pass(3 * DAY);
  await look();
  sink.heard.length = 0;
  sink.own.answer = () => 204;
  app.forget('cleo');
  await make('cleo');
  // It says nothing of the failures before.
  expect(await read('cleo')).toMatchObject({ sent_at: null, failure: null });
  await look();
  expect(names(-1)).toEqual(['Seven', 'Nine', 'Two and thirty']);

  sink.heard.length = 0;
  await make('cleo');
  expect(await look()).toBe(1);
  expect(sink.heard).toEqual([]);
});

test('somebody who is taken by one process is not taken by another until a minute later', async () => {
  await tokenEnds(app, 'cleo', 7);
  await make('cleo');
  expect(await takeDueWebhooks(app.runtime, app.clock.now(), 8)).toHaveLength(1);
  expect(await look()).toBe(0);
  app.clock.pass(60);
  await look();
  expect(sink.heard).toHaveLength(1);
});

test('a clock that was a month ahead for a moment silences nobody until then', async () => {
  await tokenEnds(app, 'cleo', 8, 'Eight');
  await make('cleo');
  app.clock.pass(30 * DAY);
  expect(await look()).toBe(1);
  app.clock.pass(-30 * DAY);
  sink.heard.length = 0;
  expect(await look()).toBe(1);
  app.clock.pass(DAY);
  await look();
  expect(names(-1)).toEqual(['Eight']);
});

test('it has what its person may see at that moment, and nothing of another tenant or that was put off', async () => {
  await tokenEnds(app, 'carl', 7, 'Of Carl');
  const own = await tokenEnds(app, 'cleo', 7, 'Of Cleo');
  await tokenEnds(app, 'cleo', 30, 'Later');
  await accountEnds(app, 'nordmark-lb', 60);
  await make('bea');
  await look();
  expect(sink.heard.map(({ body }) => body).join('')).not.toMatch(/Nordmark|Of Cleo|Later/);
  await app.db.updateTable('account').set({ service_to: null }).execute();
  await make('cleo');
  await app.call('cleo', 'PUT', `${BASE}/${own}/snooze`, { until: inDays(app, 3), reason: 'On Monday' });
  await look();
  expect(names(-1)).toEqual(['Later']);
  // It is told of again on the day until which it was put off.
  app.clock.pass(3 * DAY);
  await look();
  expect(names(-1)).toEqual(['Of Cleo']);
});

test('what was put off until a day is told of on that day, however far its end is', async () => {
  const far = await tokenEnds(app, 'cleo', 80, 'In eighty');
  await tokenEnds(app, 'cleo', 80, 'Never put off');
  const other = await tokenEnds(app, 'carl', 90, 'Of Carl');
  for (const [who, key] of [
    ['cleo', far],
    ['carl', other],
  ] as const)
    await app.call(who, 'PUT', `${BASE}/${key}/snooze`, { until: inDays(app, 7), reason: 'Next week' });
  await make('cleo');
  app.clock.pass(6 * DAY);
  await look();
  expect(sink.heard).toEqual([]);
  app.clock.pass(DAY);
  await look();
  expect(names(-1)).toEqual(['In eighty']);
  app.clock.pass(DAY);
  await look();
  expect(sink.heard).toHaveLength(1);
});

test('what two reasons name is named once: marks of missed days, and a day until which it was put off', async () => {
  await tokenEnds(app, 'cleo', 31, 'Two marks');
  const both = await tokenEnds(app, 'cleo', 32, 'A mark and put off');
  await app.call('cleo', 'PUT', `${BASE}/${both}/snooze`, { until: inDays(app, 25), reason: 'Next month' });
  await make('cleo');
  await look();
  app.clock.pass(25 * DAY);
  await look();
  expect(sink.heard).toHaveLength(1);
  expect(names(-1)).toEqual(['Two marks', 'A mark and put off']);
});

test('of each kind no more is read than a message has', async () => {
  await tokenEnds(app, 'cleo', 7, 'Seven');
  await make('cleo');
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await look();
  const of = (asked.mock.calls as unknown[][]).map(([query]) => (query as { text?: string }).text ?? '');
  asked.mockRestore();
  expect(names(-1)).toEqual(['Seven']);
  const lists = of.filter((text) => text.includes('left join ending_snooze z'));
  expect(lists).toHaveLength(ENDING_MARKS.length);
  for (const text of lists)
    expect(text.match(/limit \$\d+\)(?! counted)/g)).toHaveLength(text.split('left join ending_snooze z').length - 1);
});

test('with the permission everything stops, and comes back with it', async () => {
  const person = { id: app.userIds.get('cleo') ?? '' };
  await tokenEnds(app, 'cleo', 7, 'Seven');
  await tokenEnds(app, 'cleo', 8, 'Eight');
  await tokenEnds(app, 'cleo', 9, 'Nine');
  await make('cleo');
  const change = (values: { access_scope?: 'end_user' | 'account'; active?: boolean }) =>
    app.db.updateTable('app_user').set(values).where('id', '=', person.id).execute();
  await change({ access_scope: 'end_user' });
  expect(await look()).toBe(1);
  await change({ access_scope: 'account', active: false });
  app.clock.pass(DAY);
  expect(await look()).toBe(1);
  expect(sink.heard).toEqual([]);
  await change({ active: true });
  app.clock.pass(DAY);
  await look();
  expect(names(-1)).toEqual(['Nine']);
});

test('once the platform’s license has ended, nothing is sent outside system scope', async () => {
  await tokenEnds(app, 'cleo', 7, 'Seven');
  await licenseHasEnded(app);
  await make('cleo');
  expect(await look()).toBe(1);
  expect(sink.heard).toEqual([]);
  await make('ada');
  expect(await look()).toBe(1);
  expect(names(-1)).toContain('Seven');
});

test('a test says at once whether it arrives; each person has their own, and none means 404', async () => {
  expect((await app.call('cleo', 'POST', `${HOOK}/test`)).status).toBe(404);
  const secret = await make('cleo');
  expect((await app.call('cleo', 'POST', `${HOOK}/test`)).body).toEqual({ failure: null });
  const [sent] = sink.heard;
  expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ type: 'ends_soon.test', data: { endings: [] } });
  expect(sent && sent.signature).toBe(sent && expectedSignature(secret, sent));
  sink.own.answer = () => 410;
  expect((await app.call('cleo', 'POST', `${HOOK}/test`)).body).toEqual({
    failure: { reason: 'answer', detail: '410' },
  });
  expect(await read('carl')).toBeNull();
  expect((await app.call('carl', 'POST', `${HOOK}/test`)).status).toBe(404);
  for (const method of ['GET', 'DELETE'] as const) expect((await app.call('emil', method, HOOK)).status).toBe(403);
});

test('the secret is shown once, sealed, and another one ends it; removed, nothing is sent', async () => {
  await tokenEnds(app, 'cleo', 7);
  const first = await make('cleo');
  expect(first).toMatch(/^whsec_[\w+/]{43}=$/);
  const [errand] = await takeDueWebhooks(app.runtime, app.clock.now(), 8);
  const second = await make('cleo');
  expect(second).not.toBe(first);
  expect(JSON.stringify(await read('cleo'))).not.toContain('whsec_');
  // Whoever still sends by the former one notes nothing of the new one.
  if (errand) await tellOfEnds(app.runtime, errand);
  expect(await read('cleo')).toMatchObject({ sent_at: null });
  const stored = await app.db.selectFrom('ending_webhook').selectAll().executeTakeFirstOrThrow();
  expect(stored.secret_sealed.toString('latin1')).not.toContain(second);
  await make('carl');
  expect((await app.call('cleo', 'DELETE', HOOK)).status).toBe(204);
  // That of another tenant's administrator stays.
  expect(await read('carl')).toMatchObject({ address: sink.address });
  expect((await app.call('carl', 'DELETE', HOOK)).status).toBe(204);
  expect(await look()).toBe(0);
  const told = await app.db
    .selectFrom('audit_event')
    .selectAll()
    .where('resource_type', '=', 'ENDING_WEBHOOK')
    .orderBy('at')
    .execute();
  expect(told.map(({ action }) => action).toSorted()).toEqual(['CREATE', 'CREATE', 'CREATE', 'DELETE', 'DELETE']);
  expect(JSON.stringify(told)).not.toMatch(/whsec_|hook\?of=ends/);
});

test.each([
  ['', 'REQUIRED'],
  ['nowhere', 'INVALID_INPUT'],
  ['ftp://hooks.example/', 'INVALID_INPUT'],
  ['javascript:alert(1)', 'INVALID_INPUT'],
  ['https://user:secret@hooks.example/', 'INVALID_INPUT'],
  ['https://hooks.example:99999/', 'INVALID_WEBHOOK_ADDRESS'],
  ['https://hooks.example/ with blanks', 'INVALID_INPUT'],
  [`https://hooks.example/${'a'.repeat(2_048)}`, 'MAX_LENGTH'],
])('%s is no address', async (address, why) => {
  const { status, body } = await app.call('cleo', 'POST', HOOK, { address });
  expect([status, Object.keys(body.error.fields)]).toEqual([400, ['address']]);
  expect(body.error.fields.address.status).toBe(why);
  expect(await read('cleo')).toBeNull();
});

test('where the operator does not allow the own network, nothing in it is asked', async () => {
  const { config } = app.runtime;
  await tokenEnds(app, 'cleo', 7);
  Object.assign(config, { OWN_NETWORK_PROVIDERS: false });
  try {
    expect((await app.call('cleo', 'POST', HOOK, { address: sink.address })).status).toBe(400);
    await make('cleo', sink.address.replace('http:', 'https:'));
    expect((await app.call('cleo', 'POST', `${HOOK}/test`)).body.failure.reason).toBe('forbidden-address');
    await look();
    expect((await read('cleo')).failure).toMatchObject({ reason: 'forbidden-address' });
    expect(sink.heard).toEqual([]);
  } finally {
    Object.assign(config, { OWN_NETWORK_PROVIDERS: true });
  }
});

test('by https it arrives where the certificate is trusted, and is refused where it is not', async () => {
  const trusted = getCACertificates('default');
  const tls = await openWebhookSink({ tls: true });
  try {
    await tokenEnds(app, 'cleo', 7, 'Seven');
    const secret = await make('cleo', tls.address);
    await look();
    expect(tls.heard).toEqual([]);
    expect((await read('cleo')).failure).toMatchObject({ reason: 'certificate' });
    expect((await app.call('cleo', 'POST', `${HOOK}/test`)).body.failure.reason).toBe('certificate');

    setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
    expect((await app.call('cleo', 'POST', `${HOOK}/test`)).body).toEqual({ failure: null });
    app.clock.pass(waitAfter(1));
    await look();
    const [, sent] = tls.heard;
    expect(JSON.parse(sent?.body ?? '{}').data.endings).toMatchObject([{ name: 'Seven' }]);
    expect(sent && sent.signature).toBe(sent && expectedSignature(secret, sent));
    expect(await read('cleo')).toMatchObject({ failure: null });
  } finally {
    setDefaultCACertificates(trusted);
    await tls.close();
  }
});
