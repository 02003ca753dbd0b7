/** Set-up links: somebody without a user enters one provider of one account, once, and switches nothing on. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../ids.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { certified } from '../../testing/access-cast.ts';
import { CLIENT_SECRET, startProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { entityDescriptor, placeProvider, signingCertificate } from '../../testing/saml-metadata.ts';
import { events, expectRefusal } from '../../testing/sign-in.ts';
import { daysOn } from '../../x509/testing/authority.ts';
import { viewerOfLink } from './setup-link-store.ts';

const OPEN = '/account/ui-api/v1/auth/sign-in-setup';
let app: TestApp;
let provider: TestProvider;
const { alone } = onePlatform((given) => (app = given), {
  config: { OWN_NETWORK_PROVIDERS: true },
  lastMayGo: true,
  signedIn: ['ada', 'carl', 'cleo', 'emil'],
});
beforeAll(async () => {
  provider = await startProvider(() => Math.floor(app.clock.now().getTime() / 1000));
});
afterAll(() => provider.close());

const [first, second] = [signingCertificate(), signingCertificate({ subject: 'Nordmark, from 2027' })];
const metadata = entityDescriptor({ certificates: [first] });
const renewal = entityDescriptor({ certificates: [first, second], signOnAddress: 'https://elsewhere.example/sso' });

const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const address = (id = nordmark()) => `/account/ui-api/v1/account/${id}/sign-in-setup-link`;
const make = (purpose: string, person: Name = 'cleo') => app.call(person, 'POST', address(), { purpose });
const list = async () => (await app.call('cleo', 'GET', address())).body.items;
/** What the fragment of a link carries. */
const keyOf = ({ status, body }: Answer): { id: string; secret: string } => {
  expect(status).toBe(201);
  const [, id = '', secret = ''] = /\/account\/sign-in-setup#([\w-]+)\/([\w-]{43})$/.exec(body.url) ?? [];
  return { id, secret };
};
const open = (key: object) => app.request('POST', `${OPEN}/open`, key);
const enterSaml = (key: object, given: object = { metadata }) =>
  app.request('POST', `${OPEN}/saml`, { ...key, ...given });
const enterOidc = (key: object, more: object = {}) =>
  app.request('POST', `${OPEN}/oidc`, {
    ...key,
    issuer: provider.issuer,
    client_id: 'signet',
    client_secret: CLIENT_SECRET,
    ...more,
  });
const saml = async () => (await app.call('cleo', 'GET', `/account/ui-api/v1/federation/config/${nordmark()}`)).body;
const fieldOf = ({ body }: Answer) =>
  Object.entries<{ status: string }>(body.error.fields).map(([name, { status }]) => `${name} ${status}`);
const ended = (answer: Answer) => expectRefusal(answer, 410, 'SETUP_LINK_ENDED');

test('a SAML provider is entered once, stays off, and the log names the link of its maker', async () => {
  const made = await make('saml');
  const key = keyOf(made);
  const opened = await open(key);
  expect(opened.body).toMatchObject({
    purpose: 'saml',
    service_provider_config: (await saml()).service_provider_config,
    redirect_uri: null,
  });
  // What is wrong loses nothing.
  expect(fieldOf(await enterSaml(key, { metadata: '<no' }))).toEqual(['metadata INVALID_XML']);
  const bare = entityDescriptor();
  expect(fieldOf(await enterSaml(key, { metadata: bare }))).toEqual(['metadata CERTIFICATE_NEEDED']);
  expect((await enterSaml(key)).status).toBe(204);
  expect(await saml()).toMatchObject({
    status: 'DISABLED',
    standard_login: true,
    updated_by_name: null,
    identity_provider_config: { entity_id: 'https://idp.nordmark.example/saml' },
  });
  expect(await list()).toMatchObject([{ id: key.id, purpose: 'saml', state: 'used', made_by_name: 'Cleo Marchetti' }]);
  const log = [...(await events(app, 'CREATE')), ...(await events(app, 'UPDATE'))];
  const whose = { link_of: 'Cleo Marchetti' };
  expect(log.filter(({ actor_id }) => actor_id === null)).toMatchObject([
    { resource_type: 'SAML2_CONFIG', message: 'BY_SETUP_LINK', result: 'success', after: whose },
    { resource_type: 'SIGN_IN_SETUP_LINK', message: 'BY_SETUP_LINK', result: 'success', after: whose },
  ]);
  expect(log.filter(({ resource_type }) => resource_type === 'SIGN_IN_SETUP_LINK')[0]).toMatchObject({
    action: 'CREATE',
    resource_id: key.id,
    actor_name: 'Cleo Marchetti',
  });
  expect(JSON.stringify(log)).not.toContain(key.secret);
  ended(await enterSaml(key));
  ended(await open(key));
});

test('what the provider calls people is entered with it by the same rules, and never with renewals', async () => {
  const key = keyOf(await make('saml'));
  for (const email of ['x'.repeat(256), 'a\nb'])
    for (const from of [{ metadata }, { metadata_url: 'https://idp.nordmark.invalid/metadata' }])
      expect(fieldOf(await enterSaml(key, { ...from, attributes: { email } }))).toEqual([
        expect.stringMatching(/^attributes\.email /),
      ]);
  expect((await enterSaml(key, { metadata, attributes: { first_name: ' vorname ', email: '' } })).status).toBe(204);
  expect((await saml()).attributes).toEqual({ email: null, first_name: 'vorname', last_name: null });
  const renewing = keyOf(await make('saml_certificates'));
  const changed = { metadata: renewal, attributes: { email: 'other' } };
  expect(fieldOf(await enterSaml(renewing, changed))).toEqual(['attributes INVALID_INPUT']);
  expect((await saml()).attributes.email).toBeNull();
});

test('an OpenID Connect provider is entered once, stays off, and another purpose is no use', async () => {
  const key = keyOf(await make('oidc'));
  expect((await open(key)).body).toMatchObject({ purpose: 'oidc', service_provider_config: null });
  ended(await enterSaml(key));
  expect(fieldOf(await enterOidc(key, { issuer: 'http://127.0.0.1:1' }))).toHaveLength(1);
  expect((await enterOidc(key)).status).toBe(204);
  const { body } = await app.call('ada', 'GET', `/account/ui-api/v1/account/${nordmark()}/oidc-config`);
  expect(body).toMatchObject({ enabled: false, config: { issuer: provider.issuer, updated_by_name: null } });
  ended(await enterOidc(key));
  ended(await enterOidc(keyOf(await make('saml'))));
});

test('new certificates of the provider are added and not believed; people go on signing in as they did', async () => {
  expectRefusal(await make('saml_certificates'), 409, 'SETUP_NO_PROVIDER');
  await placeProvider(app, nordmark(), metadata, [first]);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', nordmark()).execute();
  expectRefusal(await make('saml'), 409, 'SETUP_METHOD_ON');
  const key = keyOf(await make('saml_certificates'));
  const foreign = entityDescriptor({ entityId: 'https://other.example', certificates: [second] });
  expect(fieldOf(await enterSaml(key, { metadata: foreign }))).toEqual(['metadata SETUP_OTHER_PROVIDER']);
  expect(fieldOf(await enterSaml(key))).toEqual(['metadata SETUP_NO_NEW_CERTIFICATE']);
  expect((await enterSaml(key, { metadata: renewal })).status).toBe(204);
  const { status, identity_provider_config: now } = await saml();
  expect(status).toBe('ENABLED');
  expect(now.sign_on_address).toBe('https://idp.nordmark.example/sso');
  const states = now.certificates.map((one: Record<string, string>) => [one['thumb_print'], one['state']]);
  expect(new Map(states)).toEqual(
    new Map([
      [first.read.fingerprints.sha256, 'current'],
      [second.read.fingerprints.sha256, 'retired'],
    ]),
  );
});

test('a certificate that an administrator has taken away is not believed again by a link', async () => {
  await placeProvider(app, nordmark(), renewal, [first]);
  const key = keyOf(await make('saml_certificates'));
  expect((await enterSaml(key, { metadata: renewal })).status).toBe(204);
  const { certificates } = (await saml()).identity_provider_config;
  expect(certificates.map((one: { state: string }) => one.state).toSorted()).toEqual(['current', 'retired']);
});

test('a method that is switched on meanwhile is not changed by a link', async () => {
  const key = keyOf(await make('saml'));
  await placeProvider(app, nordmark(), metadata, [first]);
  await app.db.updateTable('account').set({ saml_sign_in: true }).where('id', '=', nordmark()).execute();
  ended(await enterSaml(key, { metadata: renewal }));
  expect((await saml()).identity_provider_config.certificates).toHaveLength(1);
});

test('a link ends with time, by revoking, with its account, and with what its maker may', async () => {
  const key = keyOf(await make('saml'));
  const { secret } = keyOf(await make('saml'));
  ended(await open({ ...key, secret }));
  ended(await enterSaml({ ...key, secret: `${key.secret.slice(1)}A` }));
  const state = async () => (await list()).find(({ id }: { id: string }) => id === key.id).state;
  const account = app.db.updateTable('account').where('id', '=', nordmark());
  await account.set({ active: false }).execute();
  ended(await enterSaml(key));
  await account.set({ active: true }).execute();
  expect((await open(key)).status).toBe(200);
  const cleo = app.userIds.get('cleo') ?? '';
  const roles = await app.db.deleteFrom('user_role').where('user_id', '=', cleo).returningAll().execute();
  ended(await enterSaml(key));
  const seen = (await app.call('ada', 'GET', address())).body.items;
  expect(seen.map((one: { state: string }) => one.state)).toEqual(['maker', 'maker']);
  await app.db.insertInto('user_role').values(roles).execute();
  expect((await open(key)).status).toBe(200);
  expect((await app.call('cleo', 'DELETE', `${address()}/${key.id}`)).status).toBe(204);
  expect(await state()).toBe('revoked');
  ended(await enterSaml(key));
  expectRefusal(await app.call('cleo', 'DELETE', `${address()}/${key.id}`), 404, 'NOT_FOUND');
  const late = keyOf(await make('oidc'));
  app.clock.set(new Date(app.clock.now().getTime() + 72 * 3_600_000).toISOString());
  ended(await enterOidc(late));
});

test('none is made for an account that is switched off, where it would open nothing', async () => {
  const switched = (active: boolean) =>
    app.db
      .updateTable('account')
      .set({ active })
      .where('id', '=', app.accountIds.get('nordmark-lb') ?? '')
      .execute();
  await switched(false);
  const refused = await app.call('ben', 'POST', address(), { purpose: 'oidc' });
  expectRefusal(refused, 409, 'ACCOUNT_OUT_OF_SERVICE');
  await switched(true);
  expect((await app.call('ben', 'POST', address(), { purpose: 'oidc' })).status).toBe(201);
});

test('there are three open links of an account at most, and other tenants see none', async () => {
  for (const purpose of ['saml', 'oidc', 'saml']) keyOf(await make(purpose));
  expectRefusal(await make('oidc'), 409, 'SETUP_LINK_LIMIT');
  const [{ id, expires_at }, { id: used }, { id: late }] = await list();
  const links = app.db.updateTable('sign_in_setup_link');
  const of = async (action: 'CREATE' | 'DELETE') =>
    (await events(app, action)).find(({ resource_id }) => resource_id === id);
  expect(await of('CREATE')).toMatchObject({ after: { purpose: 'saml', expires_at } });
  expect((await app.call('cleo', 'DELETE', `${address()}/${id}`)).status).toBe(204);
  expect(await of('DELETE')).toMatchObject({ before: { purpose: 'saml', expires_at } });
  keyOf(await make('oidc'));
  await links.set({ used_at: app.clock.now() }).where('id', '=', used).execute();
  expectRefusal(await app.call('cleo', 'DELETE', `${address()}/${used}`), 404, 'NOT_FOUND');
  keyOf(await make('oidc'));
  await links.set({ expires_at: app.clock.now() }).where('id', '=', late).execute();
  keyOf(await make('oidc', 'ada'));
  for (const stranger of ['carl', 'emil'] as const) {
    expect((await app.call(stranger, 'GET', address())).status).toBeGreaterThanOrEqual(403);
    expect((await make('saml', stranger)).status).toBeGreaterThanOrEqual(403);
    expect((await app.call(stranger, 'DELETE', `${address()}/${id}`)).status).toBeGreaterThanOrEqual(403);
  }
  expectRefusal(await app.call('cleo', 'POST', address(), { purpose: 'certificate' }), 400, 'INVALID_INPUT');
});

test('a partner sees its own account, and does not decide how its people sign in', async () => {
  const partner = app.accountIds.get('calder-identity') ?? '';
  const made = await app.call('ada', 'POST', address(partner), { purpose: 'saml' });
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', `/${keyOf(made).id}`],
  ] as const)
    expectRefusal(await app.call('bea', method, `${address(partner)}${path}`), 403, 'FORBIDDEN');
});

/** The certificates of the provider by their states. */
const states = async () =>
  new Map<string, string>(
    (await saml()).identity_provider_config.certificates.map((one: Record<string, string>) => [
      one['thumb_print'],
      one['state'],
    ]),
  );
const printOf = (one: typeof first): string => one.read.fingerprints.sha256;

test('where another provider was before, what it signed with is not believed; what is retired stays so', async () => {
  const old = signingCertificate({ subject: 'Nordmark, withdrawn' });
  await placeProvider(app, nordmark(), metadata, [first, old]);
  const retiring = app.db.updateTable('saml_certificate').set({ state: 'retired' });
  await retiring.where('thumb_print', '=', printOf(old)).execute();
  const other = entityDescriptor({ entityId: 'https://other.example', certificates: [second, old] });
  expect((await enterSaml(keyOf(await make('saml')), { metadata: other })).status).toBe(204);
  expect((await saml()).identity_provider_config.entity_id).toBe('https://other.example');
  expect(await states()).toEqual(
    new Map([
      [printOf(second), 'current'],
      [printOf(old), 'retired'],
    ]),
  );
  // The same provider once more: its list stays as it is.
  const again = entityDescriptor({ entityId: 'https://other.example', certificates: [first] });
  expect((await enterSaml(keyOf(await make('saml')), { metadata: again })).status).toBe(204);
  expect(Object.fromEntries(await states())).toEqual({
    [printOf(first)]: 'current',
    [printOf(second)]: 'current',
    [printOf(old)]: 'retired',
  });
});

test(
  'of two who use a link at once one gets it, the other hears that it has ended, and the log names the link',
  alone(async () => {
    await placeProvider(app, nordmark(), metadata, [first]);
    const makers = await Promise.all(['saml', 'oidc', 'oidc', 'oidc'].map((purpose) => make(purpose)));
    expect(makers.filter(({ status }) => status === 201)).toHaveLength(3);
    await app.db.updateTable('sign_in_setup_link').set({ revoked_at: app.clock.now() }).execute();
    for (const [purpose, given] of [
      ['saml', { metadata }],
      ['saml_certificates', { metadata: renewal }],
    ] as const) {
      const key = keyOf(await make(purpose));
      const both = await Promise.all([enterSaml(key, given), enterSaml(key, given)]);
      const [good, refused] = both.toSorted((one, other) => one.status - other.status);
      expect(good?.status).toBe(204);
      if (refused) ended(refused);
      expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
        resource_type: 'SIGN_IN_SETUP_LINK',
        result: 'failure',
        message: 'SETUP_LINK_ENDED',
        resource_id: key.id,
        account_id: nordmark(),
        actor_id: null,
      });
    }
  }),
);

test('certificates that have ended are not handed in, and the address of the metadata stays', async () => {
  const ending = signingCertificate({ subject: 'Nordmark, of last year', to: daysOn(-1) });
  await placeProvider(app, nordmark(), entityDescriptor({ certificates: [first, ending] }), [first]);
  const metadata_url = 'https://idp.nordmark.example/metadata';
  await app.db.updateTable('saml_config').set({ metadata_url }).execute();
  const key = keyOf(await make('saml_certificates'));
  expect(fieldOf(await enterSaml(key, { metadata: '<no' }))).toEqual(['metadata INVALID_XML']);
  const late = entityDescriptor({ certificates: [first, ending] });
  expect(fieldOf(await enterSaml(key, { metadata: late }))).toEqual(['metadata CERTIFICATE_EXPIRED']);
  const some = entityDescriptor({ certificates: [ending, second] });
  expect((await enterSaml(key, { metadata: some })).status).toBe(204);
  expect(await states()).toEqual(
    new Map([
      [printOf(first), 'current'],
      [printOf(second), 'retired'],
    ]),
  );
  expect((await saml()).identity_provider_config.metadata_url).toBe(metadata_url);
});

test('an OpenID Connect provider that is off is replaced, and nothing of another account changes', async () => {
  const calder = app.accountIds.get('calder-identity') ?? '';
  const ada = app.userIds.get('ada') ?? '';
  await placeProvider(app, calder, metadata, [first]);
  expectRefusal(await make('saml_certificates'), 409, 'SETUP_NO_PROVIDER');
  await app.db.updateTable('saml_config').set({ updated_by: ada }).execute();
  expect((await enterOidc(keyOf(await make('oidc')))).status).toBe(204);
  await app.db.updateTable('oidc_config').set({ account_id: calder, updated_by: ada }).execute();
  expect((await enterOidc(keyOf(await make('oidc')))).status).toBe(204);
  const key = keyOf(await make('oidc'));
  expect((await open(key)).body.redirect_uri).toBe(`http://localhost:8080/imauth/api/v1/callback/oidc/${nordmark()}`);
  expect((await enterOidc(key, { client_id: 'signet-2' })).status).toBe(204);
  expect((await enterSaml(keyOf(await make('saml')))).status).toBe(204);
  for (const table of ['saml_config', 'oidc_config'] as const)
    expect(await app.db.selectFrom(table).select('updated_by').where('account_id', '=', calder).execute()).toEqual([
      { updated_by: ada },
    ]);
  expect((await events(app, 'UPDATE')).filter(({ resource_type }) => resource_type === 'SSO_OIDC')).toMatchObject([
    { message: 'BY_SETUP_LINK', actor_id: null, account_id: nordmark() },
  ]);
});

test('what is open stands first, however many were made since; nothing that works is out of sight', async () => {
  const key = keyOf(await make('saml'));
  const { account_id, made_by } = await app.db.selectFrom('sign_in_setup_link').selectAll().executeTakeFirstOrThrow();
  const [later, revoked_at] = [new Date(app.clock.now().getTime() + 1000), app.clock.now()];
  const times = { made_at: later, expires_at: daysOn(2), revoked_at };
  const rest = { account_id, made_by, purpose: 'oidc', secret_hash: Buffer.alloc(32), ...times } as const;
  const many = Array.from({ length: LIMITS.setupLinksShown + 2 }, () => ({ ...rest, id: newId() }));
  await app.db.insertInto('sign_in_setup_link').values(many).execute();
  const [one, ...others] = await list();
  expect(one).toMatchObject({ id: key.id, state: 'open' });
  expect(others).toHaveLength(LIMITS.setupLinksShown - 1);
});

test('a link may no more than its maker of the ways in, and nothing once they are gone', async () => {
  const cleo = app.userIds.get('cleo') ?? '';
  const link = { made_by: cleo, made_via: null, account_id: nordmark() };
  expect([...((await viewerOfLink(app.db, link, app.clock.now()))?.permissions ?? [])]).toEqual(['manage_account']);
  const elsewhere = { ...link, account_id: app.accountIds.get('calder-identity') ?? '' };
  expect(await viewerOfLink(app.db, elsewhere, app.clock.now())).toBe(null);
  const key = keyOf(await make('saml'));
  await app.db.updateTable('app_user').set({ active: false }).where('id', '=', cleo).execute();
  ended(await open(key));
});

test('a link ends with the client certificate it was made by', async () => {
  const headers = await certified(app);
  const key = keyOf(await app.request('POST', address(), { purpose: 'saml' }, headers));
  const own = keyOf(await make('oidc'));
  expect((await open(key)).status).toBe(200);
  await app.db.updateTable('certificate').set({ enabled: false }).execute();
  ended(await open(key));
  expect(await list()).toMatchObject([
    { id: own.id, state: 'open' },
    { id: key.id, state: 'maker' },
  ]);
});

test('metadata is read from its address, which is kept; where that is allowed in the own network too', async () => {
  const server = createServer((_request, response) => void response.end(metadata)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const bound = server.address();
  const metadata_url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/metadata`;
  const key = keyOf(await make('saml'));
  app.runtime.config.OWN_NETWORK_PROVIDERS = false;
  onTestFinished(() => void (app.runtime.config.OWN_NETWORK_PROVIDERS = true));
  expect(fieldOf(await enterSaml(key, { metadata_url }))).toEqual(['metadata_url METADATA_ADDRESS_FORBIDDEN']);
  app.runtime.config.OWN_NETWORK_PROVIDERS = true;
  expect((await enterSaml(key, { metadata_url })).status).toBe(204);
  expect((await saml()).identity_provider_config.metadata_url).toBe(metadata_url);
});

test('[S-426] a link for the platform itself lives by the permission for its settings', async () => {
  const platform = app.accountIds.get('signet-platform') ?? '';
  const key = keyOf(await app.call('ada', 'POST', address(platform), { purpose: 'saml' }));
  expect((await open(key)).status).toBe(200);
  await sql`update role set permissions = array_remove(permissions, 'manage_system_settings')`.execute(app.db);
  ended(await enterSaml(key));
});

test(
  'a link is used with its account held first, as whoever deletes that takes the two',
  alone(async () => {
    const key = keyOf(await make('saml'));
    const account = sql`select from account where id = ${nordmark()} for update`;
    const used = await meanwhile(app, [account], () => enterSaml(key), [
      sql`select from sign_in_setup_link where id = ${key.id} for update nowait`,
    ]);
    expect(used.status).toBe(204);
  }),
);
