/** Events of the audit log on their way to receivers that come and go: none is lost, none comes out of its order. */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer as createTcp, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Insertable } from 'kysely';
import { openDatabase } from '../../db/open.ts';
import type { Database } from '../../db/schema.ts';
import { newId } from '../../ids.ts';
import { createDatabase, type TestDatabase } from '../../testing/database.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../testing/localhost-certificate.ts';
import { SENDER_CERTIFICATE, SENDER_KEY } from '../../testing/sender-certificate.ts';
import { canonicalJson } from '../leaf.ts';
import { openTestLog, type TestLog } from '../testing.ts';
import { leafHash } from '../merkle.ts';
import { LEASE_SECONDS, secretContext, takeDue } from './delivery-store.ts';
import { forward, waitAfter, type Forwarding } from './forward.ts';
import { openHttpsReceiver, openSyslogReceiver } from './testing.ts';

let database: TestDatabase;
let log: TestLog;
let now: Date;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  log = await openTestLog({ shared: database });
  now = new Date('2026-11-21T12:00:00Z');
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await log.db.deleteFrom('audit_receiver').execute();
  await log.close();
});

const opened = async <T extends { close: () => Promise<unknown> }>(opening: Promise<T>): Promise<T> => {
  const one = await opening;
  closing.push(one.close);
  return one;
};
const syslog = (...asking: Parameters<typeof openSyslogReceiver>) => opened(openSyslogReceiver(...asking));
const https = (...asking: Parameters<typeof openHttpsReceiver>) => opened(openHttpsReceiver(...asking));

/** Has events sent to an address of this machine, from the first of the log. */
async function add(
  fields: Partial<Insertable<Database['audit_receiver']>> & { address: string },
  secret?: string,
): Promise<string> {
  const id = newId();
  const sealed = secret === undefined ? null : log.seal.seal(Buffer.from(secret), secretContext(id));
  await log.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('audit_receiver')
      .values({
        id,
        name: 'Archive',
        kind: 'syslog',
        own_network: true,
        ca_certificate: LOCALHOST_CERTIFICATE,
        created_at: now,
        updated_at: now,
        ...fields,
      })
      .execute();
    await tx
      .insertInto('audit_delivery')
      .values({ receiver_id: id, next_index: 0, owed_since: now, secret_sealed: sealed })
      .execute();
  });
  return id;
}

const forwarding = (more: Partial<Forwarding> = {}): Forwarding => ({
  db: log.db,
  seal: log.seal,
  clock: { now: () => now },
  publicUrl: 'https://signet.example',
  log: log.log,
  timeoutMs: 5_000,
  batch: 4,
  ...more,
});
/** What a process does each second: takes what is due, and sends it. Answers how many receivers it took. */
async function look(more?: Partial<Forwarding>, ending?: AbortSignal): Promise<number> {
  const leases = await takeDue(log.db, now, 8);
  await Promise.all(leases.map((lease) => forward(forwarding(more), lease, ending)));
  return leases.length;
}
const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000));
const delivery = (id: string) =>
  log.db.selectFrom('audit_delivery').selectAll().where('receiver_id', '=', id).executeTakeFirstOrThrow();
/** So many further events have their place in the log. */
async function happen(count: number): Promise<void> {
  await log.record(count);
  await log.sequence();
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const indexes = (all: readonly { index: number }[]): number[] => all.map(({ index }) => index);
/** What a receiver has that keeps each event once, by its id. */
const distinct = (all: readonly { index: number; event: { id: string } }[]) => [
  ...new Map(all.map((one) => [one.event.id, one.index])).values(),
];

describe('a syslog receiver', () => {
  test('gets each event in its frame, in order: structured data, and the JSON whose hash is the leaf', async () => {
    const receiver = await syslog();
    const id = await add({ address: receiver.address });
    await happen(10);
    await look();
    expect(indexes(receiver.heard.map(({ json }) => json))).toEqual(upTo(10));
    const [first] = receiver.heard;
    const event = first!.json.event;
    expect(first?.head).toMatch(
      new RegExp(
        String.raw`^<109>1 2026-11-21T12:00:00\.000Z [!-~]{1,255} signet \d+ UPDATE ` +
          String.raw`\[signet@32473 index="0" id="${event.id}" action="UPDATE" resource="USER" result="success" ` +
          String.raw`via="session" account="${String(event['account_id'])}" actor="${String(event['actor_id'])}"\]$`,
      ),
    );
    expect(leafHash(Buffer.from(canonicalJson(event))).toString('base64')).toBe(first?.json.leaf);
    expect(event).toMatchObject({ actor_name: 'Cleo', before: { phone: '' }, after: { phone: '+46 8 123' } });
    expect(await delivery(id)).toMatchObject({ next_index: '10', sent_at: now, failure: null, lease: null });
    expect(await look()).toBe(0);
  });

  test('is sent nothing that is not committed and sequenced, and gets what comes late in its order', async () => {
    const receiver = await syslog();
    await add({ address: receiver.address });
    await log.record(3);
    expect(await look()).toBe(0);
    await log.sequence();
    // It happened before all others, and is committed after them.
    await log.record(1, { at: new Date('2026-11-21T09:00:00Z'), message: 'late' });
    await look();
    await log.sequence();
    await look();
    expect(indexes(receiver.heard.map(({ json }) => json))).toEqual(upTo(4));
    expect(receiver.heard.at(-1)?.json.event['message']).toBe('late');
  });

  test('that is absent gets everything once it is back, after waits that grow', async () => {
    const receiver = await syslog();
    await receiver.leave();
    const id = await add({ address: receiver.address });
    await happen(6);
    for (const wait of [5, 10, 20]) {
      expect(await look()).toBe(1);
      expect(await delivery(id)).toMatchObject({ failure: 'unreachable', next_index: '0' });
      pass(wait - 1);
      expect(await look()).toBe(0);
      pass(1);
    }
    expect(await delivery(id)).toMatchObject({
      failed_tries: 3,
      failure_detail: expect.stringContaining('ECONNREFUSED'),
    });
    await receiver.comeBack();
    await happen(3);
    await look();
    expect(indexes(receiver.heard.map(({ json }) => json))).toEqual(upTo(9));
    expect(await delivery(id)).toMatchObject({ failure: null, failed_tries: 0, failed_at: null, next_try_at: null });
    expect(log.lines.filter(({ receiver: name }) => name === 'Archive').map(({ level }) => level)).toEqual([40, 30]);
  });

  test('that takes a test event is back: what waits for a later try follows at once', async () => {
    const receiver = await syslog();
    await receiver.leave();
    const id = await add({ address: receiver.address });
    await happen(3);
    await look();
    const ask = () =>
      log.db
        .updateTable('audit_delivery')
        .set({ test_asked_at: now, tested_at: null })
        .where('receiver_id', '=', id)
        .execute();
    await ask();
    const { next_try_at } = await delivery(id);
    await look();
    expect(await delivery(id)).toMatchObject({ test_failure: 'unreachable', next_try_at, failed_tries: 1 });
    await receiver.comeBack();
    await ask();
    await look();
    expect(receiver.heard.map(({ json }) => json.index)).toEqual([undefined, ...upTo(3)]);
    expect(await delivery(id)).toMatchObject({ test_failure: null, next_index: '3', failure: null, failed_tries: 0 });
  });

  test('that is killed in the middle of a frame gets the whole batch again', async () => {
    const receiver = await syslog();
    const id = await add({ address: receiver.address });
    await happen(10);
    receiver.breaksOff(1_500);
    await look();
    expect(await delivery(id)).toMatchObject({ failure: 'closed', next_index: '0' });
    const kept = receiver.heard.length;
    expect(kept).toBeGreaterThan(0);
    pass(5);
    await look();
    expect(indexes(receiver.heard.map(({ json }) => json))).toEqual([...upTo(kept), ...upTo(10)]);
    expect(distinct(receiver.heard.map(({ json }) => json))).toEqual(upTo(10));
  });

  test('that closes at once has got nothing', async () => {
    const receiver = await syslog();
    const id = await add({ address: receiver.address });
    await happen(1);
    receiver.breaksOff(0);
    await look();
    expect(await delivery(id)).toMatchObject({ failure: 'closed', next_index: '0' });
  });

  type Misfit = { host?: string; address?: string; ca_certificate?: string; own_network?: boolean };
  test.each<[string, Misfit, string]>([
    ['whose certificate nobody vouches for', { ca_certificate: '' }, 'certificate'],
    ['that is not who its certificate says', { host: '127.0.0.2' }, 'certificate'],
    ['of the platform’s own network, where that is not allowed', { own_network: false }, 'forbidden-address'],
    ['that has no address', { address: 'nobody.invalid:6514' }, 'unknown-host'],
  ])('%s is sent nothing', async (_, { host, ...fields }: Misfit, failure) => {
    const receiver = await syslog();
    const address = host === undefined ? receiver.address : `${host}:${receiver.port}`;
    const id = await add({ address, ...fields });
    await happen(1);
    await look();
    const { failure: told } = await delivery(id);
    // 127.0.0.2 answers on some machines only.
    expect(host !== undefined && told === 'unreachable' ? failure : told).toBe(failure);
    expect(receiver.heard).toEqual([]);
  });

  test('that asks for a certificate hears who shows the right one, and nobody else', async () => {
    const receiver = await syslog({ asks: SENDER_CERTIFICATE });
    const certificate = { address: receiver.address, authentication: 'certificate' } as const;
    const strangers = [
      await add({ address: receiver.address }),
      await add({ ...certificate, client_certificate: LOCALHOST_CERTIFICATE }, LOCALHOST_KEY),
    ];
    await happen(3);
    await look();
    // The receiver of this test says a word to who shows none, and closes on who shows a wrong one.
    for (const [n, failure] of ['client-certificate', 'closed'].entries())
      expect(await delivery(strangers[n] ?? '')).toMatchObject({ failure, next_index: '0' });
    expect(receiver.heard).toEqual([]);
    const known = await add({ ...certificate, client_certificate: SENDER_CERTIFICATE }, SENDER_KEY);
    await look();
    expect(await delivery(known)).toMatchObject({ failure: null, next_index: '3' });
    expect(indexes(receiver.heard.map(({ json }) => json))).toEqual(upTo(3));
  });

  test('that does not speak TLS, or says nothing at all, is a failure', async () => {
    const answers = createTcp((socket) => void socket.on('error', () => undefined).end('220 mail.example ESMTP\r\n'));
    const silent = createTcp((socket) => void socket.on('error', () => undefined));
    for (const server of [answers, silent]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      closing.push(async () => server.close());
    }
    const port = (server: typeof answers): number => (server.address() as AddressInfo).port;
    const plain = await add({ address: `localhost:${port(answers)}` });
    await happen(1);
    await look();
    expect((await delivery(plain)).failure).toBe('tls');
    const mute = await add({ address: `localhost:${port(silent)}` });
    await happen(1);
    // The name is looked up within it.
    await look({ timeoutMs: 1_000 });
    expect(await delivery(mute)).toMatchObject({
      failure: 'timeout',
      failure_detail: expect.stringContaining('within 1 s.'),
    });
  });
});

describe('an HTTPS receiver', () => {
  const SECRET = 'correct-horse-battery';

  test('gets lines of JSON, as many at once as a batch has, with an id to know them again by', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(10);
    await look();
    expect(receiver.posted.map(({ lines }) => indexes(lines))).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9],
    ]);
    const [first] = receiver.posted;
    expect(first?.url).toBe('/events?from=signet');
    expect(first?.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'webhook-id': `${id}:0-3`,
    });
    expect(first?.headers).not.toHaveProperty('authorization');
    expect(first?.headers).not.toHaveProperty('webhook-signature');
  });

  test('gets a bearer token, or a signature that it can check', async () => {
    const receiver = await https();
    await add({ kind: 'https', address: receiver.address, authentication: 'bearer' }, SECRET);
    const key = randomBytes(24);
    await add(
      { kind: 'https', address: receiver.address, authentication: 'signature' },
      `whsec_${key.toString('base64')}`,
    );
    await happen(1);
    await look();
    const token = receiver.posted.find(({ headers }) => headers.authorization !== undefined);
    expect(token?.headers.authorization).toBe(`Bearer ${SECRET}`);
    const signed = receiver.posted.find((one) => one !== token);
    const content = `${String(signed?.headers['webhook-id'])}.${now.getTime() / 1000}.${signed?.body}`;
    expect(signed?.headers).toMatchObject({
      'webhook-timestamp': String(now.getTime() / 1000),
      'webhook-signature': `v1,${createHmac('sha256', key).update(content).digest('base64')}`,
    });
  });

  test('that asks for a certificate is shown it, and no secret in a header', async () => {
    const receiver = await https({ asks: SENDER_CERTIFICATE });
    const stranger = await add({ kind: 'https', address: receiver.address });
    const shown = { authentication: 'certificate', client_certificate: SENDER_CERTIFICATE } as const;
    const known = await add({ kind: 'https', address: receiver.address, ...shown }, SENDER_KEY);
    await happen(2);
    await look();
    expect((await delivery(stranger)).failure).toBe('client-certificate');
    expect((await delivery(known)).next_index).toBe('2');
    const [only, ...more] = receiver.posted;
    expect([more, only?.headers.authorization, only?.headers['webhook-signature']]).toEqual([[], undefined, undefined]);
  });

  test.each([503, 401, 302])('that answers %i has got nothing, and gets the same again', async (status) => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(3);
    receiver.own.answer = async () => status;
    await look();
    expect(await delivery(id)).toMatchObject({ failure: 'answer', failure_detail: String(status), next_index: '0' });
    receiver.own.answer = async () => 200;
    pass(5);
    await look();
    expect(receiver.posted.map(({ body }) => body)).toEqual([receiver.posted[0]?.body, receiver.posted[0]?.body]);
    expect(new Set(receiver.posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await delivery(id)).next_index).toBe('3');
  });

  test('whose answer was lost gets the same batch again, though more has happened meanwhile', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(3);
    receiver.own.answer = async () => 503;
    await look();
    await happen(1);
    pass(5);
    receiver.own.answer = async () => 200;
    await look();
    const [first, second, third] = receiver.posted;
    expect(second?.headers['webhook-id']).toBe(`${id}:0-2`);
    expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
    expect(third?.headers['webhook-id']).toBe(`${id}:3-3`);
    expect(await delivery(id)).toMatchObject({ next_index: '4', batch_end: null });
  });

  test('that takes no batch gets half of it after the second failure, and more again once one arrives', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(9);
    const sent = () => receiver.posted.map(({ lines }) => lines.length);
    receiver.own.answer = async () => 503;
    for (const wait of [5, 10, 20, 40]) {
      await look();
      pass(wait);
    }
    expect(sent()).toEqual([4, 4, 2, 1]);
    receiver.own.answer = async () => 200;
    await look();
    expect(sent().slice(4)).toEqual([1, 2, 3, 3]);
    expect(await delivery(id)).toMatchObject({ next_index: '9', batch_limit: null });
  });

  test('that takes no more than 100 kB at once gets everything, and nothing of it twice', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(500);
    const taken: number[] = [];
    receiver.own.answer = async ({ body, lines }) => {
      if (Buffer.byteLength(body) > 100_000) return 413;
      taken.push(...indexes(lines));
      return 200;
    };
    let tries = 0;
    for (; tries < 20 && (await delivery(id)).next_index !== '500'; tries += 1) {
      await look({ batch: 500 });
      pass(600);
    }
    expect((await delivery(id)).next_index).toBe('500');
    expect(taken).toEqual(upTo(500));
    expect(tries).toBeLessThan(10);
  });

  test('that is slow holds up nobody else, and no connection to the database', async () => {
    const slow = await https();
    const quick = await syslog();
    const slowId = await add({ kind: 'https', address: slow.address });
    await add({ address: quick.address });
    await happen(3);
    let release = (): void => undefined;
    slow.own.answer = () => new Promise((done) => (release = () => done(200)));
    const looking = look();
    await expect.poll(() => [slow.posted.length, quick.heard.length]).toEqual([1, 3]);
    // What the quick one got is noted in the database first; for the slow one nothing is held.
    await expect.poll(() => log.pool.totalCount - log.pool.idleCount).toBe(0);
    release();
    await looking;
    expect((await delivery(slowId)).next_index).toBe('3');
  });

  test('that never answers is given up in time, and tried again', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(1);
    receiver.own.answer = () => new Promise(() => undefined);
    await look({ timeoutMs: 150 });
    expect(await delivery(id)).toMatchObject({ failure: 'timeout', next_index: '0' });
  });
});

describe('several processes', () => {
  test('never send to a receiver at the same time', async () => {
    const receiver = await https();
    await add({ kind: 'https', address: receiver.address });
    await happen(40);
    let under = 0;
    let most = 0;
    receiver.own.answer = async () => {
      most = Math.max(most, (under += 1));
      await new Promise((done) => setImmediate(done));
      under -= 1;
      return 200;
    };
    await Promise.all([look(), look(), look(), look()]);
    expect(most).toBe(1);
    expect(receiver.posted.flatMap(({ lines }) => indexes(lines))).toEqual(upTo(40));
  });

  test('one goes on where another was killed, after its time with the receiver', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(10);
    // It has sent a batch, and is killed before it could write that down.
    const killed = openDatabase(database.connection, 1);
    receiver.own.answer = async () => (await killed.close(), 200);
    const [lease] = await takeDue(log.db, now, 8);
    await expect(forward(forwarding({ db: killed.db }), lease!)).rejects.toThrow(/pool|driver|destroyed/i);
    receiver.own.answer = async () => 200;
    expect(await delivery(id)).toMatchObject({ next_index: '0' });
    expect(await look()).toBe(0);
    pass(LEASE_SECONDS);
    expect(await look()).toBe(1);
    expect(receiver.posted.flatMap(({ lines }) => indexes(lines))).toEqual([...upTo(4), ...upTo(10)]);
  });

  test('a clock that is a day ahead keeps nothing from the others, after a failure or a kill', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(2);
    receiver.own.answer = async () => 500;
    pass(86_400);
    await look();
    pass(-86_400);
    receiver.own.answer = async () => 200;
    expect(await look()).toBe(1);
    expect(await delivery(id)).toMatchObject({ next_index: '2', failure: null });
    await happen(1);
    pass(86_400);
    expect(await takeDue(log.db, now, 8)).toHaveLength(1);
    pass(-86_400);
    expect(await look()).toBe(1);
    expect(await delivery(id)).toMatchObject({ next_index: '3' });
  });

  test('one that slept over its time writes nothing down', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(2);
    receiver.own.answer = async () => {
      // Another process takes the receiver meanwhile, and has got further.
      receiver.own.answer = async () => 200;
      pass(LEASE_SECONDS);
      await look();
      return 500;
    };
    await look();
    expect(await delivery(id)).toMatchObject({ next_index: '2', failure: null });
  });

  test('one that ends finishes its batch and leaves the rest to the next one', async () => {
    const receiver = await https();
    const id = await add({ kind: 'https', address: receiver.address });
    await happen(10);
    const ending = new AbortController();
    receiver.own.answer = async () => (ending.abort(), 200);
    await look({}, ending.signal);
    expect(await delivery(id)).toMatchObject({ next_index: '4', lease: null });
    expect(await look()).toBe(1);
    expect(receiver.posted.flatMap(({ lines }) => indexes(lines))).toEqual(upTo(10));
  });
});

test('one that is switched off is sent nothing, and everything once it is on again', async () => {
  const receiver = await syslog();
  const id = await add({ address: receiver.address, enabled: false });
  await happen(2);
  expect(await look()).toBe(0);
  await log.db.updateTable('audit_receiver').set({ enabled: true }).where('id', '=', id).execute();
  await look();
  expect(receiver.heard).toHaveLength(2);
});

test('a large event does not swell the batch: the next one begins with it', async () => {
  const receiver = await https();
  await add({ kind: 'https', address: receiver.address });
  await log.record(1);
  await log.record(2, { after: { text: 'x'.repeat(900_000) } });
  await log.record(1, { after: { text: 'x'.repeat(1_200_000) } });
  await log.record(1);
  await log.sequence();
  await look();
  expect(receiver.posted.map(({ lines }) => indexes(lines))).toEqual([[0, 1], [2], [3], [4]]);
});

test('a full batch has no more than a million bytes, whatever its events are made of', async () => {
  const receiver = await https();
  await add({ kind: 'https', address: receiver.address });
  await log.record(500, { user_agent: 'x'.repeat(500), after: { text: 'x'.repeat(1_200) } });
  await log.sequence();
  await look({ batch: 500 });
  expect(Math.max(...receiver.posted.map(({ body }) => Buffer.byteLength(body)))).toBeLessThanOrEqual(1_000_000);
  expect(receiver.posted.flatMap(({ lines }) => indexes(lines))).toEqual(upTo(500));
});

test('an event whose time was altered away holds up no receiver', async () => {
  const [receiver, posted] = [await syslog(), await https()];
  await add({ address: receiver.address });
  await add({ kind: 'https', address: posted.address });
  await happen(3);
  await log.attack(`update audit_event set at = 'infinity' where tree_index = 1`);
  await log.attack(`update audit_event set at = '20000-01-01' where tree_index = 2`);
  await look();
  expect(receiver.heard.map(({ head }) => head.split(' ')[1])).toEqual(['2026-11-21T12:00:00.000Z', '-', '-']);
  expect(indexes(receiver.heard.map(({ json }) => json))).toEqual(upTo(3));
  expect(posted.posted.flatMap(({ lines }) => indexes(lines))).toEqual(upTo(3));
});

test('an event that was altered is sent as it stands, with the leaf that convicts it', async () => {
  const receiver = await syslog();
  await add({ address: receiver.address });
  await happen(2);
  await log.attack(`update audit_event set after = '{"phone": "0"}' where tree_index = 1`);
  await look();
  expect(receiver.heard).toHaveLength(2);
  const [sound, altered] = receiver.heard.map(({ json }) => json);
  const hash = (event: unknown): string => leafHash(Buffer.from(canonicalJson(event))).toString('base64');
  expect(hash(sound?.event)).toBe(sound?.leaf);
  expect(hash(altered?.event)).not.toBe(altered?.leaf);
});

test('tries wait longer each time, up to ten minutes', () => {
  expect([1, 2, 3, 7, 8, 9, 500].map(waitAfter)).toEqual([5, 10, 20, 320, 600, 600, 600]);
});
