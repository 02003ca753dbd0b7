/** By which algorithms the answer of a SAML provider may be signed and encrypted, and what is said of the others. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { placeProvider, signingCertificate } from '../../testing/saml-metadata.ts';
import {
  askedBy,
  assertion,
  encrypted,
  metadataOf,
  response,
  samlKeys,
  signed,
  signedBy,
  type SamlKeys,
  type Told,
} from '../../testing/saml-provider.ts';
import { events, newState, verifyName } from '../../testing/sign-in.ts';

let app: TestApp;
onePlatform((given) => (app = given), { lastMayGo: true });

type KeyName = 'rsa' | 'P-256' | 'P-384' | 'P-521';
let keys: Record<KeyName, SamlKeys>;
const curve = (namedCurve: string): SamlKeys => {
  const pair = generateKeyPairSync('ec', { namedCurve });
  return { keys: pair, certificate: signingCertificate({ subject: namedCurve, keys: pair }) };
};
beforeAll(() => {
  keys = { rsa: samlKeys(), 'P-256': curve('P-256'), 'P-384': curve('P-384'), 'P-521': curve('P-521') };
});
const account = (): string => app.accountIds.get('nordmark-lb') ?? '';
beforeEach(async () => {
  const all = Object.values(keys);
  const certificates = all.map(({ certificate }) => certificate);
  await placeProvider(app, account(), metadataOf(...all), certificates);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', account()).execute();
  const states = { 'P-256': 'next', 'P-384': 'next', 'P-521': 'next', rsa: 'current' } as const;
  for (const name of ['P-256', 'P-384', 'P-521', 'rsa'] as const) {
    const print = keys[name].certificate.read.fingerprints.sha256;
    await app.db
      .updateTable('saml_certificate')
      .set({ state: states[name] })
      .where('thumb_print', '=', print)
      .execute();
  }
});

const acs = (): string => `http://localhost:8080/imauth/api/v1/callback/saml/${account()}`;
/** A sign-in up to the provider's answer, which is posted. */
async function answerWith(make: (told: Told) => string) {
  const { body } = await verifyName(app, 'cleo', newState());
  const { id } = askedBy((await app.request('GET', body.saml_url)).body.return_url);
  const audience = `http://localhost:8080/imauth/api/v1/saml/${account()}`;
  const xml = make({ now: app.clock.now(), acs: acs(), audience, request: id });
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: '' }).toString();
  return app.request('POST', new URL(acs()).pathname, form, {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://idp.nordmark.example',
  });
}
const certificateOfOurs = async (): Promise<Buffer> =>
  (await app.db.selectFrom('saml_key').select('certificate').executeTakeFirstOrThrow()).certificate;

describe('an answer may be signed', () => {
  test.each<[string, KeyName, { way: 'rsa' | 'ecdsa'; hash: string; digest?: string; element?: string }]>([
    ['by RSA with SHA-384', 'rsa', { way: 'rsa', hash: 'sha384', digest: 'sha256' }],
    ['by RSA with SHA-256 over a digest of SHA-384', 'rsa', { way: 'rsa', hash: 'sha256', digest: 'sha384' }],
    ['by ECDSA with SHA-256', 'P-256', { way: 'ecdsa', hash: 'sha256' }],
    ['by ECDSA with SHA-384', 'P-384', { way: 'ecdsa', hash: 'sha384' }],
    ['by ECDSA with SHA-512', 'P-521', { way: 'ecdsa', hash: 'sha512' }],
    ['as a whole by ECDSA', 'P-256', { way: 'ecdsa', hash: 'sha256', element: 'Response' }],
  ])('%s', async (_what, name, how) => {
    const make = (told: Told): string =>
      how.element === undefined
        ? response(told, signedBy(assertion(told), keys[name], how))
        : signedBy(response(told, assertion(told)), keys[name], how);
    const { status, body } = await answerWith(make);
    expect([status, body.error?.status]).toEqual([200, undefined]);
  });

  test.each<[string, (told: Told) => string]>([
    [
      'changed after it was signed by ECDSA',
      (told) => signedBy(assertion(told), keys['P-256'], { way: 'ecdsa', hash: 'sha256' }).replace('>cleo<', '>dora<'),
    ],
    [
      'signed by ECDSA with another key',
      (told) => signedBy(assertion(told), curve('P-256'), { way: 'ecdsa', hash: 'sha256' }),
    ],
    [
      'signed by RSA that calls itself ECDSA',
      (told) => signedBy(assertion(told), keys.rsa, { way: 'ecdsa', hash: 'sha256' }),
    ],
    [
      'signed by ECDSA that calls itself RSA',
      (told) => signedBy(assertion(told), keys['P-256'], { way: 'rsa', hash: 'sha256' }),
    ],
  ])('and not %s', async (_what, make) => {
    const { body } = await answerWith((told) => response(told, make(told)));
    expect(body.error?.status).toBe('SAML_WRONG_SIGNATURE');
  });
});

describe('what is encrypted in a way that is good and can’t be read is named', () => {
  const [XMLENC, XMLENC11] = ['http://www.w3.org/2001/04/xmlenc#', 'http://www.w3.org/2009/xmlenc11#'];
  test.each<[string, Parameters<typeof encrypted>[2], string]>([
    ['AES-192', { bits: 192 }, `EncryptionMethod ${XMLENC11}aes192-gcm`],
    ['RSA-OAEP of XML Encryption 1.1', { wrapping: `${XMLENC11}rsa-oaep` }, `EncryptionMethod ${XMLENC11}rsa-oaep`],
    [
      'OAEP with a digest of SHA-256',
      { digest: `${XMLENC}sha256`, oaepHash: 'sha256' },
      `DigestMethod ${XMLENC}sha256`,
    ],
  ])('%s', async (_what, how, named) => {
    const certificate = await certificateOfOurs();
    const { status, body } = await answerWith((told) =>
      response(told, encrypted(signed(assertion(told), keys.rsa), certificate, how)),
    );
    expect([status, body.error.status]).toEqual([401, 'SAML_UNSUPPORTED_ALGORITHM']);
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      message: 'SAML_UNSUPPORTED_ALGORITHM',
      after: { detail: named },
    });
  });
});
