/** Programs come by tokens and call the API with them, by themselves and for people. */
import { expect, test } from 'vitest';
import { everyFeature } from '../license/features.ts';
import { EVALUATION_KEY } from '../license/evaluation-key.ts';
import { issueLicense, issuerKey } from '../license/issue.ts';
import { installLicense } from '../license/license-store.ts';
import { findAccessToken } from '../sign-in/oauth/access-token-store.ts';
import { insertOauthClient, insertPortal } from '../testing/oauth-client.ts';
import * as oauth from '../testing/oauth-flow.ts';
import { onePlatform } from '../testing/one-platform.ts';
import type { Answer, TestApp } from '../testing/app.ts';

let app: TestApp;
onePlatform((one) => (app = one), { signedIn: ['cleo', 'carl', 'ada'], lastMayGo: true });

const ME = '/account/ui-api/v1/auth/me';
const RIGHTS = '/account/ui-api/v1/permission';
const ACCOUNTS = '/account/ui-api/v1/account';
const ORGANIZATIONS = '/account/ui-api/v1/organization';
const idOf = (name: string): string => app.userIds.get(name) ?? '';
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';

const robot = (values = {}) =>
  insertOauthClient(app, nordmark(), { name: 'Sync', scopes: ['view_account', 'manage_organization'], ...values });
/** A client that people of Nordmark sign in to. */
const portal = (values = {}) =>
  insertPortal(app, nordmark(), {
    name: 'Portal',
    scopes: ['openid', 'profile', 'email', 'view_account', 'manage_organization'],
    ...values,
  });
type Client = Awaited<ReturnType<typeof robot>>;

const own = (client: Client, form = {}) =>
  oauth.post(app, '/oauth/token', { grant_type: 'client_credentials', ...form }, oauth.basic(client));
const tokenOf = async (client: Client, form = {}): Promise<string> => (await own(client, form)).body.access_token;
const call = (token: string, url = RIGHTS, method: 'GET' | 'POST' | 'PUT' = 'GET', body?: unknown): Promise<Answer> =>
  app.request(method, url, body, oauth.bearing(token));
const introspect = async (client: Client, token: string) =>
  (await oauth.post(app, '/oauth/token/introspection', { token }, oauth.basic(client))).body;
const events = (resourceId: string) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'resource_type', 'result', 'actor_id', 'actor_name', 'actor_via', 'credential_id', 'message'])
    .where((where) => where.or([where('resource_id', '=', resourceId), where('credential_id', '=', resourceId)]))
    .orderBy('id')
    .execute();

test('a client comes by a token with its secret and calls the API with it', async () => {
  const client = await robot();
  const issued = await own(client);
  expect(issued).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 600, scope: 'view_account manage_organization' },
  });
  expect(issued.headers['cache-control']).toBe('no-store');
  const token: string = issued.body.access_token;
  expect(token).toMatch(/^signet_access_\w{36}$/);
  expect((await call(token, ME)).body).toMatchObject({ user_name: client.clientId, access_scope: 'account' });
  const { items } = (await call(token, ACCOUNTS)).body;
  expect(items.map((one: { id: string }) => one.id)).toEqual([nordmark()]);
});

test('what a client changes by itself has its name on it, in the record and in the audit log', async () => {
  const client = await robot({ scopes: ['manage_organization', 'view_organization'] });
  const made = await call(await tokenOf(client), ORGANIZATIONS, 'POST', { name: 'Nordmark Sync', country: 'DE' });
  expect(made.status).toBe(201);
  const [event] = await events(made.body.id);
  expect(event).toMatchObject({ action: 'CREATE', actor_name: 'Sync', actor_via: 'oauth_client' });
  expect(event?.credential_id).toBe(client.id);
  expect(made.body.updated_by_name ?? 'Sync').toBe('Sync');
});

test('a client is nobody who is in a list', async () => {
  const client = await robot();
  await tokenOf(client);
  for (const list of ['/account/ui-api/v1/administrator', '/account/ui-api/v1/service-user'])
    expect(JSON.stringify((await app.call('ada', 'GET', list)).body)).not.toContain('Sync');
});

test('a token has no more than what it asked for, and a client no more than it has', async () => {
  const client = await robot();
  const narrow = await tokenOf(client, { scope: 'view_account' });
  const body = { name: 'Nordmark Narrow', country: 'DE' };
  expect((await call(narrow, ORGANIZATIONS, 'POST', body)).status).toBe(403);
  for (const scope of ['manage_account', 'nonsense', 'view_account nonsense', 'toString', 'openid']) {
    const { status, body: refused } = await own(client, { scope });
    const wrong = scope.split(' ').at(-1);
    expect([scope, status, refused]).toMatchObject([scope, 400, { error: 'invalid_scope', scope: wrong }]);
  }
  const token = await tokenOf(client);
  await app.db.updateTable('oauth_client').set({ scopes: [] }).where('id', '=', client.id).execute();
  expect((await call(token, ACCOUNTS)).status).toBe(403);
});

test('a scope that is taken from a client is named by introspection no more', async () => {
  const client = await robot();
  const token = await tokenOf(client);
  await app.db
    .updateTable('oauth_client')
    .set({ scopes: ['view_account'] })
    .where('id', '=', client.id)
    .execute();
  expect(await introspect(client, token)).toMatchObject({ active: true, scope: 'view_account' });
});

test('a client of an account sees nothing of another one', async () => {
  const token = await tokenOf(await robot());
  const foreign = app.accountIds.get('alder-gmbh') ?? [...app.accountIds.values()].find((id) => id !== nordmark());
  expect((await call(token, `${ACCOUNTS}/${foreign}`)).status).toBe(404);
});

test('what is a person’s own is not for a client', async () => {
  const token = await tokenOf(await robot());
  for (const url of ['/account/ui-api/v1/session', '/account/ui-api/v1/oauth-consent'])
    expect((await call(token, url)).status).toBe(403);
});

test('a token ends after its ten minutes, with its client, and with its client’s account', async () => {
  const client = await robot();
  const token = await tokenOf(client);
  const refusedAs = async () => {
    const { status, body } = await call(token);
    return [status, body.error?.status, (await introspect(client, token)).active];
  };
  const set = (values: { enabled: boolean }) =>
    app.db.updateTable('oauth_client').set(values).where('id', '=', client.id).execute();
  expect(await introspect(client, token)).toMatchObject({ active: true, client_id: client.clientId });
  await set({ enabled: false });
  expect((await call(token)).body.error.status).toBe('ACCESS_TOKEN_INVALID');
  expect((await own(client)).body.error).toBe('invalid_client');
  await set({ enabled: true });
  expect((await call(token)).status).toBe(200);
  await app.db.updateTable('account').set({ active: false }).where('id', '=', nordmark()).execute();
  expect((await call(token)).body.error.status).toBe('ACCOUNT_EXPIRED');
  await app.db.updateTable('account').set({ active: true }).where('id', '=', nordmark()).execute();
  app.clock.pass(601);
  expect(await refusedAs()).toEqual([401, 'ACCESS_TOKEN_INVALID', false]);
});

test('a regenerated secret acts at once, and the former one for as long as was chosen', async () => {
  const client = await robot();
  const path = `/account/ui-api/v1/oauth/client/${client.id}/secret`;
  const made = await app.call('ada', 'PUT', path, {});
  expect(made.status).toBe(200);
  expect((await own(client)).body.error).toBe('invalid_client');
  const second = { ...client, secret: made.body.client_secret };
  expect((await own(second)).status).toBe(200);

  const next = await app.call('ada', 'PUT', path, { keep_days: 2 });
  const third = { ...client, secret: next.body.client_secret };
  app.clock.pass(2 * 86_400 - 1);
  for (const one of [second, third]) expect((await own(one)).status).toBe(200);
  app.clock.pass(1);
  expect((await own(second)).body.error).toBe('invalid_client');
  expect((await own(third)).status).toBe(200);
});

test('a client deletes its own token, and nobody else’s', async () => {
  const [client, other] = [await robot(), await robot({ name: 'Other' })];
  const token = await tokenOf(client);
  expect((await introspect(other, token)).active).toBe(false);
  await oauth.post(app, '/oauth/token/revocation', { token }, oauth.basic(other));
  expect((await call(token)).status).toBe(200);
  expect((await oauth.post(app, '/oauth/token/revocation', { token }, oauth.basic(client))).status).toBe(200);
  expect((await call(token)).status).toBe(401);
});

test('a person lets a client act for them, within what both may', async () => {
  const client = await portal();
  const flow = await oauth.authorize(app, 'cleo', client, { nonce: 'n-1' });
  expect(flow.led.origin + flow.led.pathname).toBe(oauth.REDIRECT);
  expect(flow.led.searchParams.get('iss')).toBe('http://localhost:8080/oauth');
  const { status, body } = await oauth.redeem(app, client, flow);
  expect(status).toBe(200);
  expect(body).toMatchObject({ scope: 'openid view_account', token_type: 'Bearer' });
  expect((await call(body.access_token)).body).toEqual({ permissions: ['view_account'] });
  expect((await call(body.access_token, ACCOUNTS)).status).toBe(200);
  expect((await call(body.access_token, '/account/ui-api/v1/session')).status).toBe(403);
  const person = (await app.request('GET', '/oauth/me', undefined, oauth.bearing(body.access_token))).body;
  expect(person).toMatchObject({ sub: idOf('cleo') });
  const told = await events(client.id);
  expect(told.map(({ action, resource_type, actor_id }) => [action, resource_type, actor_id])).toEqual([
    ['LOGIN', 'OAUTH_CLIENT', idOf('cleo')],
    ['CREATE', 'OAUTH_CONSENT', idOf('cleo')],
  ]);
});

test('a client whose account is out of service gets no token, and nobody is asked for it', async () => {
  const [client, application] = [await robot(), await portal()];
  await app.db.updateTable('account').set({ service_to: '2026-01-01' }).where('id', '=', nordmark()).execute();
  expect((await own(client)).body).toEqual(expect.objectContaining({ error: 'invalid_client' }));
  const { status, headers } = await oauth.openBrowser(app).get(oauth.newRequest(application).url);
  expect([status, headers['location']]).toEqual([400, undefined]);
});

test('once the license has ended, clients of accounts do nothing, and those of the platform go on', async () => {
  const from = app.clock.now();
  const until = new Date(from.getTime() + 86_400_000);
  const terms = { iss: 'Test', holder: 'Test', edition: 'Test', applications: everyFeature(), from, until };
  await installLicense(
    app.db,
    await issueLicense(await issuerKey(JSON.stringify(EVALUATION_KEY)), terms, from),
    null,
    from,
  );
  const platform = await insertOauthClient(app, app.accountIds.get('signet-platform') ?? '', {
    scopes: ['view_account'],
  });
  const [client, application] = [await robot(), await portal({ scopes: ['openid', 'view_account'] })];
  expect((await call(await tokenOf(client))).status).toBe(200);
  app.clock.set(new Date(until.getTime() - 1000).toISOString());
  const tokens = [
    [platform, await tokenOf(platform)],
    [client, await tokenOf(client)],
    [
      application,
      (await oauth.redeem(app, application, await oauth.authorize(app, 'cleo', application))).body.access_token,
    ],
  ] as const;
  const active = () => Promise.all(tokens.map(async ([whose, token]) => (await introspect(whose, token)).active));
  expect(await active()).toEqual([true, true, true]);
  app.clock.pass(2);
  for (const [, token] of tokens.slice(1)) {
    const refused = await call(token);
    expect([refused.status, refused.body.error.status]).toEqual([403, 'PLATFORM_LICENSE_EXPIRED']);
  }
  expect((await call(tokens[0][1])).status).toBe(200);
  // Whoever takes our tokens elsewhere is told the same.
  expect(await active()).toEqual([true, false, false]);
});

/** Lets a person belong to an account, beside what they belong to. */
const joins = (person: string, account: string) =>
  app.db
    .insertInto('user_account')
    .values({ user_id: idOf(person), account_id: app.accountIds.get(account) ?? '' })
    .execute();

test('a client has no more of its person than they allowed it, and sees its own account alone', async () => {
  const client = await portal();
  const { access_token } = (await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client))).body;
  const made = { name: 'Nordmark By Portal', country: 'DE' };
  expect((await call(access_token, ORGANIZATIONS, 'POST', made)).status).toBe(403);
  expect((await call(access_token, '/account/ui-api/v1/audit-log')).status).toBe(403);
  await joins('cleo', 'orsini-custody');
  const seen = ({ body }: Answer) => body.items.map(({ id }: { id: string }) => id);
  expect(seen(await app.call('cleo', 'GET', ACCOUNTS))).toHaveLength(2);
  expect(seen(await call(access_token, ACCOUNTS))).toEqual([nordmark()]);

  const wider = await oauth.authorize(app, 'cleo', client, { scope: 'openid manage_organization' });
  const { body } = await oauth.redeem(app, client, wider);
  expect((await call(body.access_token, ORGANIZATIONS, 'POST', made)).status).toBe(201);
});

test('a client acts for nobody who has left its account, from the next call on', async () => {
  const client = await portal();
  const { access_token, refresh_token } = (await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client)))
    .body;
  await joins('cleo', 'orsini-custody');
  expect((await call(access_token)).status).toBe(200);
  expect(await introspect(client, access_token)).toMatchObject({ active: true, sub: idOf('cleo') });
  await app.db
    .updateTable('app_user')
    .set({ primary_account_id: app.accountIds.get('orsini-custody') ?? '' })
    .where('id', '=', idOf('cleo'))
    .execute();
  await app.db
    .deleteFrom('user_account')
    .where('user_id', '=', idOf('cleo'))
    .where('account_id', '=', nordmark())
    .execute();
  expect((await call(access_token)).status).toBe(401);
  for (const token of [access_token, refresh_token]) expect(await introspect(client, token)).toEqual({ active: false });
  expect((await oauth.refresh(app, client, refresh_token)).body.error).toBe('invalid_grant');
});

test.each([{ active: false }, { deleted_at: new Date('2026-01-01') }])(
  'a token is told to be active no more once its person is %j',
  async (change) => {
    const client = await portal();
    const { access_token } = (await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client))).body;
    expect(await introspect(client, access_token)).toMatchObject({ active: true });
    await app.db.updateTable('app_user').set(change).where('id', '=', idOf('cleo')).execute();
    expect(await introspect(client, access_token)).toEqual({ active: false });
  },
);

test('a scope that means nothing in the scope of its account gives a client nothing', async () => {
  const client = await robot({ scopes: ['view_account', 'manage_tenant', 'manage_partner_user'] });
  const found = await findAccessToken(app.db, await tokenOf(client), app.clock.now());
  expect(found && 'viewer' in found && [...found.viewer.permissions]).toEqual(['view_account']);
});

test('a client loses what its person loses, at the next call', async () => {
  const client = await portal();
  const { body } = await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client));
  const scopeOf = async (token: string) => (await introspect(client, token)).scope;
  expect(await scopeOf(body.access_token)).toBe('openid view_account');
  await app.db.deleteFrom('user_role').where('user_id', '=', idOf('cleo')).execute();
  expect((await call(body.access_token, ACCOUNTS)).status).toBe(403);
  for (const token of [body.access_token, body.refresh_token]) expect(await scopeOf(token)).toBe('openid');
  await app.db.updateTable('app_user').set({ active: false }).where('id', '=', idOf('cleo')).execute();
  expect((await call(body.access_token)).status).toBe(401);
  expect((await oauth.refresh(app, client, body.refresh_token)).body.error).toBe('invalid_grant');
});

test('a refresh token is used once; used again it ends all that came of it, and the audit log says so', async () => {
  const client = await portal();
  const first = (await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client))).body;
  const second = (await oauth.refresh(app, client, first.refresh_token)).body;
  expect(second.refresh_token).toMatch(/^signet_refresh_/);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect((await call(second.access_token)).status).toBe(200);
  expect((await oauth.refresh(app, client, first.refresh_token)).body.error).toBe('invalid_grant');
  expect((await call(second.access_token)).status).toBe(401);
  expect((await oauth.refresh(app, client, second.refresh_token)).body.error).toBe('invalid_grant');
  const told = await events(client.id);
  expect(told.at(-1)).toMatchObject({ action: 'LOGIN_ERROR', result: 'failure', message: 'OAUTH_TOKEN_REPLAYED' });
});

test('the audit log tells of a client’s own tokens once in an hour, and of refusals once in a minute', async () => {
  const client = await robot();
  await tokenOf(client);
  await tokenOf(client);
  const wrong = { ...client, secret: 'signet_client_wrong' };
  await own(wrong);
  await own(wrong);
  const told = async () => (await events(client.id)).map(({ action, message }) => [action, message]);
  const [came, refused] = [
    ['LOGIN', null],
    ['LOGIN_ERROR', 'OAUTH_CLIENT_REFUSED'],
  ];
  expect(await told()).toEqual([came, refused]);
  app.clock.pass(60);
  await own(wrong);
  await own(wrong);
  expect(await told()).toEqual([came, refused, refused]);
  app.clock.pass(3_540);
  await tokenOf(client);
  expect((await events(client.id)).at(-1)).toMatchObject({
    action: 'LOGIN',
    actor_via: 'oauth_client',
    actor_name: 'Sync',
    credential_id: client.id,
  });
});

test('whoever guesses secrets is stopped after thirty in a minute', async () => {
  const client = await robot();
  for (let time = 0; time < 30; time += 1) expect((await own({ ...client, secret: `guess ${time}` })).status).toBe(401);
  expect((await own(client)).status).toBe(429);
  app.clock.pass(61);
  expect((await own(client)).status).toBe(200);
});

test('consent is remembered, listed for its person, and taken back with every token', async () => {
  const client = await portal();
  const { body } = await oauth.redeem(app, client, await oauth.authorize(app, 'cleo', client));
  const list = (await app.call('cleo', 'GET', '/account/ui-api/v1/oauth-consent')).body;
  const at = '2026-11-21 12:00:00';
  const times = { created_at: at, updated_at: at, last_used_at: at };
  expect(list.items).toMatchObject([
    { client: { name: 'Portal' }, identity: ['openid'], permissions: ['view_account'], ...times },
  ]);
  expect((await app.call('carl', 'GET', '/account/ui-api/v1/oauth-consent')).body.total).toBe(0);
  const path = `/account/ui-api/v1/oauth-consent/${client.id}`;
  expect((await app.call('carl', 'DELETE', path)).status).toBe(404);
  expect((await app.call('cleo', 'DELETE', path)).status).toBe(204);
  expect((await call(body.access_token)).status).toBe(401);
  expect((await oauth.refresh(app, client, body.refresh_token)).body.error).toBe('invalid_grant');
});

test('whoever agreed is asked again for more, where the client wants it, and told what they may not do', async () => {
  const client = await portal();
  await oauth.authorize(app, 'cleo', client);
  const asked = async (more: Record<string, string> = {}) => {
    const browser = oauth.openBrowser(app);
    return (
      await oauth.atConsole(app, browser, 'cleo', await oauth.begin(browser, oauth.newRequest(client, more).url), '')
    ).body;
  };
  expect(await asked()).toMatchObject({ agreed: true, permissions: ['view_account'], not_held: [] });
  expect(await asked({ prompt: 'consent' })).toMatchObject({ agreed: false });
  const scope = 'openid view_account manage_organization';
  expect(await asked({ scope })).toMatchObject({ agreed: false, not_held: [] });
  await app.db.deleteFrom('user_role').where('user_id', '=', idOf('cleo')).execute();
  expect(await asked({ scope })).toMatchObject({ permissions: [], not_held: ['view_account', 'manage_organization'] });
});

test('taking consent from one client leaves what others have', async () => {
  const [client, other] = [await portal(), await portal({ name: 'Other' })];
  const kept = (await oauth.redeem(app, other, await oauth.authorize(app, 'cleo', other))).body;
  await oauth.authorize(app, 'cleo', client);
  expect((await app.call('cleo', 'DELETE', `/account/ui-api/v1/oauth-consent/${client.id}`)).status).toBe(204);
  expect((await call(kept.access_token)).status).toBe(200);
  expect((await oauth.refresh(app, other, kept.refresh_token)).status).toBe(200);
});
