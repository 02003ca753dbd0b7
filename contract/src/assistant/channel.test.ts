/** The channel at both ends, and the published vectors (docs/assistant-channel.md). */
import { createHash, createPrivateKey, createPublicKey, diffieHellman, ECDH, hkdfSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerHandshake, beginHandshake, isCommittedTo, type Channel, type Pairing } from './channel.ts';
import { ChannelFault, newKeyPair, type KeyPair } from './channel-keys.ts';
import vectors from './channel-vectors.json' with { type: 'json' };
import type { Bytes, WebPlatform } from './web-platform.ts';

const ORIGIN = 'https://console.example';
const octets = (hex: string): Bytes => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const text = (content: string): Bytes => new TextEncoder().encode(content);
const { given, expected } = vectors;

/** Randomness that is known beforehand: octets are taken from these, in turn. */
function withRandom(known: readonly Bytes[]): WebPlatform {
  const left = [...known];
  const { crypto, TextEncoder, TextDecoder, btoa, atob } = globalThis;
  return {
    crypto: {
      subtle: crypto.subtle,
      getRandomValues(into) {
        const next = left.shift();
        if (next?.length !== into.length) throw new Error('Other octets are asked for than were given.');
        into.set(next);
        return into;
      },
    },
    TextEncoder,
    TextDecoder,
    btoa,
    atob,
  };
}

async function meet(pairing: Pairing | null = null, known: Pairing | null = pairing, origin = ORIGIN) {
  const page = await beginHandshake(globalThis, ORIGIN, pairing);
  const { answer, channel } = await answerHandshake(globalThis, origin, page.opening, known);
  return { page, answer, atAssistant: channel, atPage: await page.finish(answer) };
}

describe('[S-370 S-371 S-372] messages', () => {
  let atPage: Channel;
  let atAssistant: Channel;
  beforeAll(async () => ({ atPage, atAssistant } = await meet()));

  test('are read by the other end, each way', async () => {
    const asked = await atPage.seal(1, text('asked'));
    expect(Buffer.from(await atAssistant.open(1, asked)).toString()).toBe('asked');
    const answered = await atAssistant.seal(1, text('answered'));
    expect(Buffer.from(await atPage.open(1, answered)).toString()).toBe('answered');
  });

  test('have an IV of 16 octets of their own and a tag of 16: the same twice is never the same', async () => {
    const [one, other] = await Promise.all([atPage.seal(1, text('asked')), atPage.seal(1, text('asked'))]);
    expect(one).toHaveLength(16 + 5 + 16);
    expect(hex(one.subarray(0, 16))).not.toBe(hex(other.subarray(0, 16)));
    expect(hex(one.subarray(16))).not.toBe(hex(other.subarray(16)));
  });

  test('with any bit changed, or cut off anywhere, are refused', async () => {
    const sealed = await atPage.seal(1, text('asked'));
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = sealed.with(at, (sealed[at] ?? 0) ^ 1);
      await expect(atAssistant.open(1, Uint8Array.from(altered))).rejects.toThrow('was not sealed');
      await expect(atAssistant.open(1, sealed.slice(0, at))).rejects.toThrow(/was not sealed|cut off/);
    }
  });

  test('of another counter, of another session or sent back are refused', async () => {
    const sealed = await atPage.seal(2, text('asked'));
    const other = await meet();
    await expect(atAssistant.open(1, sealed)).rejects.toThrow('was not sealed');
    await expect(atAssistant.open(3, sealed)).rejects.toThrow('was not sealed');
    await expect(other.atAssistant.open(2, sealed)).rejects.toThrow('was not sealed');
    await expect(atPage.open(2, sealed)).rejects.toThrow('was not sealed');
  });
});

describe('a handshake', () => {
  const readsEachOther = async ({ atPage, atAssistant }: { atPage: Channel; atAssistant: Channel }) =>
    atAssistant.open(1, await atPage.seal(1, text('asked'))).then(
      () => true,
      () => false,
    );

  test('of which the page’s origin is another than the browser says gives no common keys', async () => {
    expect(await readsEachOther(await meet(null, null, 'https://other.example'))).toBe(false);
  });

  test.each([
    ['the session', { session: new Uint8Array(16) }],
    ['the nonce', { assistantNonce: new Uint8Array(32) }],
  ])('[S-370] of which %s was changed on the way gives no common keys', async (_what, changed) => {
    const { page, answer, atAssistant } = await meet();
    const atPage = await page.finish({ ...answer, ...changed });
    expect(await readsEachOther({ atPage, atAssistant })).toBe(false);
  });

  test.each([
    ['none', null],
    ['another one', { id: 'one', key: new Uint8Array(32) }],
  ])('[S-370] an answer that names a pairing, where the page has sent %s, is not taken', async (_what, sent) => {
    const page = await beginHandshake(globalThis, ORIGIN, sent);
    const claimed = { id: 'another', key: new Uint8Array(32) };
    const { answer } = await answerHandshake(globalThis, ORIGIN, page.opening, claimed);
    await expect(page.finish(answer)).rejects.toThrow(ChannelFault);
  });

  test('somebody between the two has other numbers at each end, also where they pass on what they can', async () => {
    const page = await beginHandshake(globalThis, ORIGIN, null);
    const between = await beginHandshake(globalThis, ORIGIN, null);
    const passedOn = { ...between.opening, commitment: page.opening.commitment };
    const real = await answerHandshake(globalThis, ORIGIN, passedOn, null);
    const own = await answerHandshake(globalThis, ORIGIN, page.opening, null);
    const shown = await page.finish({ ...real.answer, assistantKey: own.answer.assistantKey });
    expect(await shown.number(page.nonce)).not.toBe(await real.channel.number(page.nonce));
  });

  test('pairing: both ends see the same number and keep the same key; next time it is needed', async () => {
    const { page, atPage, atAssistant } = await meet();
    expect(await atPage.number(page.nonce)).toMatch(/^\d{6}$/);
    expect(await atAssistant.number(page.nonce)).toBe(await atPage.number(page.nonce));
    const pairing = { id: 'one', key: await atPage.pairingKey() };
    expect(hex(await atAssistant.pairingKey())).toBe(hex(pairing.key));
    expect(await readsEachOther(await meet(pairing))).toBe(true);
    expect(await readsEachOther(await meet({ ...pairing, key: new Uint8Array(32) }, pairing))).toBe(false);
    // The assistant has forgotten it: they speak, and the person is asked again.
    expect(await readsEachOther(await meet(pairing, null))).toBe(true);
  });

  test('binds the page to its nonce', async () => {
    const { nonce, opening } = await beginHandshake(globalThis, ORIGIN, null);
    expect(await isCommittedTo(globalThis, nonce, opening.commitment)).toBe(true);
    expect(await isCommittedTo(globalThis, nonce.with(0, (nonce[0] ?? 0) ^ 1), opening.commitment)).toBe(false);
  });

  const point = octets(given.assistant_public_key);
  const inForm = (form: 'compressed' | 'hybrid'): Uint8Array =>
    Buffer.from(ECDH.convertKey(given.assistant_public_key, 'prime256v1', 'hex', 'hex', form).toString(), 'hex');
  test.each([
    ['compressed', inForm('compressed')],
    ['hybrid', inForm('hybrid')],
    ['not on the curve', point.with(64, (point[64] ?? 0) ^ 1)],
    ['at infinity', new Uint8Array(1)],
    ['cut off', point.slice(0, 64)],
    ['too long', Uint8Array.from([...point, 0])],
    ['of zeros', new Uint8Array(65).with(0, 4)],
    ['empty', new Uint8Array()],
  ])('refuses a point that is %s, at each end', async (_what, bad) => {
    const page = await beginHandshake(globalThis, ORIGIN, null);
    const opening = { ...page.opening, pageKey: Uint8Array.from(bad) };
    await expect(answerHandshake(globalThis, ORIGIN, opening, null)).rejects.toThrow('not a');
    const { answer } = await answerHandshake(globalThis, ORIGIN, page.opening, null);
    await expect(page.finish({ ...answer, assistantKey: Uint8Array.from(bad) })).rejects.toThrow('not a');
  });
});

describe('the published vectors', () => {
  const jwk = (privateKey: string, point: string) => ({
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(privateKey, 'hex').toString('base64url'),
    x: Buffer.from(point.slice(2, 66), 'hex').toString('base64url'),
    y: Buffer.from(point.slice(66), 'hex').toString('base64url'),
  });
  const pairOf = async (privateKey: string, point: string): Promise<KeyPair> => ({
    privateKey: await crypto.subtle.importKey(
      'jwk',
      jwk(privateKey, point),
      { name: 'ECDH', namedCurve: 'P-256' },
      false,
      ['deriveBits'],
    ),
    point: octets(point),
  });

  describe.each(['unpaired', 'paired'] as const)('%s', (name) => {
    const values = expected[name];
    const pairing = name === 'paired' ? { id: vectors.pairing, key: octets(given.pairing_key) } : null;
    let ends: { atPage: Channel; atAssistant: Channel };
    beforeAll(async () => {
      const { page_nonce, session, assistant_nonce, request_iv, answer_iv } = given;
      const atPage = withRandom([page_nonce, request_iv].map(octets));
      const atAssistant = withRandom([session, assistant_nonce, answer_iv].map(octets));
      const own = await pairOf(given.page_private_key, given.page_public_key);
      const page = await beginHandshake(atPage, vectors.origin, pairing, own);
      const { answer, channel } = await answerHandshake(
        atAssistant,
        vectors.origin,
        page.opening,
        pairing,
        await pairOf(given.assistant_private_key, given.assistant_public_key),
      );
      ends = { atPage: await page.finish(answer), atAssistant: channel };
    });

    test('are what both ends compute and send', async () => {
      const { counter, request, answer } = vectors;
      for (const end of Object.values(ends)) {
        expect(await end.number(octets(given.page_nonce))).toBe(values.number);
        expect(hex(await end.pairingKey())).toBe(values.pairing_key);
      }
      expect(hex(await ends.atPage.seal(counter, text(request)))).toBe(values.request);
      expect(hex(await ends.atAssistant.seal(counter, text(answer)))).toBe(values.answer);
      expect(Buffer.from(await ends.atAssistant.open(counter, octets(values.request))).toString()).toBe(request);
    });

    test('have the keys that OpenSSL derives', () => {
      const privateKey = createPrivateKey({ key: jwk(given.page_private_key, given.page_public_key), format: 'jwk' });
      const { d: _, ...other } = jwk(given.assistant_private_key, given.assistant_public_key);
      const secret = diffieHellman({ privateKey, publicKey: createPublicKey({ key: other, format: 'jwk' }) });
      expect(hex(secret)).toBe(values.shared_secret);
      const digest = octets(values.transcript);
      const salt = pairing?.key ?? new Uint8Array(32);
      const derive = (purpose: string): string =>
        Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat([text(purpose), digest]), 32)).toString('hex');
      expect(derive('page to assistant')).toBe(values.key_to_assistant);
      expect(derive('assistant to page')).toBe(values.key_to_page);
      expect(derive('pairing')).toBe(values.pairing_key);
      expect(createHash('sha256').update(octets(given.page_nonce)).digest('hex')).toBe(given.commitment);
    });
  });
});

test('the private half of a key can’t be read out', async () => {
  const { privateKey } = await newKeyPair(globalThis);
  expect(privateKey.extractable).toBe(false);
});
