/** Receivers of the audit log's events, as administrators set them up; what is sent to them is another file. */
import type { areas } from '@signet/contract';
import type { ResponseOf } from '@signet/contract/endpoint';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedAccounts } from '../../../seed/accounts.ts';
import { SEND_TIMEOUT } from '../../audit/forwarding/connection.ts';
import { LEASE_SECONDS, noteArrived, noteFailed, takeDue } from '../../audit/forwarding/delivery-store.ts';
import { forward } from '../../audit/forwarding/forward.ts';
import { openHttpsReceiver, openSyslogReceiver } from '../../audit/forwarding/testing.ts';
import { keepHeadInMemory } from '../../audit/kept-head.ts';
import { auditRow } from '../../audit/record.ts';
import { sequence } from '../../audit/sequencer.ts';
import { eventOf } from '../../audit/testing.ts';
import { openLogKey } from '../../audit/keys.ts';
import { canonicalJson } from '../../audit/leaf.ts';
import { leafHash } from '../../audit/merkle.ts';
import { insertToken } from '../../testing/api-token.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../testing/localhost-certificate.ts';
import { SENDER_CERTIFICATE, SENDER_KEY } from '../../testing/sender-certificate.ts';
import { undoable } from '../../testing/undo.ts';

const PLACE = '/account/ui-api/v1/audit-receiver';
const SYSLOG = { name: 'Collector', kind: 'syslog', address: 'collector.example.org' } as const;
/** One that asks for a certificate. */
const MUTUAL = {
  ...SYSLOG,
  authentication: 'certificate',
  client_certificate: SENDER_CERTIFICATE,
  secret: SENDER_KEY,
} as const;
const HTTPS = { name: 'Archive', kind: 'https', address: 'https://archive.example.org/events' } as const;
const BEARER = { ...HTTPS, authentication: 'bearer' } as const;
/** What looks like one and is none. */
const pem = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----`;

let app: TestApp;
let takeBack: () => Promise<void>;
const { open, begin } = undoable();
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  app = await startTestApp({ open, config: { ACCESS_TOKEN_SECONDS: 3600 } });
  // Everybody signs in once, so that what is in the log stays the same.
  for (const person of ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'] as const)
    await app.call(person, 'GET', '/account/ui-api/v1/profile');
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await takeBack();
  app.clock.set('2026-11-21T12:00:00Z');
});

const create = async (body: object) => (await app.call('ada', 'POST', PLACE, body)).body;
const fieldsOf = async (body: object) => {
  const answer = await app.call('ada', 'POST', PLACE, body);
  expect(answer.status).toBe(400);
  return Object.fromEntries(
    Object.entries<{ status: string }>(answer.body.error.fields).map(([field, { status }]) => [field, status]),
  );
};
const sequenceAll = async () =>
  sequence(app.db, {
    signer: await openLogKey(app.db, {
      seal: app.runtime.seal,
      clock: app.clock,
      origin: app.runtime.config.AUDIT_ORIGIN,
    }),
    mac: app.runtime.eventMac,
    kept: keepHeadInMemory(),
    clock: app.clock,
    log: app.runtime.log,
  });
/** What the process does each second. */
async function look(): Promise<void> {
  for (const lease of await takeDue(app.db, app.clock.now(), 8))
    await forward({ ...app.runtime, timeoutMs: 3_000 }, lease);
}
const receiverEvents = () =>
  app.db.selectFrom('audit_event').selectAll().where('resource_type', '=', 'AUDIT_RECEIVER').orderBy('id').execute();

describe('setting up', () => {
  test('a receiver is created, listed, edited and deleted, each with its event', async () => {
    const { status, body } = await app.call('ada', 'POST', PLACE, SYSLOG);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...SYSLOG,
      own_network: false,
      ca_certificate: '',
      authentication: 'none',
      certificate: null,
      secret_set_at: null,
      enabled: true,
      version: 1,
      updated_by_name: 'Ada Lindqvist',
      delivery: { waiting: 0, last_index: null, last_sent_at: null, failure: null, failed_tries: 0, test: null },
    });
    await create(HTTPS);
    const list = await app.call('ada', 'GET', PLACE);
    expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual(['Archive', 'Collector']);
    expect((await app.call('ada', 'GET', `${PLACE}?kind=https`)).body).toMatchObject({ total: 1 });
    expect((await app.call('ada', 'GET', `${PLACE}?name=COLL&enabled=true&sort=kind:desc`)).body).toMatchObject({
      total: 1,
    });
    const edit = { name: 'Old collector', address: SYSLOG.address, enabled: false };
    const saved = await app.call('ada', 'PUT', `${PLACE}/${body.id}?version=1`, edit);
    expect(saved.body).toMatchObject({ ...edit, version: 2 });
    expect((await app.call('ada', 'PUT', `${PLACE}/${body.id}?version=1`, edit)).body.error.status).toBe(
      'CHANGED_MEANWHILE',
    );
    expect((await app.call('ada', 'DELETE', `${PLACE}/${body.id}`)).status).toBe(204);
    expect((await app.call('ada', 'GET', `${PLACE}/${body.id}`)).status).toBe(404);
    expect(
      (await receiverEvents()).map(({ action, result, resource_name }) => [action, result, resource_name]),
    ).toEqual([
      ['CREATE', 'success', 'Collector'],
      ['CREATE', 'success', 'Archive'],
      ['UPDATE', 'success', 'Old collector'],
      ['UPDATE', 'failure', 'Old collector'],
      ['DELETE', 'success', 'Old collector'],
    ]);
    expect((await receiverEvents())[2]).toMatchObject({ before: { enabled: true }, after: { enabled: false } });
  });

  test('nobody but administrators of the platform who may read all events', async () => {
    const { id } = await create(SYSLOG);
    for (const person of ['ben', 'cleo', 'emil'] as const satisfies Name[]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['POST', '', HTTPS],
        ['GET', `/${id}`, undefined],
        ['PUT', `/${id}`, { name: 'Mine', address: 'mine.example' }],
        ['PUT', `/${id}/test`, undefined],
        ['DELETE', `/${id}`, undefined],
      ] as const)
        expect.soft((await app.call(person, method, PLACE + path, body)).status, `${method} ${path}`).toBe(403);
    }
    expect((await app.call(null, 'GET', PLACE)).status).toBe(401);
  });

  test.each<readonly [string, object, object]>([
    ['nothing at all', {}, { name: 'REQUIRED', kind: 'REQUIRED', address: 'REQUIRED' }],
    ['an empty name', { ...SYSLOG, name: ' ' }, { name: 'REQUIRED' }],
    ['a long name', { ...SYSLOG, name: 'x'.repeat(101) }, { name: 'MAX_LENGTH' }],
    ['another kind', { ...SYSLOG, kind: 'snmp' }, { kind: 'INVALID_INPUT' }],
    ...['', 'https://collector.example', 'a b', 'host:0', 'host:65536', 'host:port', '-host', '[::1', 'h\nost'].map(
      (address) =>
        [
          `the syslog address ${JSON.stringify(address)}`,
          { ...SYSLOG, address },
          { address: expect.stringMatching(/REQUIRED|INVALID/) },
        ] as const,
    ),
    ...[
      'http://archive.example.org',
      'archive.example.org',
      'https://',
      'https://me:secret@archive.example.org',
      'https://archive.example.org/#here',
      'https://archive.example.org:99999/',
      'https://archive.example.org/a b',
    ].map(
      (address) => [`the address ${address}`, { ...HTTPS, address }, { address: 'INVALID_HTTPS_ADDRESS' }] as const,
    ),
    ['trust in words', { ...SYSLOG, ca_certificate: 'trust me' }, { ca_certificate: 'INVALID_CERTIFICATE' }],
    [
      'trust in no certificate',
      { ...SYSLOG, ca_certificate: pem('CERTIFICATE') },
      { ca_certificate: 'INVALID_CERTIFICATE' },
    ],
    ['syslog with a token', { ...SYSLOG, authentication: 'bearer', secret: 'a' }, { authentication: 'INVALID_INPUT' }],
    ['a token that is missing', BEARER, { secret: 'REQUIRED' }],
    ['a token of two words', { ...BEARER, secret: 'two words' }, { secret: 'INVALID_RECEIVER_SECRET' }],
    ['a token with a header', { ...BEARER, secret: 'a\r\nx-admin: yes' }, { secret: 'INVALID_RECEIVER_SECRET' }],
    ['a long token', { ...BEARER, secret: 'x'.repeat(1025) }, { secret: 'MAX_LENGTH' }],
    ['no certificate of ours', { ...MUTUAL, client_certificate: ' ' }, { client_certificate: 'REQUIRED' }],
    ['ours in words', { ...MUTUAL, client_certificate: 'mine' }, { client_certificate: 'INVALID_CERTIFICATE' }],
    [
      'ours with its key in one field',
      { ...MUTUAL, client_certificate: SENDER_CERTIFICATE + SENDER_KEY },
      { client_certificate: 'INVALID_CERTIFICATE' },
    ],
    [
      'ours that is none',
      { ...MUTUAL, client_certificate: pem('CERTIFICATE') },
      { client_certificate: 'INVALID_CERTIFICATE' },
    ],
    ['no key', { ...MUTUAL, secret: undefined }, { secret: 'REQUIRED' }],
    ['a password for a key', { ...MUTUAL, secret: 'correct-horse' }, { secret: 'INVALID_PRIVATE_KEY' }],
    ['a key that is none', { ...MUTUAL, secret: pem('PRIVATE KEY') }, { secret: 'INVALID_PRIVATE_KEY' }],
    [
      'an encrypted key',
      { ...MUTUAL, secret: SENDER_KEY.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE') },
      { secret: 'INVALID_PRIVATE_KEY' },
    ],
    ['the key of another certificate', { ...MUTUAL, secret: LOCALHOST_KEY }, { secret: 'PRIVATE_KEY_MISMATCH' }],
    ['another start', { ...HTTPS, start: 'yesterday' }, { start: 'INVALID_INPUT' }],
  ])('%s is refused under its field', async (_, body, fields) => {
    expect(await fieldsOf(body)).toEqual(fields);
  });

  test.each(['10.0.0.7', '10.0.0.7:1514', 'logs.example:6514', '[2001:db8::7]', '[2001:db8::7]:6514'])(
    'the syslog address %s is taken',
    async (address) => {
      expect(await create({ ...SYSLOG, address })).toMatchObject({ address });
    },
  );
});

describe('a secret', () => {
  const withToken = { ...HTTPS, authentication: 'bearer', secret: 'correct-horse' } as const;
  const edit = { name: HTTPS.name, address: HTTPS.address };
  const sealed = async (id: string) =>
    (await app.db.selectFrom('audit_delivery').select('secret_sealed').where('receiver_id', '=', id).executeTakeFirst())
      ?.secret_sealed ?? null;

  test('is sealed, answered never, and not in the log', async () => {
    const body = await create(withToken);
    expect(body).toMatchObject({ secret_set_at: '2026-11-21 12:00:00' });
    expect(JSON.stringify([body, await receiverEvents()])).not.toContain('correct-horse');
    expect((await sealed(body.id))?.includes('correct-horse')).toBe(false);
    expect((await receiverEvents())[0]?.after).toMatchObject({ secret_set_at: '2026-11-21 12:00:00' });
  });

  test('is kept by an edit that brings none, and another one takes its place', async () => {
    const { id } = await create(withToken);
    const before = await sealed(id);
    expect((await app.call('ada', 'PUT', `${PLACE}/${id}`, { ...edit, name: 'Vault' })).status).toBe(200);
    expect(await sealed(id)).toEqual(before);
    // Within the same second: the columns that people see stay the same.
    const again = await app.call('ada', 'PUT', `${PLACE}/${id}`, { ...edit, name: 'Vault', secret: 'another-horse' });
    expect(again.status).toBe(200);
    expect(await sealed(id)).not.toEqual(before);
    expect((await receiverEvents()).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE', 'UPDATE']);
  });

  test('is not shown to another host', async () => {
    const { id } = await create(withToken);
    const elsewhere = { ...edit, address: 'https://elsewhere.example/events' };
    const refused = await app.call('ada', 'PUT', `${PLACE}/${id}`, elsewhere);
    expect(refused.body.error.fields).toMatchObject({ secret: { status: 'REQUIRED' } });
    const samePlace = { ...edit, address: `${HTTPS.address}/v2` };
    expect((await app.call('ada', 'PUT', `${PLACE}/${id}`, samePlace)).status).toBe(200);
    expect((await app.call('ada', 'PUT', `${PLACE}/${id}`, { ...elsewhere, secret: 'new' })).status).toBe(200);
  });

  test('of a certificate is its private key: kept while the certificate is, and never sent as a token', async () => {
    const body = await create({ ...MUTUAL, kind: 'https', address: HTTPS.address });
    const certificate = { subject: 'CN=Signet sends', valid_to: '2126-10-29 17:07:03' };
    expect(body).toMatchObject({ certificate });
    expect(body).toMatchObject({ client_certificate: SENDER_CERTIFICATE, secret_set_at: '2026-11-21 12:00:00' });
    const place = `${PLACE}/${body.id}`;
    const put = async (more: object) => (await app.call('ada', 'PUT', place, { ...edit, ...more })).body;
    const kept = await sealed(body.id);
    expect(await put({ name: 'Vault' })).toMatchObject({ name: 'Vault', client_certificate: SENDER_CERTIFICATE });
    expect(await sealed(body.id)).toEqual(kept);
    for (const other of [{ client_certificate: LOCALHOST_CERTIFICATE }, { authentication: 'bearer' }])
      expect((await put(other)).error.fields).toMatchObject({ secret: { status: 'REQUIRED' } });
    expect(await put({ client_certificate: LOCALHOST_CERTIFICATE, secret: LOCALHOST_KEY })).toMatchObject({
      version: 3,
    });
    expect(await sealed(body.id)).not.toEqual(kept);
    expect(await put({ authentication: 'none' })).toMatchObject({ client_certificate: '', secret_set_at: null });
    expect(JSON.stringify([body, await receiverEvents()])).not.toContain('PRIVATE KEY');
  });

  test('goes with the way to show it', async () => {
    const { id } = await create(withToken);
    const { body } = await app.call('ada', 'PUT', `${PLACE}/${id}`, { ...edit, authentication: 'none' });
    expect([body.secret_set_at, await sealed(id)]).toEqual([null, null]);
    const again = await app.call('ada', 'PUT', `${PLACE}/${id}`, { ...edit, authentication: 'signature' });
    expect(again.body.error.fields).toMatchObject({ secret: { status: 'REQUIRED' } });
  });
});

describe('how far it has come', () => {
  const local = { own_network: true, ca_certificate: LOCALHOST_CERTIFICATE };

  test('begins with the next event, or with the first of the log', async () => {
    await sequenceAll();
    const size = Number(
      (await app.db.selectFrom('audit_checkpoint').select('tree_size').orderBy('tree_size', 'desc').executeTakeFirst())
        ?.tree_size,
    );
    expect(size).toBeGreaterThan(3);
    const fromNow = await create(SYSLOG);
    const fromBeginning = await create({ ...HTTPS, start: 'beginning' });
    expect([fromNow.delivery.waiting, fromBeginning.delivery.waiting]).toEqual([0, size]);
    await sequenceAll();
    // What was done meanwhile: the two were created.
    expect((await app.call('ada', 'GET', `${PLACE}/${fromNow.id}`)).body.delivery.waiting).toBe(2);
  });

  test('is told with what was sent, why it failed and when it is tried again; an edit tries at once', async () => {
    const receiver = await openHttpsReceiver();
    closing.push(receiver.close);
    await sequenceAll();
    const { id } = await create({ ...HTTPS, ...local, address: receiver.address });
    receiver.own.answer = async () => 503;
    await sequenceAll();
    await look();
    const failed = (await app.call('ada', 'GET', `${PLACE}/${id}`)).body.delivery;
    expect(failed).toEqual({
      waiting: 1,
      next_index: expect.any(Number),
      last_index: null,
      last_sent_at: null,
      failure: { reason: 'answer', detail: '503' },
      failed_tries: 1,
      failed_at: '2026-11-21 12:00:00',
      next_try_at: '2026-11-21 12:00:05',
      test: null,
    });
    receiver.own.answer = async () => 200;
    await app.call('ada', 'PUT', `${PLACE}/${id}`, { name: 'Mended', address: receiver.address });
    await look();
    expect((await app.call('ada', 'GET', `${PLACE}/${id}`)).body.delivery).toMatchObject({
      waiting: 0,
      last_index: receiver.posted[0]?.lines[0]?.index,
      last_sent_at: '2026-11-21 12:00:00',
      failure: null,
      next_try_at: null,
    });
  });

  test('that waits for its next try is tried at once where it is saved as it was', async () => {
    const receiver = await openHttpsReceiver();
    closing.push(receiver.close);
    const { id } = await create({ ...HTTPS, ...local, address: receiver.address, start: 'beginning' });
    await sequenceAll();
    receiver.own.answer = async () => 503;
    await look();
    receiver.own.answer = async () => 200;
    const save = async () => {
      const { name, address, version } = (await app.call('ada', 'GET', `${PLACE}/${id}`)).body;
      const saved = await app.call('ada', 'PUT', `${PLACE}/${id}`, { name, address });
      expect([saved.status, saved.body.version]).toEqual([200, version]);
      return saved.body.delivery;
    };
    expect(await save()).toMatchObject({ failed_tries: 1, next_try_at: null });
    const told = await receiverEvents();
    expect(told.at(-1)).toMatchObject({
      action: 'UPDATE',
      before: { next_try_at: '2026-11-21 12:00:05' },
      after: { next_try_at: null },
    });
    await look();
    expect(await save()).toMatchObject({ failure: null, failed_tries: 0 });
    expect(await receiverEvents()).toEqual(told);
  });

  test('is sent again what it has lost, from an index on, in order; more than that is left out by nobody', async () => {
    const receiver = await openHttpsReceiver();
    closing.push(receiver.close);
    const { id } = await create({ ...HTTPS, ...local, address: receiver.address, start: 'beginning' });
    await sequenceAll();
    await look();
    const again = (from: unknown, who: Name = 'ada') =>
      app.call(who, 'PUT', `${PLACE}/${id}/send-again`, { from_index: from });
    const told = async () => (await app.call('ada', 'GET', `${PLACE}/${id}`)).body.delivery;
    const { next_index: next } = await told();
    const sent = receiver.posted.length;
    for (const wrong of [next, next + 1, -1, 1.5])
      expect((await again(wrong)).body.error.fields, String(wrong)).toEqual({
        from_index: expect.objectContaining({ status: 'INVALID_NUMBER', params: { min: 0, max: next - 1 } }),
      });
    expect((await again('2')).status).toBe(400);
    expect((await again(2, 'ben')).status).toBe(403);

    expect((await again(2)).status).toBe(204);
    expect(await told()).toMatchObject({ next_index: 2, last_index: 1, waiting: next - 2, failure: null });
    await look();
    const lines = receiver.posted.slice(sent).flatMap((one) => one.lines.map(({ index }) => index));
    expect(lines).toEqual(Array.from({ length: next - 2 }, (_, at) => at + 2));
    expect((await told()).next_index).toBe(next);
    const newest = (await receiverEvents()).at(-1);
    expect(newest).toMatchObject({ action: 'UPDATE', before: { next_index: next }, after: { next_index: 2 } });
    expect((await again(0)).status).toBe(204);
    expect(await told()).toMatchObject({ next_index: 0, last_index: null });
  });

  test('is not sent to by two at once: what is under way ends and notes nothing, then it is sent again', async () => {
    const { id } = await create({ ...HTTPS, ...local, start: 'beginning' });
    await sequenceAll();
    const [lease] = await takeDue(app.db, app.clock.now(), 8);
    await app.db.updateTable('audit_delivery').set({ next_index: 3 }).where('receiver_id', '=', id).execute();
    expect((await app.call('ada', 'PUT', `${PLACE}/${id}/send-again`, { from_index: 1 })).status).toBe(204);
    expect(await noteArrived(app.db, lease!, { nextIndex: 9, batchLimit: null }, app.clock.now())).toBe(false);
    expect(await takeDue(app.db, app.clock.now(), 8)).toEqual([]);
    app.clock.pass(LEASE_SECONDS);
    expect(await takeDue(app.db, app.clock.now(), 8)).toMatchObject([{ receiverId: id }]);
    expect((await app.call('ada', 'GET', `${PLACE}/${id}`)).body.delivery.next_index).toBe(1);
  });

  test('saved while it is sent to, it notes nothing of that try: the new ones are tried after it', async () => {
    const { id } = await create({ ...HTTPS, ...local, start: 'beginning' });
    await sequenceAll();
    const [lease] = await takeDue(app.db, app.clock.now(), 8);
    const told = async () => (await app.call('ada', 'GET', `${PLACE}/${id}`)).body.delivery;
    const before = await told();
    const edit = { name: 'Mended', address: 'https://other.example.org/events' };
    expect((await app.call('ada', 'PUT', `${PLACE}/${id}`, edit)).status).toBe(200);
    const now = app.clock.now();
    const next = { now, nextTry: new Date(now.getTime() + 600_000), smaller: null };
    expect(await noteFailed(app.db, lease!, { reason: 'answer', detail: '503' }, next)).toBe(false);
    expect(await noteArrived(app.db, lease!, { nextIndex: 3, batchLimit: null }, app.clock.now())).toBe(false);
    expect(await told()).toEqual(before);
    expect(await takeDue(app.db, app.clock.now(), 8)).toEqual([]);
    app.clock.pass(SEND_TIMEOUT / 1000);
    expect(await takeDue(app.db, app.clock.now(), 8)).toMatchObject([{ receiverId: id }]);
  });

  test('a test event shows whether it arrives, also where it is switched off; it is none of the log', async () => {
    const receiver = await openSyslogReceiver();
    closing.push(receiver.close);
    const { id } = await create({ ...SYSLOG, ...local, address: receiver.address, enabled: false });
    expect((await app.call('ada', 'PUT', `${PLACE}/${id}/test`)).status).toBe(204);
    const told = async () => (await app.call('ada', 'GET', `${PLACE}/${id}`)).body.delivery.test;
    expect(await told()).toEqual({ asked_at: '2026-11-21 12:00:00', done_at: null, failure: null });
    await look();
    expect(await told()).toEqual({ asked_at: '2026-11-21 12:00:00', done_at: '2026-11-21 12:00:00', failure: null });
    expect(receiver.heard).toEqual([
      {
        head: expect.stringMatching(/^<109>1 2026-11-21T12:00:00\.000Z \S+ signet \d+ TEST -$/),
        json: { test: true, at: '2026-11-21T12:00:00.000Z', platform: 'http://localhost:8080', receiver: 'Collector' },
      },
    ]);
    await receiver.leave();
    await app.call('ada', 'PUT', `${PLACE}/${id}/test`);
    await look();
    expect(await told()).toMatchObject({ failure: { reason: 'unreachable' } });
    expect((await app.call('ada', 'PUT', `${PLACE}/01a1fc66-0000-7000-8000-000000000000/test`)).status).toBe(404);
  });

  test('one that is long behind is told to those who look after the platform', async () => {
    const standing = async () => (await app.call('ada', 'GET', '/account/ui-api/v1/platform/health')).body.items;
    await sequenceAll();
    const { id } = await create(SYSLOG);
    await sequenceAll();
    app.clock.pass(14 * 60);
    expect(await standing()).toEqual([]);
    app.clock.pass(2 * 60);
    expect(await standing()).toEqual([{ kind: 'audit-forwarding', count: 1, since: '2026-11-21 12:00:00' }]);
    expect((await app.request('GET', '/readyz')).body.standing_still).toEqual(['audit-forwarding']);
    // One that gets on is not behind, whatever waits; nor is one that nothing is sent to.
    const delivery = app.db.updateTable('audit_delivery').where('receiver_id', '=', id);
    await delivery.set({ sent_at: app.clock.now() }).execute();
    expect(await standing()).toEqual([]);
    await delivery.set({ sent_at: null }).execute();
    await app.db.updateTable('audit_receiver').set({ enabled: false }).where('id', '=', id).execute();
    expect(await standing()).toEqual([]);
  });
});

describe('the feed', () => {
  const FEED = '/account/ui-api/v1/audit-log/feed';
  const feed = async (person: Name, query = '') => (await app.call(person, 'GET', FEED + query)).body;
  type Item = ResponseOf<typeof areas.auditForwarding.feed>['items'][number];
  /** Walks the feed to its end, a few events at a time. */
  async function all(person: Name, limit = 2): Promise<Item[]> {
    const items: Item[] = [];
    let after = '';
    for (let turn = 0; turn < 100; turn += 1) {
      const page = await feed(person, `?limit=${limit}${after}`);
      items.push(...page.items);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      if (page.next !== null) after = `&after=${page.next}`;
      if (!page.more) return items;
    }
    throw new Error('The feed has no end.');
  }
  const indexes = (items: { index: number }[]) => items.map(({ index }) => index);

  test('has each event of the log once, in its order, and goes on where it was left', async () => {
    expect(await feed('ada')).toEqual({ items: [], next: null, more: false });
    await sequenceAll();
    const events = await all('ada');
    expect(indexes(events)).toEqual(Array.from({ length: events.length }, (_, index) => index));
    const { items, next, more } = await feed('ada');
    expect([items, next, more]).toEqual([events, events.length - 1, false]);
    expect(await feed('ada', `?after=${next}`)).toEqual({ items: [], next, more: false });
    await create(SYSLOG);
    // Committed, but without its place in the log.
    expect((await feed('ada', `?after=${next}`)).items).toEqual([]);
    await sequenceAll();
    const [created] = (await feed('ada', `?after=${next}`)).items;
    expect(created).toMatchObject({
      index: next + 1,
      withheld: false,
      event: { action: 'CREATE', resource_type: 'AUDIT_RECEIVER', actor_name: 'Ada Lindqvist', actor_via: 'session' },
    });
    expect(leafHash(Buffer.from(canonicalJson(created.event))).toString('base64')).toBe(created.leaf);
  });

  test('has for a tenant what concerns it; what a stranger did there comes without from where', async () => {
    const { id, text } = await insertToken(app, app.userIds.get('ada') ?? '', { name: 'Set up customers' });
    const nordmark = app.accountIds.get('nordmark-lb') ?? '';
    const orsini = app.accountIds.get('orsini-custody') ?? '';
    for (const account_id of [nordmark, orsini]) {
      const organization = { name: 'Treasury', country: 'DE', account_id };
      const key = { 'x-api-key': text };
      expect((await app.request('POST', '/account/ui-api/v1/organization', organization, key)).status).toBe(201);
    }
    await app.call('cleo', 'POST', '/account/ui-api/v1/organization', { name: 'Own', country: 'DE' });
    await sequenceAll();
    const everything = await all('ada');
    const of = (...accounts: string[]) =>
      indexes(everything.filter(({ event }) => accounts.includes(event.account_id ?? '')));
    const seen = await all('cleo');
    expect(indexes(seen)).toEqual(of(nordmark));
    expect(indexes(await all('carl'))).toEqual(of(orsini));
    expect(indexes(await all('ben')).filter((index) => of(nordmark).includes(index))).toEqual(of(nordmark));
    expect(indexes(await all('ben')).filter((index) => of(orsini).includes(index))).toEqual([]);
    const [foreign, own] = seen.filter(({ event }) => event.resource_type === 'ORGANIZATION');
    expect(foreign).toMatchObject({ withheld: true, event: { actor_name: 'Ada Lindqvist' } });
    expect(foreign?.event).not.toHaveProperty('ip');
    for (const name of ['correlation_id', 'credential_id', 'credential_name'])
      expect(foreign?.event).not.toHaveProperty(name);
    const whole = everything.find(({ index }) => index === foreign?.index);
    expect(whole?.event).toMatchObject({ credential_id: id, credential_name: 'Set up customers' });
    expect(own).toMatchObject({ withheld: false, event: { actor_name: expect.any(String), ip: expect.any(String) } });
  });

  test('a partner gets what happened since a customer is its own', async () => {
    const orsini = app.accountIds.get('orsini-custody') ?? '';
    await app.call('carl', 'POST', '/account/ui-api/v1/organization', { name: 'Before', country: 'DE' });
    app.clock.pass(60);
    await app.db.updateTable('account').set({ partner_since: app.clock.now() }).where('id', '=', orsini).execute();
    app.clock.pass(60);
    await app.call('carl', 'POST', '/account/ui-api/v1/organization', { name: 'After', country: 'DE' });
    await sequenceAll();
    const names = (await all('bea'))
      .filter(({ event }) => event.account_id === orsini)
      .map(({ event }) => event.resource_name);
    expect(names).toEqual(['After']);
  });

  test('of a partner with many customers misses none, however few it is asked for at once', async () => {
    const now = app.clock.now();
    const identifiers = Array.from({ length: 20 }, (_, number) => `customer-${number}`);
    const customers = await seedAccounts(
      app.db,
      identifiers.map((identifier) => ({
        identifier,
        name: identifier,
        partner: 'calder-identity',
        from: '2024-01-01',
        to: null,
      })),
      now,
    );
    // Half of it happens to one of them, at the beginning to that one alone.
    const rows = Array.from({ length: 400 }, (_, number) => {
      const whose = number < 60 || number % 2 === 0 ? 'customer-0' : `customer-${number % 20}`;
      return auditRow(eventOf(number, { account_id: customers.get(whose) ?? null }), app.runtime);
    });
    await app.db.insertInto('audit_event').values(rows).execute();
    await sequenceAll();
    const own = new Set(identifiers.map((identifier) => customers.get(identifier)));
    const expected = (await all('ada', 500)).filter(({ event }) => own.has(event.account_id));
    expect(expected).toHaveLength(400);
    for (const limit of [7, 60, 1000]) {
      const seen = (await all('bea', limit)).filter(({ event }) => own.has(event.account_id));
      expect(indexes(seen)).toEqual(indexes(expected));
    }
  });

  test('is for those who may read the log, and says what is wrong with a question', async () => {
    expect((await app.call('emil', 'GET', FEED)).status).toBe(403);
    expect((await app.call(null, 'GET', FEED)).status).toBe(401);
    for (const query of ['after=-1', 'after=x', 'limit=0', 'limit=1001', 'after=1&after=2', 'before=1'])
      expect.soft((await app.call('ada', 'GET', `${FEED}?${query}`)).status, query).toBe(400);
  });
});
