/** What goes through the channel, and what does not. */
import { createECDH, ECDH } from 'node:crypto';
import { beginHandshake } from '@signet/contract/assistant/channel';
import { fromBase64, toBase64 } from '@signet/contract/assistant/octets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activityLog } from '../activity-log.ts';
import { CONSOLE, OTHER, runAssistant, type RunningAssistant } from '../testing/assistant.ts';
import { outputOf, post, type KeptPairing, type Page } from '../testing/page.ts';
import { openSessions } from './sessions.ts';
import { PATIENCE } from './work.ts';

let assistant: RunningAssistant;
let kept: KeptPairing;
beforeAll(async () => {
  assistant = await runAssistant();
  ({ kept } = await assistant.approved());
});
afterAll(() => assistant.close());
const status = (code: number, name: string) => ({ code, body: { error: { status: name } } });
/** A page of the approved site whose session is initialized. */
async function begun(): Promise<Page> {
  // So that nobody asks too often.
  assistant.clock.move(1_000);
  const page = await assistant.open(CONSOLE, kept);
  await page.initialize();
  return page;
}

test('nothing is under way but while a command waits for its person', async () => {
  const page = await begun();
  expect(assistant.isQuiet()).toBe(true);
  const made = page.call('initToken', { keystore: 'software', label: 'Own' });
  await assistant.person.sees('Choose the PIN');
  expect(assistant.isQuiet()).toBe(false);
  await assistant.person.answers('Choose the PIN', '\u001b');
  expect(await made).toMatchObject({ error: { status: 'CKR_FUNCTION_CANCELED' } });
  expect(assistant.isQuiet()).toBe(true);
});

describe('[S-370 S-371 S-372] a message', () => {
  test('is taken once: the same again is refused, also at the same moment', async () => {
    const page = await begun();
    const body = await page.seal({ command: 'service' });
    const answers = await Promise.all([page.send(body), page.send(body), page.send(body)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await page.send(body)).toMatchObject(status(409, 'WRONG_COUNTER'));
    expect(await page.call('service')).toHaveProperty('output');
  });

  test('that comes twice before it was opened is run once', async () => {
    let runs = 0;
    const { sites, clock, folder } = assistant;
    const run = async () => ({ output: { runs: (runs += 1) } });
    const sessions = openSessions({ sites, clock, log: activityLog(folder, clock), patience: PATIENCE, run });
    const begins = await beginHandshake(globalThis, CONSOLE, null);
    const { opening } = begins;
    const answer = await sessions.begin(CONSOLE, {
      channel_version: 1,
      public_key: toBase64(globalThis, opening.pageKey),
      commitment: toBase64(globalThis, opening.commitment),
    });
    const channel = await begins.finish({
      session: fromBase64(globalThis, answer.session),
      assistantKey: fromBase64(globalThis, answer.public_key),
      assistantNonce: fromBase64(globalThis, answer.nonce),
      pairing: '',
    });
    const sealed = await channel.seal(1, new TextEncoder().encode('{"command":"service"}'));
    const body = { session: answer.session, counter: 1, message: toBase64(globalThis, sealed) };
    const taken = await Promise.allSettled([sessions.take(CONSOLE, body), sessions.take(CONSOLE, body)]);
    expect(taken.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(runs).toBe(1);
  });

  test('out of order is refused, and changes nothing', async () => {
    const page = await begun();
    const [first, second] = [await page.seal({ command: 'service' }), await page.seal({ command: 'service' })];
    expect(await page.send(second)).toMatchObject(status(409, 'WRONG_COUNTER'));
    expect(await page.send(first)).toMatchObject({ code: 200 });
    expect(await page.send(second)).toMatchObject({ code: 200 });
    expect(await page.send({ ...second, counter: second.counter + 1 })).toMatchObject(
      status(400, 'UNREADABLE_MESSAGE'),
    );
  });

  test.each([
    ['cut off', (message: string) => message.slice(0, -4)],
    ['with one bit changed', (message: string) => `${message.startsWith('A') ? 'B' : 'A'}${message.slice(1)}`],
    ['of nothing but an IV and a tag', () => Buffer.alloc(32).toString('base64')],
  ])('%s is refused, and changes nothing', async (_what, alter) => {
    const page = await begun();
    const body = await page.seal({ command: 'service' });
    const altered = { ...body, message: alter(body.message) };
    expect(await page.send(altered)).toMatchObject(status(400, 'UNREADABLE_MESSAGE'));
    expect(await page.send(body)).toMatchObject({ code: 200 });
  });

  test.each([0, -1, 1.5, 2 ** 53, '1', null])('with the counter %s is refused', async (counter) => {
    const page = await begun();
    expect(await page.send({ ...(await page.seal({})), counter })).toMatchObject(status(400, 'INVALID_BODY'));
  });

  test('of another site’s session is refused as an unknown one is', async () => {
    const page = await begun();
    const body = await page.seal({ command: 'service' });
    expect(await page.send(body, OTHER)).toMatchObject(status(401, 'UNKNOWN_SESSION'));
    const unknown = { ...body, session: Buffer.alloc(16).toString('base64') };
    expect(await page.send(unknown)).toMatchObject(status(401, 'UNKNOWN_SESSION'));
    expect(await page.send(body)).toMatchObject({ code: 200 });
  });

  test.each([
    ['is no JSON object', 'text'],
    ['has no command', {}],
    ['has more than a command', { command: 'service', input: {}, more: 1 }],
    ['has a command that is no text', { command: 7 }],
  ])('that %s is refused within the channel', async (_what, content) => {
    const page = await begun();
    expect(await page.say(content)).toMatchObject({ error: { status: 'INVALID_MESSAGE' } });
  });
});

describe('a command', () => {
  test.each(['', 'Service', '__proto__', 'constructor', 'format'])(
    'that there is not, "%s", is refused',
    async (name) => {
      const page = await begun();
      expect(await page.call(name)).toMatchObject({ error: { status: 'UNKNOWN_COMMAND' } });
      expect(assistant.log().at(-1)).toMatchObject({ what: 'unknown', result: 'UNKNOWN_COMMAND' });
    },
  );

  test('whose input has a field too many is refused by the field’s name', async () => {
    const page = await begun();
    expect(await page.call('service', { more: 1 })).toMatchObject({
      error: { status: 'INVALID_INPUT', fields: { more: expect.any(String) as string } },
    });
  });

  test('[S-374] service tells the site what the assistant is and since when the site is approved', async () => {
    const page = await begun();
    const output = outputOf(await page.call('service'));
    expect(output).toMatchObject({
      name: 'Signet trust assistant',
      version: '4.0.0',
      site: { origin: CONSOLE, approved_at: '2026-06-01T08:00:00.000Z' },
    });
    expect(output['commands']).toContain('service');
  });

  test('with a ticket that nobody has is refused', async () => {
    const page = await begun();
    const ticket = crypto.randomUUID();
    expect(await page.say({ ticket })).toMatchObject({ error: { status: 'UNKNOWN_TICKET' } });
  });
});

describe('a handshake', () => {
  const P256 = createECDH('prime256v1').generateKeys();
  const hex = ECDH.convertKey(P256, 'prime256v1', undefined, 'hex', 'compressed');
  const compressed = Buffer.from(hex.toString(), 'hex');
  const body = (publicKey: Uint8Array, more: object = {}) => ({
    channel_version: 1,
    public_key: Buffer.from(publicKey).toString('base64'),
    commitment: Buffer.alloc(32).toString('base64'),
    ...more,
  });
  const shake = (content: unknown) => {
    assistant.clock.move(1_000);
    return post(assistant.port(), CONSOLE, '/api/v1/handshake', content);
  };

  test.each([
    ['compressed', compressed],
    ['not on the curve', P256.map((octet, at) => (at === 64 ? octet ^ 1 : octet))],
    ['empty', Buffer.alloc(0)],
    ['too long', Buffer.concat([P256, Buffer.alloc(1)])],
  ])('[S-370] with a point that is %s is refused', async (_what, point) => {
    expect(await shake(body(point))).toMatchObject(status(400, 'INVALID_KEY'));
  });

  test('in another version, with a short commitment or more than is asked is refused', async () => {
    expect(await shake(body(P256, { channel_version: 2 }))).toMatchObject(status(400, 'UNSUPPORTED_VERSION'));
    for (const more of [{ commitment: 'AAAA' }, { more: 1 }, { pairing: '../sites' }])
      expect(await shake(body(P256, more))).toMatchObject(status(400, 'INVALID_BODY'));
  });
});

describe('sessions', () => {
  test('two pages at once have one each, and do not disturb each other', async () => {
    const [one, other] = await Promise.all([begun(), begun()]);
    for (const page of [one, other, one, other]) expect(await page.call('service')).toHaveProperty('output');
  });

  test('end after a quarter of an hour without a message', async () => {
    const page = await begun();
    assistant.clock.move(14 * 60_000);
    expect(await page.call('service')).toHaveProperty('output');
    assistant.clock.move(16 * 60_000);
    expect(await page.send(await page.seal({ command: 'service' }))).toMatchObject(status(401, 'UNKNOWN_SESSION'));
  });

  test('of sites that are not approved are few, and never push out one of a site that is', async () => {
    const page = await begun();
    for (let count = 0; count < 70; count += 1) await assistant.open(`https://site-${count}.example`);
    expect(await page.call('service')).toHaveProperty('output');
  });

  test('of a site that is approved end by none that only shakes hands under its name', async () => {
    const page = await begun();
    const others = [null, { id: kept.id, key: new Uint8Array(32) }].flatMap((one) =>
      Array.from({ length: 10 }, () => one),
    );
    for (const other of others) {
      assistant.clock.move(1_000);
      await assistant.open(CONSOLE, other);
    }
    expect(await page.call('service')).toHaveProperty('output');
  });

  test('a site that begins too many loses its oldest', async () => {
    const first = await begun();
    assistant.clock.move(60_000);
    for (let count = 0; count < 16; count += 1) await begun();
    expect(await first.send(await first.seal({ command: 'service' }))).toMatchObject(status(401, 'UNKNOWN_SESSION'));
  });
});
