/** How long what the authorization server gives out is good, and how often it may be asked. */
import { generateKeyPairSync } from 'node:crypto';
import { addressKey } from '@signet/contract/address-range';
import { LIMITS } from '@signet/contract/limits';
import { exportJWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { insertOauthClient, insertPortal } from '../testing/oauth-client.ts';
import * as oauth from '../testing/oauth-flow.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { openTokenRate } from '../sign-in/tokens/token-rate.ts';
import type { TestApp } from '../testing/app.ts';

let app: TestApp;
onePlatform(
  (one) => {
    app = one;
    app.runtime.tokenRate = openTokenRate();
  },
  { signedIn: ['cleo'] },
);

const RIGHTS = '/account/ui-api/v1/permission';
const DAY = 86_400;
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const robot = (values = {}) => insertOauthClient(app, nordmark(), { scopes: ['view_account'], ...values });
const portal = (values = {}) => insertPortal(app, nordmark(), values);
type Client = Awaited<ReturnType<typeof robot>>;

const own = (client: Client, form = {}) =>
  oauth.post(app, '/oauth/token', { grant_type: 'client_credentials', ...form }, oauth.basic(client));
const tokensFor = async (client: Client, more = {}) =>
  (await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client, more))).body;
const call = async (token: string) => (await app.request('GET', RIGHTS, undefined, oauth.bearing(token))).status;

test('a client that calls the API too often is refused for the rest of the minute, another one is not', async () => {
  const [busy, other] = [await robot(), await robot()];
  const [busyToken, otherToken] = [(await own(busy)).body.access_token, (await own(other)).body.access_token];
  for (let n = 1; n < LIMITS.tokenRequestsPerMinute; n += 1) app.runtime.tokenRate.count(busy.id, app.clock.now());
  expect([await call(busyToken), await call(busyToken), await call(otherToken)]).toEqual([200, 429, 200]);
  app.clock.pass(60);
  expect(await call(busyToken)).toBe(200);
});

test('an address that asks for tokens too often is refused for that minute; the keys it may read', async () => {
  const client = await robot();
  const now = app.clock.now();
  for (let n = 1; n < LIMITS.tokenRequestsPerMinute; n += 1) app.runtime.tokenRate.count('/oauth 127.0.0.1', now);
  expect([(await own(client)).status, (await own(client)).status]).toEqual([200, 429]);
  expect((await app.request('GET', '/oauth/jwks')).status).toBe(200);
  app.clock.pass(60);
  expect((await own(client)).status).toBe(200);
});

test('an address that asks too often who people are is refused for that minute; pages may ask first', async () => {
  const page = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
  const me = async (method: 'GET' | 'OPTIONS') =>
    (await app.request(method, '/oauth/me', undefined, { ...oauth.bearing('guessed'), ...page })).status;
  const now = app.clock.now();
  for (let n = 1; n < LIMITS.tokenRequestsPerMinute; n += 1) app.runtime.tokenRate.count('/oauth 127.0.0.1', now);
  expect(await me('OPTIONS')).toBeLessThan(400);
  expect([await me('GET'), await me('GET')]).toEqual([401, 429]);
});

test('an address that begins authorizations too often is refused for that minute; a long one always is', async () => {
  const now = app.clock.now();
  const begin = (more = '') => app.request('GET', `/oauth/auth?client_id=nobody${more}`);
  for (let n = 1; n < LIMITS.tokenRequestsPerMinute; n += 1) app.runtime.tokenRate.count('/oauth/auth 127.0.0.1', now);
  expect((await begin(`&state=${'x'.repeat(LIMITS.oauthQueryMax)}`)).status).toBe(413);
  expect([(await begin()).status, (await begin()).status]).toEqual([400, 429]);
  app.clock.pass(60);
  expect((await begin()).status).toBe(400);
});

test('what is refused before it is read is said to programs as OAuth says it, to people as a page', async () => {
  const client = await robot();
  const now = app.clock.now();
  for (const bucket of ['/oauth', '/oauth/auth'])
    for (let n = 0; n < LIMITS.tokenRequestsPerMinute; n += 1) app.runtime.tokenRate.count(`${bucket} 127.0.0.1`, now);
  const { status, headers, body } = await own(client);
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
  expect(headers['retry-after']).toMatch(/^[1-9]\d?$/);
  // RFC 6749, 5.2: neither quotation marks nor anything beyond ASCII.
  expect(body.error_description).toMatch(/^[\u0020\u0021\u0023-\u005b\u005d-\u007e]{10,}$/u);
  const begin = (more = '') => app.request('GET', `/oauth/auth?client_id=nobody${more}`);
  for (const [answer, why, code] of [
    [await begin(), 'can’t answer it at the moment', 'temporarily_unavailable'],
    [await begin(`&state=${'x'.repeat(LIMITS.oauthQueryMax)}`), 'a request that is not right', 'invalid_request'],
  ] as const) {
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    expect(String(answer.body)).toMatch(new RegExp(`<h1>[^<]+</h1><p>[^<]*${why}.*<code>${code}: `, 's'));
  }
});

test('addresses of one IPv6 network begin together, those of another one by themselves', async () => {
  const beginFrom = async (remoteAddress: string): Promise<number> =>
    (await app.app.inject({ method: 'GET', url: '/oauth/auth?client_id=nobody', remoteAddress })).statusCode;
  const bucket = `/oauth/auth ${addressKey('2001:db8:0:1::')}`;
  for (let n = 1; n < LIMITS.tokenRequestsPerMinute; n += 1) app.runtime.tokenRate.count(bucket, app.clock.now());
  expect([await beginFrom('2001:db8:0:1::1'), await beginFrom('2001:db8:0:1::2')]).toEqual([400, 429]);
  expect(await beginFrom('2001:db8:0:2::1')).toBe(400);
});

test.each(['introspection', 'revocation'])('whoever guesses secrets at %s is stopped as well', async (what) => {
  const client = await robot();
  const ask = (secret: string) =>
    oauth.post(app, `/oauth/token/${what}`, { token: 'x' }, oauth.basic({ ...client, secret }));
  for (let time = 0; time < LIMITS.oauthRefusalsPerMinute; time += 1)
    expect((await ask(`guess ${time}`)).status).toBe(401);
  expect((await ask(client.secret)).status).toBe(429);
  app.clock.pass(61);
  expect((await ask(client.secret)).status).toBe(200);
});

test('a client that asks for what it may not have is no guesser: it is not stopped, and nobody is told', async () => {
  const client = await robot();
  for (let time = 0; time <= LIMITS.oauthRefusalsPerMinute; time += 1)
    expect((await own(client, { scope: 'manage_account' })).body.error).toBe('invalid_scope');
  const told = await app.db.selectFrom('audit_event').select('action').where('resource_id', '=', client.id).execute();
  expect(told).toEqual([]);
});

test('a client that stays gets a new refresh token for a fortnight each time, for ninety days in all', async () => {
  const client = await portal();
  const left = (await tokensFor(client)).refresh_token;
  let kept = (await tokensFor(client)).refresh_token;
  app.clock.pass(LIMITS.oauthRefreshTokenDays * DAY - 1);
  kept = (await oauth.refresh(app, client, kept)).body.refresh_token;
  app.clock.pass(1);
  expect((await oauth.refresh(app, client, left)).body.error).toBe('invalid_grant');
  for (let day = 14; day <= 74; day += 12) {
    app.clock.pass(12 * DAY);
    kept = (await oauth.refresh(app, client, kept)).body.refresh_token;
  }
  app.clock.pass(4 * DAY - 1);
  kept = (await oauth.refresh(app, client, kept)).body.refresh_token;
  app.clock.pass(1);
  expect((await oauth.refresh(app, client, kept)).body.error).toBe('invalid_grant');
});

test('a request waits ten minutes for its person', async () => {
  const client = await portal();
  const [browser, late] = [oauth.openBrowser(app), oauth.openBrowser(app)];
  const [id, lateId] = [
    await oauth.begin(browser, oauth.newRequest(client).url),
    await oauth.begin(late, oauth.newRequest(client).url),
  ];
  app.clock.pass(LIMITS.oauthRequestSeconds - 1);
  const allowed = await oauth.atConsole(app, browser, 'cleo', id, '/allow');
  expect(allowed.status).toBe(200);
  app.clock.pass(1);
  expect((await oauth.atConsole(app, late, 'cleo', lateId, '/allow')).body.error.status).toBe('OAUTH_REQUEST_ENDED');
  // Nor does an answer make it wait for longer.
  expect((await browser.get(allowed.body.return_url)).headers['location']).toBeUndefined();
});

test('a request of a client that is disabled meanwhile has ended', async () => {
  const [client, browser] = [await portal(), oauth.openBrowser(app)];
  const id = await oauth.begin(browser, oauth.newRequest(client).url);
  await app.db.updateTable('oauth_client').set({ enabled: false }).where('id', '=', client.id).execute();
  for (const act of ['', '/allow', '/deny'] as const)
    expect((await oauth.atConsole(app, browser, 'cleo', id, act)).body.error.status).toBe('OAUTH_REQUEST_ENDED');
});

test('a request whose answer would lead to an address that its client has no more has ended', async () => {
  const [client, browser] = [await portal(), oauth.openBrowser(app)];
  const id = await oauth.begin(browser, oauth.newRequest(client).url);
  const redirect_uris = ['https://other.nordmark-lb.example/callback'];
  await app.db.updateTable('oauth_client').set({ redirect_uris }).where('id', '=', client.id).execute();
  for (const act of ['', '/allow', '/deny'] as const)
    expect((await oauth.atConsole(app, browser, 'cleo', id, act)).body.error.status).toBe('OAUTH_REQUEST_ENDED');
});

test('RFC 6749, 5.1: a client that may not stay gets no refresh token, however it asks', async () => {
  const client = await portal({ grant_types: ['authorization_code'] });
  for (const more of [{}, { scope: 'openid offline_access', prompt: 'consent' }])
    expect(await tokensFor(client, more)).not.toHaveProperty('refresh_token');
  expect((await own(await robot(), { scope: 'offline_access' })).body.error).toBe('invalid_scope');
});

test('a client none of whose secrets is good any more is refused, whatever it sends', async () => {
  const client = await robot();
  await app.db.deleteFrom('oauth_client_secret').where('client_id', '=', client.id).execute();
  for (const secret of [client.secret, 'none']) {
    const { status, body } = await own({ ...client, secret });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  }
});

test('RFC 6749, 3.3: a client that names no scope gets its permissions, and the answer names them', async () => {
  const both = await robot({ scopes: ['openid', 'profile', 'view_account', 'manage_organization'] });
  expect((await own(both)).body.scope).toBe('view_account manage_organization');
  const nobody = await robot({ scopes: ['openid'] });
  expect((await own(nobody)).body).not.toHaveProperty('scope');
});

test('RFC 7523: an assertion that says nothing of when it was made is counted from now', async () => {
  app.clock.set(new Date().toISOString());
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwks = JSON.stringify({ keys: [await exportJWK(publicKey)] });
  const { clientId } = await robot({ authentication: 'private_key_jwt', jwks });
  const send = async (seconds: number) => {
    const client_assertion = await new SignJWT({ jti: newId() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience('http://localhost:8080/oauth')
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(privateKey);
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    return oauth.post(app, '/oauth/token', {
      grant_type: 'client_credentials',
      client_assertion,
      client_assertion_type,
    });
  };
  expect((await send(LIMITS.oauthAssertionSeconds - 60)).status).toBe(200);
  expect((await send(LIMITS.oauthAssertionSeconds + 60)).body.error).toBe('invalid_client');
});

test('when a client was used last is written down once in a minute', async () => {
  const client = await robot();
  const { access_token } = (await own(client)).body;
  const usedAt = async () => {
    const { body } = await app.call('ada', 'GET', `/account/ui-api/v1/oauth/client/${client.id}`);
    return Date.parse(`${body.last_used_at}Z`);
  };
  const issued = app.clock.now().getTime();
  expect(await usedAt()).toBe(issued);
  app.clock.pass(LIMITS.tokenUseSeconds - 1);
  await call(access_token);
  expect(await usedAt()).toBe(issued);
  app.clock.pass(1);
  await call(access_token);
  expect(await usedAt()).toBe(app.clock.now().getTime());
});
