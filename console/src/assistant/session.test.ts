/** The channel against the real assistant, in a terminal at which a person types. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAssistant, type RunningAssistant } from '../../../tools/running-assistant.ts';
import { newConnector, type Connector } from './connector.ts';
import { AssistantProblem } from './session.ts';
import { asOrigin, mute, testSurroundings, type Network, type TestSurroundings } from './testing/surroundings.ts';
import { systemClock } from './times.ts';

let assistant: RunningAssistant;
beforeAll(async () => {
  assistant = await startAssistant();
}, 150_000);
afterAll(async () => {
  await assistant.stop();
  assistant.removeFolder();
});

/** A site of its own, since one site may not ask as often as all tests do. */
let site = '';
let sites = 0;
/** A browser in which nobody has approved the site. */
let browser: TestSurroundings;
let connector: Connector;
beforeEach(() => {
  sites += 1;
  site = `https://console-${sites}.example`;
  browser = testSurroundings({ port: assistant.port, network: asOrigin(site) });
  browser.world.origin = site;
  browser.world.clock = systemClock;
  connector = newConnector(browser.world);
});
const numberShown = () => expect.poll(() => connector.connection().number).toMatch(/^\d{6}$/);
const asks = (): string => `The site ${site} asks to use the keys on this computer.`;

async function approve(): Promise<void> {
  await connector.check();
  const begun = connector.initialize();
  await numberShown();
  await assistant.answers(asks(), connector.connection().number ?? '');
  await begun;
}
/** Changes what the assistant answers at an address. */
const altered =
  (path: string, change: (body: Record<string, unknown>) => unknown): Network =>
  async (address, init) => {
    const response = await asOrigin(site)(address, init);
    return address.endsWith(path) ? Response.json(change(await response.json())) : response;
  };
const textOf = ({ body }: RequestInit): string => (typeof body === 'string' ? body : '');
const flipped = (base64: unknown): string => {
  const octets = Buffer.from(String(base64), 'base64');
  octets[octets.length - 1] = (octets.at(-1) ?? 0) ^ 1;
  return octets.toString('base64');
};

test('[S-169 S-369 S-370] the person types the number once; the next time nothing is asked', async () => {
  await approve();
  expect(connector.connection()).toMatchObject({ state: 'initialized', number: null, trouble: null });
  expect(connector.connection().commands).toContain('generate');
  expect(await connector.ask('config', {})).toMatchObject({
    key_stores: expect.arrayContaining([expect.objectContaining({ type: 'software', initialized: false })]),
  });

  const numbers: (string | null)[] = [];
  const next = newConnector(browser.world);
  next.subscribe(() => numbers.push(next.connection().number));
  await next.check();
  await next.initialize();
  expect(next.connection().state).toBe('initialized');
  expect(new Set(numbers)).toEqual(new Set([null]));
});

test('[S-177] a site that the person refuses is told so, with code 4 and how long to wait', async () => {
  await connector.check();
  const begun = connector.initialize();
  await numberShown();
  await assistant.answers(asks(), '');
  await begun;
  const refused = { kind: 'failed_initialize', code: 4, status: 'PAIRING_REFUSED' };
  expect(connector.connection()).toMatchObject({ state: 'running', number: null, trouble: refused });
  await connector.initialize();
  const { status, retryAfter } = connector.connection().trouble ?? {};
  expect(status).toBe('PAIRING_PAUSED');
  expect(retryAfter).toBeGreaterThan(50);
});

describe('a pairing that does not fit any more', () => {
  test.each([
    ['has another key under its id', { key: new Uint8Array(32) }],
    ['does not know its id', { id: '4be0643f-1d98-473b-97cd-ca98a65347dd' }],
  ])('stops the page where the assistant %s; after a click it is asked for anew', async (_what, other) => {
    await approve();
    const kept = browser.pairing();
    if (kept) browser.world.kept.write({ ...kept, ...other });
    const numbers: (string | null)[] = [];
    const next = newConnector(browser.world);
    next.subscribe(() => numbers.push(next.connection().number));
    await next.check();
    await next.initialize();
    expect(next.connection()).toMatchObject({ state: 'running', busy: null, trouble: { kind: 'other_assistant' } });
    expect(new Set(numbers)).toEqual(new Set([null]));
    const begun = next.pairAnew();
    await expect.poll(() => next.connection().number).toMatch(/^\d{6}$/);
    await assistant.answers(asks(), next.connection().number ?? '');
    await begun;
    expect(next.connection().state).toBe('initialized');
    expect(browser.pairing()?.id).not.toBe(kept?.id);
  });
});

describe('[S-176 S-370] an answer to the handshake that was changed on the way', () => {
  test.each([
    [
      'is no point of the curve',
      (body: Record<string, unknown>) => ({ ...body, public_key: flipped(body['public_key']) }),
    ],
    ['is cut off', (body: Record<string, unknown>) => ({ ...body, public_key: 'AAAA' })],
    ['lacks a part', ({ nonce: _, ...body }: Record<string, unknown>) => body],
    ['is none', () => 'hello'],
  ])('%s: code 3', async (_what, change) => {
    browser.world.network = altered('/handshake', change);
    await connector.check();
    await connector.initialize();
    expect(connector.connection()).toMatchObject({ state: 'running', trouble: { kind: 'failed_handshake', code: 3 } });
  });

  /** What is well-formed all the same: both ends then have other keys. */
  const otherPoint = async (): Promise<string> => {
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    return Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('base64');
  };
  test.each([
    ['nonce', flipped],
    ['session', flipped],
    ['public_key', otherPoint],
  ])('has another %s: nothing is understood, nobody is asked, and it is code 3', async (part, other) => {
    const before = assistant.screen().length;
    const given = asOrigin(site);
    browser.world.network = async (address, init) => {
      const response = await given(address, init);
      if (!address.endsWith('/handshake')) return response;
      const body = (await response.json()) as Record<string, unknown>;
      return Response.json({ ...body, [part]: await other(body[part]) });
    };
    await connector.check();
    await connector.initialize();
    expect(connector.connection()).toMatchObject({ state: 'running', trouble: { kind: 'failed_handshake', code: 3 } });
    expect(assistant.screen().slice(before)).not.toContain('asks to use');
    // What comes as it was sent is understood.
    browser.world.network = given;
    await approve();
    expect(connector.connection()).toMatchObject({ state: 'initialized', trouble: null });
  });
});

test('[S-371] what goes over the wire is sealed, and an answer of which a bit was changed is not taken', async () => {
  const bodies: string[] = [];
  browser.world.network = (address, init) => {
    bodies.push(textOf(init));
    return asOrigin(site)(address, init);
  };
  await approve();
  const ask = async (): Promise<string> => {
    bodies.length = 0;
    await connector.ask('service', {});
    return String(JSON.parse(bodies[0] ?? '{}').message);
  };
  const [one, other] = [await ask(), await ask()];
  const octets = Buffer.from(one, 'base64');
  // IV, `{"command":"service","input":{}}` and tag.
  expect(octets).toHaveLength(16 + 32 + 16);
  expect(octets.toString('latin1')).not.toContain('service');
  expect(one.slice(0, 20)).not.toBe(other.slice(0, 20));
  browser.world.network = altered('/request', (body) => ({ ...body, message: flipped(body['message']) }));
  await expect(connector.ask('service', {})).rejects.toThrow('did not come from the assistant');
});

test('a session that has ended is begun anew, without a word and without asking the person', async () => {
  await approve();
  // Another page used its counter: the assistant does not take the next message of this one.
  let isFirst = true;
  browser.world.network = (address, init) => {
    const isLost = isFirst && address.endsWith('/request');
    if (isLost) isFirst = false;
    const body = isLost ? JSON.stringify({ ...JSON.parse(textOf(init)), counter: 99 }) : init.body;
    return asOrigin(site)(address, { ...init, body: body ?? null });
  };
  expect(await connector.ask('service', {})).toMatchObject({ name: 'Signet trust assistant' });
  expect(connector.connection()).toMatchObject({ state: 'initialized', number: null });
});

test('[S-409 S-410] a refused PIN has the code of PKCS #11; nothing was made ready yet', async () => {
  await approve();
  const place = { keystore: 'software', token: 'none' } as const;
  const refused = await connector.ask('verifypin', { ...place, pin: '123456' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AssistantProblem);
  expect(refused).toMatchObject({ status: 'CKR_USER_PIN_NOT_INITIALIZED' });
});

test('two commands at once are answered each, in their order', async () => {
  await approve();
  const [config, service] = await Promise.all([connector.ask('config', {}), connector.ask('service', {})]);
  expect(config.key_stores.length).toBeGreaterThan(0);
  expect(service.site.origin).toBe(site);
});

test('[S-416] a command that is not answered ends after 15000 ms', async () => {
  await approve();
  const { clock } = browser;
  browser.world.clock = clock;
  const timed = newConnector(browser.world);
  // The clock of the test stands still: what is answered in time is answered.
  await timed.check();
  await timed.initialize();
  const sent = Promise.withResolvers<void>();
  browser.world.network = (address, init) => {
    sent.resolve();
    return mute(address, init);
  };
  let outcome = 'waiting';
  const asked = timed.ask('service', {}).catch((error: unknown) => (outcome = String(error)));
  // The time begins once the message is sealed, which another thread does.
  await sent.promise;
  await clock.pass(14_999);
  expect(outcome).toBe('waiting');
  await clock.pass(1);
  await asked;
  expect(outcome).toContain('Nobody answered in time.');
});

test('an assistant that ends in the middle is told as not running', { timeout: 60_000 }, async () => {
  await approve();
  await assistant.stop();
  await expect(connector.ask('service', {})).rejects.toThrow(TypeError);
  expect(connector.connection()).toMatchObject({ state: 'not_running', trouble: { kind: 'not_running', code: 2 } });
  assistant = await startAssistant({ port: assistant.port, folder: assistant.folder });
  await connector.check();
  await connector.initialize();
  expect(connector.connection().state).toBe('initialized');
});
