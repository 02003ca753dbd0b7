/** Clients publish their keys at an address of their own, and the platform asks it with care. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { LIMITS } from '@signet/contract/limits';
import { exportJWK, SignJWT, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import type { TestApp } from '../testing/app.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../testing/localhost-certificate.ts';
import { insertOauthClient } from '../testing/oauth-client.ts';
import { post } from '../testing/oauth-flow.ts';
import { onePlatform } from '../testing/one-platform.ts';

let app: TestApp;
onePlatform((one) => (app = one), { config: { OWN_NETWORK_PROVIDERS: true } });

type Pair = { privateKey: KeyObject; publicKey: KeyObject };
const newPair = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const setOf = async (...keys: KeyObject[]): Promise<{ keys: JWK[] }> => ({
  keys: await Promise.all(keys.map((key) => exportJWK(key))),
});

let asked = 0;
let how: (response: ServerResponse) => void;
const site = createServer({ key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE }, (_request, response) => {
  asked += 1;
  how(response);
});
const publish =
  (body: unknown, headers = {}, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const trusted = getCACertificates('default');
beforeAll(async () => {
  setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  site.closeAllConnections();
  site.close();
});
beforeEach(() => (asked = 0));

/** A client whose keys are at the site. */
const signer = () =>
  insertOauthClient(app, app.accountIds.get('nordmark-lb') ?? '', {
    authentication: 'private_key_jwt',
    // Of its own each time, so that no other test's keys are known from before.
    jwks_uri: `https://127.0.0.1:${(site.address() as AddressInfo).port}/${newId()}`,
    scopes: ['view_account'],
  });

/** What comes of asking for a token with an assertion that this key has signed. */
async function come({ clientId }: { clientId: string }, { privateKey }: Pair, times: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { jti: newId(), iss: clientId, sub: clientId, iat: now, exp: now + 60, ...times };
  const client_assertion = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256' })
    .setAudience('http://localhost:8080/oauth')
    .sign(privateKey);
  const { status, body } = await post(app, '/oauth/token', {
    grant_type: 'client_credentials',
    client_assertion,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  });
  return status === 200 ? 'token' : `${status} ${body.error}`;
}
const REFUSED = '401 invalid_client';

test('a client proves itself by a key that its address has, which is asked once in a minute', async () => {
  const [pair, client] = [newPair(), await signer()];
  how = publish(await setOf(pair.publicKey));
  expect(await come(client, pair)).toBe('token');
  expect(await come(client, pair)).toBe('token');
  expect(await come(client, newPair())).toBe(REFUSED);
  expect(asked).toBe(1);
});

test('an assertion that is good for long is refused, whenever it says that it was made', async () => {
  const [pair, client] = [newPair(), await signer()];
  how = publish(await setOf(pair.publicKey));
  const now = Math.floor(Date.now() / 1000);
  const year = 365 * 86_400;
  expect(await come(client, pair, { exp: now + year })).toBe(REFUSED);
  expect(await come(client, pair, { iat: now + year - 60, exp: now + year })).toBe(REFUSED);
  expect(await come(client, pair, { iat: 1e13 - 60, exp: 1e13 })).toBe(REFUSED);
  expect(await come(client, pair, { exp: now + LIMITS.oauthAssertionSeconds })).toBe('token');
});

test('a key that the address has no more is refused a minute later, whatever the address said of caching', async () => {
  const [former, next, client] = [newPair(), newPair(), await signer()];
  // The server has made itself anew for the keys of this test: nothing is forgotten by that later on.
  app.clock.pass(61);
  how = publish(await setOf(former.publicKey), { 'cache-control': 'max-age=31536000', expires: 'Fri, 01 Jan 2100' });
  expect(await come(client, former)).toBe('token');
  how = publish(await setOf(next.publicKey));
  app.clock.pass(61);
  expect(await come(client, former)).toBe(REFUSED);
  expect(await come(client, next)).toBe('token');
});

test('an address that answers something else makes nobody come in, and fails nothing', async () => {
  const pair = newPair();
  const right = await setOf(pair.publicKey);
  const secret = { keys: [{ kty: 'oct', k: Buffer.from('secret').toString('base64url') }] };
  for (const [what, answer] of Object.entries({
    'is not found': publish(right, {}, 404),
    'leads elsewhere': publish(right, { location: 'https://127.0.0.1/' }, 302),
    'answers without content': publish('', {}, 204),
    'answers no JSON': publish('<html>'),
    'answers another thing': publish([1, null, 'keys']),
    'answers what is no key': publish({ keys: [null] }),
    'answers a private key': publish(await setOf(pair.privateKey)),
    'answers a shared secret': publish(secret),
    'answers without end': publish({ ...right, more: 'x'.repeat(70_000) }),
    'hangs up': (response: ServerResponse): void => {
      response.destroy();
    },
  })) {
    how = answer;
    expect([what, await come(await signer(), pair)]).toEqual([what, REFUSED]);
  }
});

test('an address that never answers is given up after three seconds', async () => {
  how = () => undefined;
  const began = performance.now();
  expect(await come(await signer(), newPair())).toBe(REFUSED);
  expect(performance.now() - began).toBeGreaterThan(2_900);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('an address of the own network is not asked where the operator does not allow it', async () => {
  const [pair, client] = [newPair(), await signer()];
  how = publish(await setOf(pair.publicKey));
  app.runtime.config.OWN_NETWORK_PROVIDERS = false;
  try {
    expect(await come(client, pair)).toBe(REFUSED);
    expect(asked).toBe(0);
  } finally {
    app.runtime.config.OWN_NETWORK_PROVIDERS = true;
  }
});

test('whoever makes the platform ask again and again is stopped as one who guesses', async () => {
  const [pair, client] = [newPair(), await signer()];
  how = publish('gone', {}, 404);
  for (let time = 0; time < 30; time += 1) expect(await come(client, pair)).toBe(REFUSED);
  const before = asked;
  expect(await come(client, pair)).toMatch(/^429/);
  expect(asked).toBe(before);
});
