/** Set-up links: somebody without a user enters one provider of one account, once, and switches nothing on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { CLIENT_SECRET, startProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { entityDescriptor, placeProvider, signingCertificate } from '../../testing/saml-metadata.ts';
import { events, expectRefusal } from '../../testing/sign-in.ts';

const OPEN = '/account/ui-api/v1/auth/sign-in-setup';
let app: TestApp;
let provider: TestProvider;
onePlatform((given) => (app = given), {
  config: { OWN_NETWORK_PROVIDERS: true },
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
  expect(log.filter(({ actor_id }) => actor_id === null)).toMatchObject([
    { resource_type: 'SAML2_CONFIG', message: 'By the set-up link of Cleo Marchetti.', result: 'success' },
    { resource_type: 'SIGN_IN_SETUP_LINK', message: 'By the set-up link of Cleo Marchetti.', result: 'success' },
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

test('there are three open links of an account at most, and other tenants see none', async () => {
  for (const purpose of ['saml', 'oidc', 'saml']) keyOf(await make(purpose));
  expectRefusal(await make('oidc'), 409, 'SETUP_LINK_LIMIT');
  const [{ id }] = await list();
  expect((await app.call('cleo', 'DELETE', `${address()}/${id}`)).status).toBe(204);
  keyOf(await make('oidc', 'ada'));
  for (const stranger of ['carl', 'emil'] as const) {
    expect((await app.call(stranger, 'GET', address())).status).toBeGreaterThanOrEqual(403);
    expect((await make('saml', stranger)).status).toBeGreaterThanOrEqual(403);
    expect((await app.call(stranger, 'DELETE', `${address()}/${id}`)).status).toBeGreaterThanOrEqual(403);
  }
  expectRefusal(await app.call('cleo', 'POST', address(), { purpose: 'certificate' }), 400, 'INVALID_INPUT');
});
