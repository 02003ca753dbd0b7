import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactSign, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { APP_CODES } from '@signet/contract/viewer';
import { EVALUATION_KEY } from './evaluation-key.ts';
import { evaluationLicense } from './evaluation.ts';
import { issueLicense, issuerKey } from './issue.ts';
import type { Issuers } from './issuers.ts';
import { issuersOf } from './issuers.ts';
import { LICENSE_TYPE, readLicense } from './license.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ours = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const ISSUERS: Issuers = new Map([...issuersOf(undefined), ['ours', { key: ours.publicKey, evaluation: false }]]);
const KEY = { privateKey: ours.privateKey, kid: 'ours' };
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

const TERMS = {
  iss: 'Umbra Trust Services',
  holder: 'Nordmark Landesbank',
  edition: 'Enterprise',
  from: day('2026-01-01'),
  until: day('2028-01-01'),
  applications: [
    {
      app_code: 'ca_manager' as const,
      features: [
        { name: 'certificates', generation: 'v1' as const, quantity: 500 },
        { name: 'certificates', generation: 'v2' as const, quantity: -1 },
      ],
    },
  ],
};
const good = await issueLicense(KEY, TERMS, NOW);
const [head = '', body = '', signature = ''] = good.split('.');

const PAYLOAD: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
const signed = (
  payload: unknown,
  header: Record<string, unknown> = {},
  key: KeyObject = ours.privateKey,
): Promise<string> =>
  new CompactSign(Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', typ: LICENSE_TYPE, kid: 'ours', ...header })
    .sign(key, { crit: { audience: true } });
const signedWith = (change: Record<string, unknown>): Promise<string> => signed({ ...(PAYLOAD as object), ...change });
const refusal = async (text: string, now = NOW) => (await readLicense(text, ISSUERS, now)).refused;
const another = await signedWith({ holder: 'Orsini Custody' });
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a good license is read as it was issued', async () => {
  expect(await readLicense(good, ISSUERS, NOW)).toEqual({
    refused: null,
    license: {
      issuer: 'Umbra Trust Services',
      holder: 'Nordmark Landesbank',
      edition: 'Enterprise',
      evaluation: false,
      validFrom: TERMS.from,
      validUntil: TERMS.until,
      applications: TERMS.applications,
    },
  });
});

test('what mail programs do to long lines does no harm', async () => {
  const wrapped = `\uFEFF\n\n  ${good.replace(/.{60}/g, '$&\r\n')}\t\u00A0\u200B\n`;
  expect(wrapped.split('\n').length).toBeGreaterThan(8);
  const quoted = good.replace(/.{70}/g, '$&\n').replace(/^/gm, '> ');
  for (const text of [wrapped, quoted, `"${good}"`, `“${good}”`])
    expect((await readLicense(text, ISSUERS, NOW)).license?.holder).toBe('Nordmark Landesbank');
});

describe('[S-015] each fault of a license text has its own reason', () => {
  const symmetric = new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: LICENSE_TYPE, kid: 'ours' })
    .sign(Buffer.from('a'.repeat(32)));
  test.each<[why: string, text: string | Promise<string>, status: string]>([
    ['nothing', '', 'LICENSE_EMPTY'],
    ['blanks and line ends', ' \r\n\t\u00A0\u200B ', 'LICENSE_EMPTY'],
    ['prose', 'Please find your license attached.', 'LICENSE_MALFORMED'],
    ['garbage of three parts', 'a.b.c', 'LICENSE_MALFORMED'],
    ['only dots', '..', 'LICENSE_MALFORMED'],
    ['four parts', `${good}.${signature}`, 'LICENSE_MALFORMED'],
    ['markup', `<p>${good}</p>`, 'LICENSE_MALFORMED'],
    ['a PEM certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'LICENSE_MALFORMED'],
    [
      'standard base64 for base64url',
      `${head}.${body}.${Buffer.from(signature, 'base64url').toString('base64')}`,
      'LICENSE_MALFORMED',
    ],
    [
      'a header that is no JSON',
      `${Buffer.from('license').toString('base64url')}.${base64([1])}.${signature}`,
      'LICENSE_MALFORMED',
    ],
    ['the first character missing', good.slice(1), 'LICENSE_TRUNCATED'],
    ['the first twenty characters missing', good.slice(20), 'LICENSE_TRUNCATED'],
    ['an array for a header', `${base64([1])}.${body}.${signature}`, 'LICENSE_MALFORMED'],
    [
      'a header without a key',
      `${base64({ alg: 'EdDSA', typ: LICENSE_TYPE })}.${body}.${signature}`,
      'LICENSE_MALFORMED',
    ],
    ['a signature made for something else', signed(PAYLOAD, { typ: 'JWT' }), 'LICENSE_MALFORMED'],
    [
      'the algorithm "none"',
      `${base64({ alg: 'none', typ: LICENSE_TYPE, kid: 'ours' })}.${body}.${signature}`,
      'LICENSE_MALFORMED',
    ],
    ['a shared-secret signature', symmetric, 'LICENSE_MALFORMED'],
    ['the beginning alone', head.slice(0, 20), 'LICENSE_TRUNCATED'],
    ['the header alone', head, 'LICENSE_TRUNCATED'],
    ['no signature', `${head}.${body}`, 'LICENSE_TRUNCATED'],
    ['an empty signature', `${head}.${body}.`, 'LICENSE_TRUNCATED'],
    ['half a signature', good.slice(0, -40), 'LICENSE_TRUNCATED'],
    ['the last two characters missing', good.slice(0, -2), 'LICENSE_TRUNCATED'],
    ['an issuer we do not know', signed(PAYLOAD, { kid: 'somebody' }, stranger.privateKey), 'LICENSE_UNKNOWN_ISSUER'],
    [
      'the name of a prototype for an issuer',
      signed(PAYLOAD, { kid: '__proto__' }, stranger.privateKey),
      'LICENSE_UNKNOWN_ISSUER',
    ],
    ['somebody else under our name', signed(PAYLOAD, {}, stranger.privateKey), 'LICENSE_FORGED'],
    [
      'another holder in the payload',
      `${head}.${base64({ ...(PAYLOAD as object), holder: 'Orsini Custody' })}.${signature}`,
      'LICENSE_FORGED',
    ],
    ['a signature of another license', `${head}.${body}.${another.split('.')[2]}`, 'LICENSE_FORGED'],
    ['a longer signature', `${good}AAAA`, 'LICENSE_FORGED'],
    [
      'a header that asks for what we do not know',
      signed(PAYLOAD, { crit: ['audience'], audience: 'x' }),
      'LICENSE_FORGED',
    ],
    ['a payload that is no JSON', signed('Enterprise'), 'LICENSE_INCOMPLETE'],
    ['a payload without anything', signed({}), 'LICENSE_INCOMPLETE'],
    ['no holder', signedWith({ holder: undefined }), 'LICENSE_INCOMPLETE'],
    ['a blank edition', signedWith({ edition: '  ' }), 'LICENSE_INCOMPLETE'],
    ['an end that is text', signedWith({ exp: '2028-01-01' }), 'LICENSE_INCOMPLETE'],
    ['an end before its beginning', signedWith({ exp: 1, nbf: 2 }), 'LICENSE_INCOMPLETE'],
    ['a year beyond all calendars', signedWith({ exp: 1e15 }), 'LICENSE_INCOMPLETE'],
    ['no application', signedWith({ applications: [] }), 'LICENSE_INCOMPLETE'],
    [
      '[S-003] an unknown application',
      signedWith({ applications: [{ app_code: 'coffee_manager', features: [] }] }),
      'LICENSE_INCOMPLETE',
    ],
    [
      'an application twice',
      signedWith({ applications: [...TERMS.applications, ...TERMS.applications] }),
      'LICENSE_INCOMPLETE',
    ],
    [
      'a quantity of -2',
      signedWith({
        applications: [{ app_code: 'ca_manager', features: [{ name: 'x', generation: 'v1', quantity: -2 }] }],
      }),
      'LICENSE_INCOMPLETE',
    ],
    [
      'half a certificate',
      signedWith({
        applications: [{ app_code: 'ca_manager', features: [{ name: 'x', generation: 'v1', quantity: 0.5 }] }],
      }),
      'LICENSE_INCOMPLETE',
    ],
    [
      'a third generation',
      signedWith({
        applications: [{ app_code: 'ca_manager', features: [{ name: 'x', generation: 'v3', quantity: 1 }] }],
      }),
      'LICENSE_INCOMPLETE',
    ],
    [
      'one feature with two quantities',
      signedWith({
        applications: [
          { app_code: 'ca_manager', features: [1, 2].map((quantity) => ({ name: 'x', generation: 'v1', quantity })) },
        ],
      }),
      'LICENSE_INCOMPLETE',
    ],
  ])('%s', async (_why, text, status) => {
    expect((await refusal(await text))?.status).toBe(status);
  });

  test('what is incomplete is named', async () => {
    expect(await refusal(await signedWith({ holder: undefined, exp: 'soon' }))).toEqual({
      status: 'LICENSE_INCOMPLETE',
      params: { what: 'holder, exp' },
    });
  });

  test('no text that differs in one character is taken', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = good.length - 1;
    // Every place once, and at the last place, where bits are spare, every character.
    const texts = good
      .split('')
      .map((old, place) => good.slice(0, place) + (old === 'A' ? 'B' : 'A') + good.slice(place + 1));
    for (const other of alphabet) if (other !== good[last]) texts.push(good.slice(0, last) + other);
    const taken = [];
    for (const text of texts) if ((await refusal(text)) === null) taken.push(text);
    expect(texts.length).toBeGreaterThan(400);
    expect(taken).toEqual([]);
  });

  test('no beginning of a text is taken, and none is called anything but cut off', async () => {
    const statuses = new Set<string | undefined>();
    for (let length = 8; length < good.length - 1; length += 1)
      statuses.add((await refusal(good.slice(0, length)))?.status);
    expect([...statuses]).toEqual(['LICENSE_TRUNCATED']);
  });
});

describe('a license holds from its first moment to its last', () => {
  test.each([
    ['2025-12-31T23:59:59Z', { status: 'LICENSE_NOT_YET_VALID', params: { date: '2026-01-01' } }],
    ['2026-01-01T00:00:00Z', null],
    ['2027-12-31T23:59:59Z', null],
    ['2028-01-01T00:00:00Z', { status: 'LICENSE_EXPIRED', params: { date: '2027-12-31' } }],
  ])('at %s', async (instant, reason) => {
    const { license, refused } = await readLicense(good, ISSUERS, new Date(instant));
    expect(refused).toEqual(reason);
    expect(license?.edition).toBe('Enterprise');
  });
});

describe('the evaluation license', () => {
  test('holds for one year and has every application with features of both generations', async () => {
    const text = await evaluationLicense(NOW);
    const { license, refused } = await readLicense(text, issuersOf(undefined), NOW);
    expect(refused).toBeNull();
    expect(license).toMatchObject({
      evaluation: true,
      issuer: 'Signet evaluation',
      validFrom: day('2026-11-21'),
      validUntil: day('2027-11-21'),
    });
    expect(license?.applications.map(({ app_code }) => app_code)).toEqual([...APP_CODES]);
    for (const { features } of license?.applications ?? [])
      expect(new Set(features.map(({ generation }) => generation))).toEqual(new Set(['v1', 'v2']));
    expect((await readLicense(text, issuersOf(undefined), new Date('2027-11-21T00:00:00Z'))).refused?.status).toBe(
      'LICENSE_EXPIRED',
    );
  });

  test('is one by its key: no payload can say otherwise', async () => {
    const text = await issueLicense(
      await issuerKey(JSON.stringify(EVALUATION_KEY)),
      { ...TERMS, iss: 'Umbra Trust Services' },
      NOW,
    );
    expect((await readLicense(text, ISSUERS, NOW)).license).toMatchObject({
      evaluation: true,
      issuer: 'Signet evaluation',
    });
    expect(
      (await readLicense(await signed({ ...(PAYLOAD as object), evaluation: true }), ISSUERS, NOW)).license?.evaluation,
    ).toBe(false);
  });
});
