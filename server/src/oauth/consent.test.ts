/** What people are asked, what is kept of their answer, and what of it reaches the client, the browser and the log. */
import { LIMITS } from '@signet/contract/limits';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { consentScopes, storeConsent } from '../areas/oauth-authorization/consent-store.ts';
import { queueMail } from '../mail/queue.ts';
import { makeCode } from '../sign-in/codes/code-store.ts';
import { holderOf } from '../sign-in/codes/holder.ts';
import { findAccessToken } from '../sign-in/oauth/access-token-store.ts';
import { meanwhile } from '../testing/meanwhile.ts';
import { insertPortal } from '../testing/oauth-client.ts';
import * as oauth from '../testing/oauth-flow.ts';
import { onePlatform } from '../testing/one-platform.ts';
import { linkIn, mails, NEW_PASSWORD } from '../testing/sign-in.ts';
import type { TestApp } from '../testing/app.ts';

let app: TestApp;
const { alone } = onePlatform((one) => (app = one), { signedIn: ['cleo', 'ben'] });

const CONSENTS = '/account/ui-api/v1/oauth-consent';
const ACCOUNTS = '/account/ui-api/v1/account';
const idOf = (name: string): string => app.userIds.get(name) ?? '';
const accountOf = (name: string): string => app.accountIds.get(name) ?? '';
const portal = (values = {}, account = 'nordmark-lb') =>
  insertPortal(app, accountOf(account), {
    name: 'Portal',
    scopes: ['openid', 'profile', 'email', 'view_account', 'manage_organization'],
    ...values,
  });
type Client = Awaited<ReturnType<typeof portal>>;

const tokensFor = async (client: Client, more = {}) =>
  (await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client, more))).body;
const told = (clientId: string) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'resource_type', 'message'])
    .where('resource_id', '=', clientId)
    .orderBy('id')
    .execute();
const consents = async () => (await app.call('cleo', 'GET', CONSENTS)).body.items;

test('a request that is posted as a form leads where the same one in the address does', async () => {
  const client = await portal();
  const { query, verifier } = oauth.newRequest(client, { state: 'ä "1" & 2' });
  const posted = await oauth.post(app, '/oauth/auth', query as Record<string, string>, { cookie: '' });
  expect(posted.status).toBe(303);
  const browser = oauth.openBrowser(app);
  const id = await oauth.begin(browser, posted.headers['location'] ?? '');
  const allowed = await oauth.atConsole(app, browser, 'cleo', id, '/allow');
  const back = await browser.get(allowed.body.return_url);
  const led = new URL(back.headers['location'] ?? '');
  expect(led.searchParams.get('state')).toBe('ä "1" & 2');
  const { status } = await oauth.redeem(app, client, { code: led.searchParams.get('code') ?? '', verifier });
  expect(status).toBe(200);
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test.each([
  ['too long', FORM, `state=${'x'.repeat(LIMITS.oauthQueryMax)}`, 413],
  ['of another kind', { 'content-type': 'application/json' }, '{"client_id":"nobody"}', 415],
])('a posted request that is %s leads nobody on', async (_what, headers, payload, status) => {
  const answer = await app.app.inject({ method: 'POST', url: '/oauth/auth', headers, payload });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
});

test('a posted request that is empty is refused where it leads', async () => {
  const { status, headers } = await app.request('POST', '/oauth/auth', undefined, FORM);
  expect(status).toBe(303);
  expect((await app.request('GET', new URL(headers['location'] ?? '').pathname)).status).toBe(400);
});

test(
  'what somebody agrees to in two tabs at the same moment is kept together',
  alone(async () => {
    const { id } = await portal();
    const [user, now] = [idOf('cleo'), app.clock.now()];
    await meanwhile(
      app,
      [
        sql`insert into oauth_consent (user_id, oauth_client_id, scopes, created_at, updated_at)
        values (${user}, ${id}, ${['openid']}, ${now}, ${now})`,
      ],
      () => app.db.transaction().execute((tx) => storeConsent(tx, user, id, ['email'], now)),
    );
    expect(await consentScopes(app.db, user, id)).toEqual(['openid', 'email']);
  }),
);

test('the browser gets cookies for its request alone, which no script reads and no other page sends', async () => {
  const answer = await app.app.inject({ method: 'GET', url: oauth.newRequest(await portal()).url });
  const id = /[\w-]+$/.exec(String(answer.headers['location']))?.[0];
  const cookies = answer.cookies.map(({ name, path, httpOnly, sameSite }) => ({ name, path, httpOnly, sameSite }));
  const kept = { httpOnly: true, sameSite: 'lax' };
  expect(cookies.filter(({ name }) => !name.endsWith('.sig'))).toEqual([
    { name: 'signet_authorization', path: `/account/ui-api/v1/oauth-authorization/${id}`, ...kept },
    { name: 'signet_interaction', path: `/account/authorize/${id}`, ...kept },
    { name: 'signet_resume', path: `/oauth/auth/${id}`, ...kept },
  ]);
  for (const { maxAge } of answer.cookies) expect(maxAge ?? 600).toBe(600);
});

test('addresses are those of the platform, whatever host a request names', async () => {
  const { body } = await app.request('GET', '/oauth/.well-known/openid-configuration', undefined, {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  });
  expect(JSON.stringify(body)).not.toContain('evil.example');
  for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
    expect(body[name]).toMatch(/^http:\/\/localhost:8080\/oauth\//);
});

test('a client reads by which ways it may prove itself at each endpoint', async () => {
  const { body } = await app.request('GET', '/.well-known/oauth-authorization-server/oauth');
  for (const endpoint of ['token', 'revocation', 'introspection'])
    expect(body).toMatchObject({
      [`${endpoint}_endpoint_auth_methods_supported`]: expect.arrayContaining(['private_key_jwt', 'none']),
      [`${endpoint}_endpoint_auth_signing_alg_values_supported`]: expect.arrayContaining(['ES256', 'PS256']),
    });
});

test('an ID token is for its client, for ten minutes, and says when the person proved who they are', async () => {
  const client = await portal();
  const browser = oauth.openBrowser(app);
  const signedIn = await app.signIn('cleo');
  const proved = Math.floor(app.clock.now().getTime() / 1000);
  app.clock.pass(90);
  const { verifier, url } = oauth.newRequest(client, { max_age: '600' });
  const path = `/account/ui-api/v1/oauth-authorization/${await oauth.begin(browser, url)}/allow`;
  const headers = { ...oauth.bearing(signedIn.access_token), cookie: browser.cookiesFor(path) };
  const back = await browser.get((await app.request('POST', path, undefined, headers)).body.return_url);
  const code = new URL(back.headers['location'] ?? '').searchParams.get('code') ?? '';
  const { id_token } = (await oauth.redeem(app, client, { code, verifier })).body;
  const { aud, sub, auth_time, iat = 0, exp = 0, iss } = decodeJwt(id_token);
  expect({ iss, aud, sub, auth_time }).toEqual({
    iss: 'http://localhost:8080/oauth',
    aud: client.clientId,
    sub: idOf('cleo'),
    auth_time: proved,
  });
  expect(exp - iat).toBe(600);
});

test('whoever is asked for a yes proves again who they are, whoever passes does not', async () => {
  const longAgo = new Date(app.clock.now().getTime() - 16 * 60_000);
  const { access_token } = await app.signIn('cleo');
  const { config } = app.runtime;
  const minutes = config.REAUTHENTICATION_MINUTES;
  config.REAUTHENTICATION_MINUTES = 15;
  onTestFinished(() => void (config.REAUTHENTICATION_MINUTES = minutes));
  const allowed = async (client: Client, scope: string, proved = longAgo): Promise<unknown> => {
    await app.db.updateTable('session').set({ created_at: proved, proved_at: null }).execute();
    const browser = oauth.openBrowser(app);
    const id = await oauth.begin(browser, oauth.newRequest(client, { scope }).url);
    const path = `/account/ui-api/v1/oauth-authorization/${id}/allow`;
    const headers = { ...oauth.bearing(access_token), cookie: browser.cookiesFor(path) };
    const { status, body } = await app.request('POST', path, undefined, headers);
    return status === 200 ? 'allowed' : body.error.status;
  };
  const [client, open] = [await portal(), await portal({ name: 'Open', authentication: 'none' })];
  expect(await allowed(client, 'openid')).toBe('REAUTHENTICATION_REQUIRED');
  expect(await consents()).toEqual([]);
  expect(await allowed(client, 'openid', app.clock.now())).toBe('allowed');
  expect(await allowed(client, 'openid')).toBe('allowed');
  expect(await allowed(client, 'openid view_account')).toBe('REAUTHENTICATION_REQUIRED');
  expect(await allowed(open, 'openid', app.clock.now())).toBe('allowed');
  expect(await allowed(open, 'openid')).toBe('REAUTHENTICATION_REQUIRED');
});

test('of a person a client is told what they agreed to, and no more', async () => {
  const client = await portal();
  const asked = async (scope: string) => {
    const { access_token } = await tokensFor(client, { scope });
    return (await app.request('GET', '/oauth/me', undefined, oauth.bearing(access_token))).body;
  };
  expect(await asked('openid view_account')).toEqual({ sub: idOf('cleo') });
  const { email } = await app.db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', idOf('cleo'))
    .executeTakeFirstOrThrow();
  expect(await asked('openid email')).toEqual({ sub: idOf('cleo'), email, email_verified: true });
  expect(await asked('openid profile')).toEqual({
    sub: idOf('cleo'),
    name: 'Cleo Marchetti',
    given_name: 'Cleo',
    family_name: 'Marchetti',
    preferred_username: 'cleo',
    locale: 'en-US',
  });
});

test(
  'a mail address is verified once its person has opened a link that was mailed there',
  alone(async () => {
    const client = await portal();
    const before = app.db.selectFrom('app_user').select('password_hash').where('id', '=', idOf('cleo'));
    const { password_hash } = await before.executeTakeFirstOrThrow();
    const claims = async () => {
      const { access_token } = await tokensFor(client, { scope: 'openid email' });
      return (await app.request('GET', '/oauth/me', undefined, oauth.bearing(access_token))).body;
    };
    const own = (await app.call('cleo', 'GET', '/account/api/v1/user/me')).body;
    const { first_name, last_name, user_name, phone, locale } = own;
    const saved = { first_name, last_name, user_name, phone, locale, email: 'cleo@mail.example' };
    expect((await app.call('cleo', 'PUT', `/account/ui-api/v1/user/${idOf('cleo')}`, saved)).status).toBe(200);
    expect(await claims()).toEqual({ sub: idOf('cleo'), email: 'cleo@mail.example', email_verified: false });

    await app.request('POST', '/account/ui-api/v1/auth/forgot-password', { user_name: 'cleo', locale: 'en_US' });
    await app.sendResets();
    const { userId, code } = linkIn((await mails(app, 'cleo@mail.example', 'password-reset')).at(-1)?.text ?? '');
    await app.db.updateTable('mail').set({ status: 'sent' }).where('recipient', '=', 'cleo@mail.example').execute();
    const chosen = { user_id: userId, code, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD };
    const reset = await app.request('POST', '/account/ui-api/v1/auth/reset-password', chosen);
    expect(reset.status).toBe(204);
    await app.db.updateTable('app_user').set({ password_hash }).where('id', '=', idOf('cleo')).execute();
    expect(await claims()).toMatchObject({ email: 'cleo@mail.example', email_verified: true });
  }),
);

test('a link proves the address that a person has, where its own mail was really sent there', async () => {
  const client = await portal();
  const userId = idOf('cleo');
  const write = (to: string, now: Date) => {
    const code = makeCode(app.db, { userId, purpose: 'reset', ttlSeconds: 60, sentTo: to, now });
    const letter = { to, locale: 'en_US', kind: 'password-reset', userId, link: 'https://signet.example' };
    return Promise.all([code, queueMail(app.db, app.runtime, letter)]);
  };
  const open = async (to: string, status: 'queued' | 'held' | 'sent' | 'failed') => {
    app.clock.pass(1);
    const now = app.clock.now();
    await app.db.updateTable('app_user').set({ email_proved: null }).where('id', '=', userId).execute();
    const [code, mail] = await write(to, now);
    await app.db.updateTable('mail').set({ status }).where('id', '=', mail).execute();
    // Another one that arrives does not bring the link.
    const other = await queueMail(app.db, app.runtime, { to, locale: 'en_US', kind: 'password-changed', userId });
    await app.db.updateTable('mail').set({ status: 'sent' }).where('id', '=', other).execute();
    await holderOf({ db: app.db, now, audit: () => undefined }, userId, code, 'reset');
    const { access_token } = await tokensFor(client, { scope: 'openid email' });
    return (await app.request('GET', '/oauth/me', undefined, oauth.bearing(access_token))).body.email_verified;
  };
  const own = 'Cleo@nordmark-lb.example';
  expect(await open('cleo@mail.example', 'sent'), 'mailed to an address before').toBe(false);
  expect(await open(own, 'sent')).toBe(true);
  expect(await open(own, 'held'), 'read by administrators').toBe(false);
  expect(await open(own, 'failed')).toBe(false);
  expect(await open(own, 'queued')).toBe(false);
});

test('a scope that is taken from a client is gone from its tokens at the next request', async () => {
  const client = await portal();
  const { access_token, refresh_token } = await tokensFor(client, { scope: 'openid email view_account' });
  const { body: before } = await app.request('GET', '/oauth/me', undefined, oauth.bearing(access_token));
  expect(before).toMatchObject({ sub: idOf('cleo'), email_verified: true });
  const introspected = async (token: string) =>
    (await oauth.post(app, '/oauth/token/introspection', { token }, oauth.basic(client))).body.scope;
  expect(await introspected(refresh_token)).toBe('openid email view_account');
  await app.db
    .updateTable('oauth_client')
    .set({ scopes: ['openid', 'view_account'] })
    .where('id', '=', client.id)
    .execute();
  const me = async (token: string) => (await app.request('GET', '/oauth/me', undefined, oauth.bearing(token))).body;
  expect(await me(access_token)).toEqual({ sub: idOf('cleo') });
  for (const token of [access_token, refresh_token]) expect(await introspected(token)).toBe('openid view_account');
  const { body: next } = await oauth.refresh(app, client, refresh_token);
  expect(next.scope).toBe('openid view_account');
  expect(await me(next.access_token)).toEqual({ sub: idOf('cleo') });
});

test('a scope that is taken from a client between Allow and its token is in none', async () => {
  const client = await portal();
  const flow = await oauth.authorize(app, 'cleo', client, { scope: 'openid email' });
  await app.db
    .updateTable('oauth_client')
    .set({ scopes: ['openid'] })
    .where('id', '=', client.id)
    .execute();
  expect((await oauth.redeem(app, client, flow)).body.scope).toBe('openid');
});

test('consent grows by what is new, and the log tells of what has changed', async () => {
  const client = await portal();
  for (const scope of ['openid view_account', 'view_account', 'openid manage_organization'])
    await oauth.authorize(app, 'cleo', client, { scope });
  expect(await consents()).toMatchObject([
    { identity: ['openid'], permissions: ['view_account', 'manage_organization'] },
  ]);
  const ofConsent = (await told(client.id)).filter(({ resource_type }) => resource_type === 'OAUTH_CONSENT');
  expect(ofConsent.map(({ action }) => action)).toEqual(['CREATE', 'UPDATE']);
});

/** A request that waits for its person, and what a console does to it. */
async function waitingRequest() {
  const [client, browser] = [await portal({}, 'signet-platform'), oauth.openBrowser(app)];
  const id = await oauth.begin(browser, oauth.newRequest(client).url);
  const as = (person: 'cleo' | 'ben', act: '' | '/allow' | '/deny') => oauth.atConsole(app, browser, person, id, act);
  return { client, browser, as };
}

test('whoever lost the answer to Allow is given it again, and nothing is made or told twice', async () => {
  const { client, browser, as } = await waitingRequest();
  const { body: first } = await as('cleo', '/allow');
  // The page that is loaded again only passes.
  expect((await as('cleo', '')).body).toMatchObject({ agreed: true });
  expect(await as('cleo', '/allow')).toMatchObject({ status: 200, body: first });
  const grants = await app.db
    .selectFrom('oauth_artifact')
    .select('grant_id')
    .where('kind', '=', 'Grant')
    .where('oauth_client_id', '=', client.id)
    .execute();
  expect(grants).toHaveLength(1);
  expect((await told(client.id)).map(({ action, resource_type }) => `${action} ${resource_type}`)).toEqual([
    'LOGIN OAUTH_CLIENT',
    'CREATE OAUTH_CONSENT',
  ]);
  const ended = { status: 410, body: { error: { status: 'OAUTH_REQUEST_ENDED' } } };
  for (const act of ['', '/allow', '/deny'] as const) expect(await as('ben', act)).toMatchObject(ended);
  expect(await as('cleo', '/deny')).toMatchObject(ended);
  const back = await browser.get(first.return_url);
  expect(new URL(back.headers['location'] ?? '').searchParams.get('code')).toMatch(/./);
  expect(await as('cleo', '/allow')).toMatchObject(ended);
});

test('whoever lost the answer to Deny is given it again, and allows nothing after it', async () => {
  const { client, as } = await waitingRequest();
  const { body: first } = await as('cleo', '/deny');
  expect(await as('cleo', '/deny')).toMatchObject({ status: 200, body: first });
  for (const act of ['', '/allow'] as const)
    expect((await as('cleo', act)).body.error.status).toBe('OAUTH_REQUEST_ENDED');
  expect(await told(client.id)).toEqual([]);
});

test('consent is taken back by an address in capitals too, and that of other clients stays', async () => {
  const [client, other] = [await portal(), await portal({ name: 'Other' })];
  for (const one of [client, other]) await oauth.authorize(app, 'cleo', one);
  expect((await app.call('cleo', 'DELETE', `${CONSENTS}/${client.id.toUpperCase()}`)).status).toBe(204);
  expect(await consents()).toMatchObject([{ client: { name: 'Other' } }]);
  expect((await told(client.id)).at(-1)).toMatchObject({ action: 'DELETE', resource_type: 'OAUTH_CONSENT' });
});

test('whoever asks for nothing is asked for it each time', async () => {
  const [client, browser] = [await portal(), oauth.openBrowser(app)];
  await oauth.authorize(app, 'cleo', client);
  const id = await oauth.begin(browser, oauth.newRequest(client, { scope: undefined }).url);
  expect((await oauth.atConsole(app, browser, 'cleo', id, '')).body).toMatchObject({ agreed: false, permissions: [] });
});

test('a client of the platform is for everybody, in all their accounts, and names none', async () => {
  const client = await portal({}, 'signet-platform');
  const browser = oauth.openBrowser(app);
  const id = await oauth.begin(browser, oauth.newRequest(client).url);
  expect((await oauth.atConsole(app, browser, 'ben', id, '')).body).toMatchObject({
    account_name: null,
    agreed: false,
  });
  const { access_token } = await tokensFor(client);
  expect(await consents()).toMatchObject([{ client: { name: 'Portal' }, account_name: null }]);
  await app.db
    .insertInto('user_account')
    .values({ user_id: idOf('cleo'), account_id: accountOf('orsini-custody') })
    .execute();
  const seen = () => app.request('GET', ACCOUNTS, undefined, oauth.bearing(access_token));
  expect((await seen()).body.total).toBe(2);
  await app.db
    .updateTable('account')
    .set({ service_to: '2026-01-01' })
    .where('id', 'in', [accountOf('nordmark-lb'), accountOf('orsini-custody')])
    .execute();
  expect((await seen()).body.error.status).toBe('ACCOUNT_EXPIRED');
});

test('what is no access token is nobody’s, also where it is looked up', async () => {
  const client = await portal();
  const flow = await oauth.authorize(app, 'cleo', client);
  const { access_token, refresh_token } = (await oauth.redeem(app, client, flow)).body;
  const find = (text: string) => findAccessToken(app.db, text, app.clock.now());
  expect(await find(access_token)).toHaveProperty('viewer');
  for (const text of [flow.code, refresh_token]) expect(await find(text)).toBeNull();
});

test('each replay is told, however soon one comes after another', async () => {
  const client = await portal();
  for (let time = 0; time < 2; time += 1) {
    const { refresh_token } = await tokensFor(client);
    expect((await oauth.refresh(app, client, refresh_token)).status).toBe(200);
    expect((await oauth.refresh(app, client, refresh_token)).body.error).toBe('invalid_grant');
  }
  const { access_token } = await tokensFor(client);
  await oauth.post(app, '/oauth/token/revocation', { token: access_token }, oauth.basic(client));
  const replays = (await told(client.id)).filter(({ message }) => message === 'OAUTH_TOKEN_REPLAYED');
  expect(replays).toHaveLength(2);
});
