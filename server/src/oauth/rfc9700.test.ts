/** What RFC 9700 (OAuth 2.0 Security Best Current Practice) asks of an authorization server, one by one. */
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { insertOauthClient, insertPortal } from '../testing/oauth-client.ts';
import * as oauth from '../testing/oauth-flow.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { PASSWORD, type TestApp } from '../testing/app.ts';
import { sweepArtifacts } from './artifact-store.ts';

let app: TestApp;
const { alone } = onePlatform((one) => (app = one), { signedIn: ['cleo'] });

const ISSUER = 'http://localhost:8080/oauth';
const RIGHTS = '/account/ui-api/v1/permission';
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const portal = (values = {}) => insertPortal(app, nordmark(), values);
const tokensFor = async (client: Awaited<ReturnType<typeof portal>>) =>
  (await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client))).body;
/** Where a request that is refused leads: to nobody, or back with an error. */
async function refused(client: Awaited<ReturnType<typeof portal>>, more: Record<string, string | undefined>) {
  const { status, headers } = await oauth.openBrowser(app).get(oauth.newRequest(client, more).url);
  const location = headers['location'];
  return location === undefined ? { status } : { status, led: new URL(location, 'http://localhost:8080') };
}

describe('2.1: redirect addresses are compared letter by letter, and nobody is led to another one', () => {
  test.each([
    ['another port', 'https://app.nordmark-lb.example:8443/callback'],
    ['another path', 'https://app.nordmark-lb.example/callback/x'],
    ['a query', 'https://app.nordmark-lb.example/callback?next=https://evil.example'],
    ['a fragment', 'https://app.nordmark-lb.example/callback#x'],
    ['a user before the host', 'https://app.nordmark-lb.example@evil.example/callback'],
    ['a host that looks alike', 'https://app.nordmаrk-lb.example/callback'],
    ['a host below', 'https://evil.app.nordmark-lb.example/callback'],
    ['a host behind', 'https://app.nordmark-lb.example.evil.example/callback'],
    ['plain http', 'http://app.nordmark-lb.example/callback'],
    ['capitals', 'https://APP.nordmark-lb.example/callback'],
    ['a way round', 'https://app.nordmark-lb.example/x/../callback'],
    ['a script', 'javascript:alert(1)'],
    ['none', undefined],
  ])('%s', async (_what, redirect_uri) => {
    const { status, led } = await refused(await portal(), { redirect_uri });
    expect([status, led]).toEqual([400, undefined]);
  });

  test('also for an error, and of a client that nobody knows', async () => {
    const client = await portal();
    expect(await refused(client, { redirect_uri: 'https://evil.example/', response_type: 'token' })).toEqual({
      status: 400,
    });
    expect(await refused({ ...client, clientId: 'nobody' }, {})).toEqual({ status: 400 });
  });

  test('other ports on the own computer too', async () => {
    const client = await portal({ authentication: 'none', redirect_uris: ['http://127.0.0.1:9200/back'] });
    expect(await refused(client, { redirect_uri: 'http://127.0.0.1:9201/back' })).toEqual({ status: 400 });
    expect((await refused(client, { redirect_uri: 'http://127.0.0.1:9200/back' })).status).toBe(303);
  });
});

describe('2.1.1: PKCE, for every client', () => {
  test.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain one', { code_challenge_method: 'plain' }],
    ['one without its method', { code_challenge_method: undefined }],
    ['one that is too short', { code_challenge: 'abc' }],
  ])('a request with %s is led back with an error', async (_what, more) => {
    const { led } = await refused(await portal(), more);
    expect(led?.origin).toBe(new URL(oauth.REDIRECT).origin);
    expect(led?.searchParams.get('error')).toBe('invalid_request');
    expect(led?.searchParams.get('code')).toBeNull();
  });

  test('a code without its verifier, or with another one, gives nothing', async () => {
    const client = await portal();
    const { code } = await oauth.authorize(app, 'cleo', client);
    const form = { grant_type: 'authorization_code', code, redirect_uri: oauth.REDIRECT };
    expect((await oauth.post(app, '/oauth/token', form, oauth.basic(client))).body.error).toBe('invalid_grant');
    expect((await oauth.redeem(app, client, { code, verifier: 'a'.repeat(43) })).body.error).toBe('invalid_grant');
  });
});

test('2.1.1: a code is used once; used again it ends the tokens of the first use', async () => {
  const client = await portal();
  const flow = await oauth.authorize(app, 'cleo', client);
  const { access_token } = (await oauth.redeem(app, client, flow)).body;
  expect((await app.request('GET', RIGHTS, undefined, oauth.bearing(access_token))).status).toBe(200);
  expect((await oauth.redeem(app, client, flow)).body.error).toBe('invalid_grant');
  expect((await app.request('GET', RIGHTS, undefined, oauth.bearing(access_token))).status).toBe(401);
});

test('2.1.1: a code that is used again long after its minute ends what came of it, and the log says so', async () => {
  const client = await portal();
  const flow = await oauth.authorize(app, 'cleo', client);
  const { refresh_token } = (await oauth.redeem(app, client, flow)).body;
  app.clock.pass(13 * 86_400);
  const { access_token, refresh_token: next } = (await oauth.refresh(app, client, refresh_token)).body;
  await sweepArtifacts(app.db, app.clock.now());
  const other = await portal({ name: 'Other' });
  expect((await oauth.redeem(app, other, flow)).body.error).toBe('invalid_grant');
  expect((await app.request('GET', RIGHTS, undefined, oauth.bearing(access_token))).status).toBe(200);

  expect((await oauth.redeem(app, client, flow)).body.error).toBe('invalid_grant');
  expect((await app.request('GET', RIGHTS, undefined, oauth.bearing(access_token))).status).toBe(401);
  expect((await oauth.refresh(app, client, next)).body.error).toBe('invalid_grant');
  const told = app.db.selectFrom('audit_event').select('message').where('resource_id', '=', client.id);
  expect((await told.execute()).map(({ message }) => message)).toContain('OAUTH_TOKEN_REPLAYED');
});

test('a code ends after a minute', async () => {
  const client = await portal();
  const flow = await oauth.authorize(app, 'cleo', client);
  app.clock.pass(61);
  expect((await oauth.redeem(app, client, flow)).body.error).toBe('invalid_grant');
});

test.each(['token', 'id_token', 'code token', 'code id_token'])('2.1.2: no %s', async (response_type) => {
  const { led } = await refused(await portal(), { response_type });
  const sent = `${led?.search}&${led?.hash.slice(1)}`;
  expect(sent).toContain('error=');
  expect(sent).not.toMatch(/access_token|id_token=|code=/);
});

test('2.4: no password, and nothing else that is not offered', async () => {
  const client = await portal();
  for (const grant_type of ['password', 'urn:ietf:params:oauth:grant-type:device_code', 'implicit'])
    expect(
      (await oauth.post(app, '/oauth/token', { grant_type, username: 'cleo' }, oauth.basic(client))).body.error,
    ).toBe('unsupported_grant_type');
  const robot = await insertOauthClient(app, nordmark());
  expect((await oauth.refresh(app, robot, 'x')).body.error_description).toContain('grant type is not allowed');
});

test('4.4: mixed-up clients: the code or refresh token of one is nothing to another', async () => {
  const [client, other] = [await portal(), await portal({ name: 'Other' })];
  const flow = await oauth.authorize(app, 'cleo', client);
  expect((await oauth.redeem(app, other, flow)).body.error).toBe('invalid_grant');
  const { refresh_token } = (await oauth.redeem(app, client, flow)).body;
  expect((await oauth.refresh(app, other, refresh_token)).body.error).toBe('invalid_grant');
  expect((await oauth.refresh(app, client, refresh_token)).status).toBe(200);
});

test('4.4.2.1: every answer names its issuer (RFC 9207), an error too', async () => {
  const client = await portal();
  expect((await oauth.authorize(app, 'cleo', client)).led.searchParams.get('iss')).toBe(ISSUER);
  expect((await refused(client, { scope: 'manage_tenant' })).led?.searchParams.get('iss')).toBe(ISSUER);
});

test('4.7: state comes back as it was sent', async () => {
  const { led } = await oauth.authorize(app, 'cleo', await portal(), { state: 'né=&?' });
  expect(led.searchParams.get('state')).toBe('né=&?');
});

test('only the browser that began a request can answer it', async () => {
  const client = await portal();
  const id = await oauth.begin(oauth.openBrowser(app), oauth.newRequest(client).url);
  expect((await oauth.atConsole(app, oauth.openBrowser(app), 'cleo', id, '/allow')).body.error.status).toBe(
    'OAUTH_REQUEST_ENDED',
  );
});

test('a request is answered once, and the person’s no is the client’s error', async () => {
  const [client, browser] = [await portal(), oauth.openBrowser(app)];
  const id = await oauth.begin(browser, oauth.newRequest(client).url);
  const denied = await oauth.atConsole(app, browser, 'cleo', id, '/deny');
  expect((await oauth.atConsole(app, browser, 'cleo', id, '/allow')).status).toBe(410);
  const led = new URL((await browser.get(denied.body.return_url)).headers['location'] ?? '');
  expect(led.searchParams.get('error')).toBe('access_denied');
});

test('a client of another tenant acts for none of its people, and they are told so', async () => {
  const [client, browser] = [await portal(), oauth.openBrowser(app)];
  const id = await oauth.begin(browser, oauth.newRequest(client).url);
  const answer = await oauth.atConsole(app, browser, 'carl', id, '/allow');
  expect([answer.status, answer.body.error.status]).toEqual([403, 'OAUTH_CLIENT_ELSEWHERE']);
  expect(JSON.stringify(answer.body)).not.toContain('Nordmark');
  expect((await oauth.atConsole(app, browser, 'ada', id, '')).body.error.status).toBe('OAUTH_CLIENT_ELSEWHERE');
});

test('a client that is disabled between the request and the code gets nothing', async () => {
  const client = await portal();
  const flow = await oauth.authorize(app, 'cleo', client);
  await app.db.updateTable('oauth_client').set({ enabled: false }).where('id', '=', client.id).execute();
  expect((await oauth.redeem(app, client, flow)).body.error).toBe('invalid_client');
});

test('the person is asked to prove themselves where the client wants it', async () => {
  const [client, browser] = [await portal(), oauth.openBrowser(app)];
  const signedIn = await app.signIn('cleo');
  app.clock.pass(120);
  const id = await oauth.begin(browser, oauth.newRequest(client, { prompt: 'login' }).url);
  const path = `/account/ui-api/v1/oauth-authorization/${id}/allow`;
  const headers = { ...oauth.bearing(signedIn.access_token), cookie: browser.cookiesFor(path) };
  expect((await app.request('POST', path, undefined, headers)).body.error.status).toBe('REAUTHENTICATION_REQUIRED');
  expect((await oauth.atConsole(app, browser, 'cleo', id, '/allow')).status).toBe(200);
  const older = await oauth.begin(browser, oauth.newRequest(client, { max_age: '60' }).url);
  const again = `/account/ui-api/v1/oauth-authorization/${older}/allow`;
  const sent = { ...oauth.bearing(signedIn.access_token), cookie: browser.cookiesFor(again) };
  expect((await app.request('POST', again, undefined, sent)).body.error.status).toBe('REAUTHENTICATION_REQUIRED');
});

test('who proves themselves within the request has done so recently, as short as the client wants it', async () => {
  const [client, browser] = [await portal(), oauth.openBrowser(app)];
  const { access_token } = await app.signIn('cleo');
  app.clock.pass(120);
  const id = await oauth.begin(browser, oauth.newRequest(client, { max_age: '1' }).url);
  const path = `/account/ui-api/v1/oauth-authorization/${id}/allow`;
  const headers = { ...oauth.bearing(access_token), cookie: browser.cookiesFor(path) };
  const allow = () => app.request('POST', path, undefined, headers);
  expect((await allow()).body.error.status).toBe('REAUTHENTICATION_REQUIRED');
  const proof = { password: PASSWORD };
  expect((await app.request('POST', '/account/ui-api/v1/session/proof', proof, headers)).status).toBe(204);
  app.clock.pass(10);
  expect((await allow()).status).toBe(200);
});

test('nobody is signed in without the console: prompt=none is refused', async () => {
  expect((await refused(await portal(), { prompt: 'none' })).led?.searchParams.get('error')).toBe('login_required');
});

test('tokens are for this API: another resource is refused', async () => {
  const robot = await insertOauthClient(app, nordmark(), { scopes: ['view_account'] });
  const form = { grant_type: 'client_credentials', resource: 'https://other.example' };
  expect((await oauth.post(app, '/oauth/token', form, oauth.basic(robot))).body.error).toBe('invalid_target');
});

test('what is no access token of ours opens nothing: an ID token, a refresh token, a forged one', async () => {
  const { id_token, refresh_token } = await tokensFor(await portal());
  const claims = { sub: app.userIds.get('cleo'), sid: newId(), exp: 4_102_444_800, iss: 'signet', aud: 'signet-api' };
  const unsigned = new UnsecuredJWT(claims).encode();
  const keys = (await app.request('GET', '/oauth/jwks')).body.keys;
  const confused = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(Buffer.from(JSON.stringify(keys[0])));
  for (const token of [id_token, refresh_token, unsigned, confused, `signet_access_${'0'.repeat(36)}`])
    expect((await app.request('GET', RIGHTS, undefined, oauth.bearing(token))).status).toBe(401);
});

describe('a NUL, which no parameter has (RFC 6749, appendix A)', () => {
  test('in an authorization request is refused', async () => {
    const client = await portal();
    for (const more of [{ client_id: '\0' }, { state: 'a\0b' }, { nonce: '\0' }])
      expect((await oauth.openBrowser(app).get(oauth.newRequest(client, more).url)).body.error).toBe('invalid_request');
  });

  test('in the name of a client is a client that nobody knows', async () => {
    const form = { grant_type: 'client_credentials', token: 'x' };
    const named = { clientId: '%00', secret: 'x' };
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const client_assertion = await new SignJWT({ jti: newId() })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('\0')
      .setSubject('\0')
      .setAudience(ISSUER)
      .setExpirationTime('1m')
      .sign(Buffer.alloc(32));
    for (const path of ['/oauth/token', '/oauth/token/introspection', '/oauth/token/revocation'])
      for (const answer of [
        await oauth.post(app, path, form, oauth.basic(named)),
        await oauth.post(app, path, { ...form, client_id: '\0', client_secret: 'x' }),
        await oauth.post(app, path, { ...form, client_assertion, client_assertion_type: type }),
      ])
        expect(['400 invalid_request', '401 invalid_client']).toContain(`${answer.status} ${answer.body.error}`);
  });
});

describe('private_key_jwt', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const signer = async () => {
    const jwks = JSON.stringify({ keys: [await exportJWK(publicKey)] });
    return insertOauthClient(app, nordmark(), { authentication: 'private_key_jwt', jwks, scopes: ['view_account'] });
  };
  type Claims = { iss?: string; sub?: string; aud?: string; exp?: string | number; jti?: string };
  const assertion = (client: { clientId: string }, { iss, sub, aud, exp, jti }: Claims = {}, key = privateKey) =>
    new SignJWT({ jti: jti ?? newId() })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(iss ?? client.clientId)
      .setSubject(sub ?? client.clientId)
      .setAudience(aud ?? ISSUER)
      .setIssuedAt()
      .setExpirationTime(exp ?? '1m')
      .sign(key);
  const send = (client_assertion: string) =>
    oauth.post(app, '/oauth/token', {
      grant_type: 'client_credentials',
      client_assertion,
      client_assertion_type: type,
    });

  test('a client shows who it is by its key, and each assertion is taken once', async () => {
    const text = await assertion(await signer());
    expect((await send(text)).status).toBe(200);
    expect((await send(text)).body.error).toBe('invalid_client');
  });

  test('what is wrong with an assertion', async () => {
    const client = await signer();
    const of = (claims: Claims, key = privateKey) => assertion(client, claims, key);
    const confused = await new SignJWT({ jti: newId() })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(client.clientId)
      .setSubject(client.clientId)
      .setAudience(ISSUER)
      .setExpirationTime('1m')
      .sign(Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })));
    const now = Math.floor(Date.now() / 1000);
    const unsigned = new UnsecuredJWT({ jti: newId() })
      .setIssuer(client.clientId)
      .setSubject(client.clientId)
      .setAudience(ISSUER)
      .setExpirationTime('1m')
      .encode();
    const wrong = {
      'another key': await of({}, stranger),
      'for another server': await of({ aud: 'https://other.example' }),
      ended: await of({ exp: now - 60 }),
      'for a whole day': await of({ exp: '1d' }),
      'of somebody else': await of({ iss: 'somebody' }),
      'our public key as a secret': confused,
      'no signature': unsigned,
    };
    for (const [what, text] of Object.entries(wrong))
      expect([what, (await send(text)).body.error]).toEqual([what, 'invalid_client']);
    expect(
      (await oauth.post(app, '/oauth/token', { grant_type: 'client_credentials' }, oauth.basic(client))).body.error,
    ).toBe('invalid_client');
  });
});

describe('pages of others', () => {
  const from = (origin: string) => ({ origin });

  test('may ask for tokens as a client that runs in a browser, and as no other', async () => {
    const page = await portal({ authentication: 'none' });
    const flow = await oauth.authorize(app, 'cleo', page);
    const form = {
      grant_type: 'authorization_code',
      client_id: page.clientId,
      code: flow.code,
      code_verifier: flow.verifier,
      redirect_uri: oauth.REDIRECT,
    };
    const foreign = await oauth.post(app, '/oauth/token', form, from('https://evil.example'));
    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([400, undefined]);
    const own = await oauth.post(app, '/oauth/token', form, from(new URL(oauth.REDIRECT).origin));
    expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, new URL(oauth.REDIRECT).origin]);
    const secret = await portal({ name: 'With a secret' });
    const asked = { grant_type: 'refresh_token', refresh_token: 'x' };
    const page2 = await oauth.post(app, '/oauth/token', asked, {
      ...oauth.basic(secret),
      ...from(new URL(oauth.REDIRECT).origin),
    });
    expect(page2.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a public client is asked for consent each time', async () => {
    const client = await portal({ authentication: 'none' });
    await oauth.authorize(app, 'cleo', client);
    const browser = oauth.openBrowser(app);
    const id = await oauth.begin(browser, oauth.newRequest(client).url);
    expect((await oauth.atConsole(app, browser, 'cleo', id, '')).body).toMatchObject({
      agreed: false,
      client: { public: true },
    });
  });

  test('the pages of the flow are framed by nobody', async () => {
    const { headers } = await oauth.openBrowser(app).get('/oauth/auth?client_id=x');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });
});

describe('OpenID Connect Core 3.1.2.2: a client that names a person gets no other one’s tokens', () => {
  const hintOf = async (client: Awaited<ReturnType<typeof portal>>): Promise<string> =>
    (await tokensFor(client)).id_token;
  const grants = async () =>
    (await app.db.selectFrom('oauth_artifact').select('id_hash').where('kind', '=', 'Grant').execute()).length;
  const systems = () => insertPortal(app, app.accountIds.get('signet-platform') ?? '');

  test('another one can’t allow it, and leads back with login_required', async () => {
    const client = await systems();
    const id_token_hint = await hintOf(client);
    const before = await grants();
    const browser = oauth.openBrowser(app);
    const id = await oauth.begin(browser, oauth.newRequest(client, { id_token_hint }).url);
    for (const act of ['', '/allow'] as const) {
      const { status, body } = await oauth.atConsole(app, browser, 'ben', id, act);
      expect([status, body.error.status]).toEqual([403, 'OAUTH_OTHER_PERSON']);
    }
    const denied = await oauth.atConsole(app, browser, 'ben', id, '/deny');
    expect(denied.status).toBe(200);
    expect((await oauth.atConsole(app, browser, 'ben', id, '/deny')).body).toEqual(denied.body);
    const led = new URL((await browser.get(denied.body.return_url)).headers['location'] ?? '');
    expect([led.searchParams.get('error'), led.searchParams.get('code')]).toEqual(['login_required', null]);
    expect(await grants()).toBe(before);
  });

  test(
    'the person whom it names passes, also by a token that has ended',
    alone(async () => {
      const client = await systems();
      const id_token_hint = await hintOf(client);
      app.clock.pass(3_600);
      expect((await oauth.authorize(app, 'cleo', client, { id_token_hint })).code).not.toBe('');
    }),
  );

  test('a token that this server has not signed begins nothing', async () => {
    const client = await systems();
    const id_token_hint = new UnsecuredJWT({ sub: 'x' }).setIssuer(ISSUER).setAudience(client.clientId).encode();
    const { led } = await refused(client, { id_token_hint });
    expect(led?.searchParams.get('error')).toBe('invalid_request');
  });
});

test('the server says what it can, in both places, and no more', async () => {
  const { body } = await app.request('GET', '/oauth/.well-known/openid-configuration');
  expect(body).toMatchObject({
    issuer: ISSUER,
    token_endpoint: `${ISSUER}/token`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['RS256'],
  });
  expect(body.grant_types_supported.toSorted()).toEqual(['authorization_code', 'client_credentials', 'refresh_token']);
  expect(body.token_endpoint_auth_methods_supported.toSorted()).toEqual([
    'client_secret_basic',
    'client_secret_post',
    'none',
    'private_key_jwt',
  ]);
  const client = await portal();
  for (const response_mode of body.response_modes_supported)
    expect((await oauth.authorize(app, 'cleo', client, { response_mode })).code).not.toBe('');
  const absent = ['registration', 'end_session', 'pushed_authorization_request', 'device_authorization'];
  for (const name of absent) expect(body[`${name}_endpoint`]).toBeUndefined();
  expect(body.dpop_signing_alg_values_supported).toBeUndefined();
  expect((await app.request('GET', '/.well-known/oauth-authorization-server/oauth')).body).toEqual(body);
  const jwks = (await app.request('GET', '/oauth/jwks')).body;
  expect(jwks.keys).toHaveLength(2);
  for (const key of jwks.keys) expect(Object.keys(key)).not.toContain('d');
});
