/** In what providers of OpenID Connect differ, and what becomes of a sign-in whose provider changes meanwhile. */
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { insertProvider, startProvider, type Lies, type TestProvider } from '../../testing/oidc-provider.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { events, expectRefusal, newState, verifyName } from '../../testing/sign-in.ts';
import { readSettings, writeSettings } from './tried-settings.ts';

const CLEO = { sub: '00u-cleo', email: 'cleo@nordmark-lb.example', email_verified: true };

let app: TestApp;
let provider: TestProvider;
const { alone } = onePlatform((given) => (app = given), {
  lastMayGo: true,
  signedIn: ['ada', 'cleo'],
  config: { OWN_NETWORK_PROVIDERS: true },
});
const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
beforeAll(async () => void (provider = await startProvider(seconds)));
afterAll(() => provider.close());
beforeEach(() => {
  provider.lie({});
  provider.asked();
});

const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';
const config = () => `/account/ui-api/v1/account/${nordmark()}/oidc-config`;
/** As an administrator sets it up, whatever the provider says of itself. */
const setUp = (lies: Lies = {}, more: object = {}) => {
  provider.lie(lies);
  const settings = { issuer: provider.issuer, client_id: 'signet', client_secret: 'secret of the client' };
  return app.call('ada', 'POST', config(), { ...settings, enabled: true, ...more });
};
/** By the user name to the provider. */
async function leave(name = 'cleo'): Promise<URL> {
  const { body } = await verifyName(app, name, newState());
  return new URL((await app.request('GET', body.oidc_url)).body.return_url);
}
const comeBack = ({ pathname, search }: URL) => app.request('GET', pathname + search);
const signInAs = async (subject: Record<string, unknown>, name = 'cleo') =>
  comeBack(provider.authorize((await leave(name)).href, subject));
const named = async () =>
  (await app.db.selectFrom('app_user').select('oidc_username').where('user_name', '=', 'cleo').execute())[0];

describe('a provider', () => {
  test('that says little of itself is taken as the standard has it', async () => {
    const little = { response_types_supported: undefined, id_token_signing_alg_values_supported: undefined };
    const discovery = { ...little, authorization_response_iss_parameter_supported: undefined };
    expect((await setUp({ discovery: { ...discovery, userinfo_endpoint: undefined } })).body.config).toMatchObject({
      discovery: { userinfo_endpoint: null },
    });
    const back = provider.authorize((await leave()).href, CLEO);
    back.searchParams.delete('iss');
    expect((await comeBack(back)).status).toBe(200);
    expect(await named()).toEqual({ oidc_username: CLEO.sub });
    expect(provider.asked()).not.toContain('/me');
  });

  test('that reads the secret in the form alone is shown it there', async () => {
    await setUp({ discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] } });
    expect((await signInAs(CLEO)).status).toBe(200);
  });

  test('is shown the secret that was saved last, and another tenant’s stays as it is', async () => {
    await insertProvider(app, app.accountIds.get('orsini-custody') ?? '', 'https://other.example');
    const secrets = () => app.db.selectFrom('oidc_connection').select('secret_sealed').orderBy('config_id').execute();
    const made = await setUp({}, { client_secret: 'mistyped' });
    const set = made.body.config.secret_set_at;
    expectRefusal(await signInAs(CLEO), 403, 'OIDC_CLIENT_REFUSED');
    const before = await secrets();
    app.clock.pass(60);
    const same = { issuer: provider.issuer, client_id: 'signet', enabled: true };
    const saved = await app.call('ada', 'PUT', config(), { ...same, client_secret: 'secret of the client' });
    expect(saved.body.config.secret_set_at > set).toBe(true);
    expect((await signInAs(CLEO)).status).toBe(200);
    const after = await secrets();
    expect(
      after.map(({ secret_sealed }, n) => secret_sealed.equals(before[n]?.secret_sealed ?? secret_sealed)),
    ).toEqual([true, false]);
  });

  test.each<[string, Lies['discovery']]>([
    ['takes no client’s secret', { token_endpoint_auth_methods_supported: ['private_key_jwt'] }],
    ['gives no codes', { response_types_supported: ['id_token'] }],
    ['signs by nothing that is verified', { id_token_signing_alg_values_supported: ['HS256'] }],
    ['asks for the person elsewhere than on the web', { userinfo_endpoint: 'ftp://provider.example/me' }],
  ])('that %s is not set up', async (_what, discovery) => {
    const { status, body } = await setUp({ discovery });
    expect([status, body.error.fields.issuer.status]).toEqual([400, 'OIDC_UNSUITABLE']);
  });

  test('may name this client as the authorized party', async () => {
    await setUp({ claims: { azp: 'signet' } });
    expect((await signInAs(CLEO)).status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['no text', 7],
    ['empty', ''],
    ['longer than a name may be', 'x'.repeat(256)],
  ])('whose claim is %s names nobody', async (_what, employee) => {
    await setUp({}, { user_claim: 'employee' });
    expectRefusal(await signInAs({ ...CLEO, employee }), 403, 'OIDC_CLAIM_MISSING');
    expect(await named()).toEqual({ oidc_username: null });
    expect((await signInAs({ ...CLEO, employee: 'x'.repeat(255) })).status).toBe(200);
  });

  test('that names people by their mail address must have verified it', async () => {
    await setUp({}, { user_claim: 'email' });
    expectRefusal(await signInAs({ ...CLEO, email_verified: false }), 403, 'OIDC_CLAIM_MISSING');
    expect((await signInAs(CLEO)).status).toBe(200);
    expect(await named()).toEqual({ oidc_username: CLEO.email });
  });
});

describe('people whom a provider names', () => {
  const ofUser = (name: string) => app.db.updateTable('app_user').where('user_name', '=', name);

  test('are those of its account: system scope belongs to the platform’s own provider alone', async () => {
    await setUp();
    const { email } = await app.db
      .selectFrom('app_user')
      .select('email')
      .where('user_name', '=', 'ada')
      .executeTakeFirstOrThrow();
    const ada = { sub: '00u-ada', email, email_verified: true };
    expectRefusal(await signInAs(ada), 403, 'OIDC_NOBODY');
    await insertProvider(app, app.accountIds.get('signet-platform') ?? '', provider.issuer);
    expect((await signInAs(ada, 'ada')).status).toBe(200);
    expectRefusal(await signInAs(CLEO, 'ada'), 403, 'OIDC_NOBODY');
  });

  test('are living people: who is deleted, or a service user, neither comes in nor stands in the way', async () => {
    await setUp();
    await ofUser('emil').set({ email: CLEO.email, deleted_at: app.clock.now() }).execute();
    expect((await signInAs(CLEO)).status).toBe(200);
    await ofUser('cleo').set({ oidc_username: null }).execute();
    await ofUser('emil').set({ deleted_at: null, service_user: true }).execute();
    expect((await signInAs(CLEO)).status).toBe(200);
    await ofUser('emil').set({ service_user: false, email: 'emil@nordmark-lb.example' }).execute();
    await ofUser('cleo').set({ service_user: true }).execute();
    expectRefusal(await signInAs(CLEO, 'emil'), 403, 'OIDC_NOBODY');
    await ofUser('cleo').set({ service_user: false, deleted_at: app.clock.now() }).execute();
    expectRefusal(await signInAs(CLEO, 'emil'), 403, 'OIDC_NOBODY');
  });

  test('and whom it has named before is that person, whoever has the mail address by now', async () => {
    await setUp();
    await ofUser('emil').set({ oidc_username: CLEO.sub }).execute();
    const { search } = new URL((await signInAs(CLEO)).body.return_url);
    expect((await app.request('GET', `/imauth/api/v1/callback/oauth${search}`)).status).toBe(200);
    expect((await events(app, 'LOGIN')).at(-1)).toMatchObject({ resource_type: 'SSO_OIDC', resource_name: 'emil' });
    expect(await named()).toEqual({ oidc_username: null });
  });
});

describe('what a provider says of itself', () => {
  const stored = () =>
    app.db.selectFrom('oidc_connection').select(['metadata', 'discovered_at']).executeTakeFirstOrThrow();

  test('is asked again after an hour, and believed as it was while it does not answer', async () => {
    await setUp();
    const first = await stored();
    app.clock.pass(3599);
    expect((await leave()).pathname).toBe('/authorize');
    expect(provider.asked().filter((path) => path.startsWith('/.well-known'))).toHaveLength(1);
    app.clock.pass(2);
    provider.lie({ instead: { '/.well-known/openid-configuration': (answer) => answer.destroy() } });
    expect((await leave()).pathname).toBe('/authorize');
    expect(await stored()).toEqual(first);
    provider.lie({ discovery: { authorization_endpoint: `${provider.issuer}/moved` } });
    expect((await leave()).pathname).toBe('/moved');
    expect(await stored()).toMatchObject({
      discovered_at: app.clock.now(),
      metadata: { authorization_endpoint: `${provider.issuer}/moved` },
    });
    provider.asked();
    expect((await leave()).pathname).toBe('/moved');
    expect(provider.asked()).toEqual([]);
  });

  test('on the internet, leads nobody to an address of the own network, where other providers stand', async () => {
    await setUp();
    const { metadata } = await stored();
    expect(metadata).toMatchObject({ own_network: true });
    // As it is kept of one that answered from elsewhere, and names addresses that stand here; or of which nobody said.
    for (const own_network of [false, undefined]) {
      const elsewhere = JSON.stringify({ ...metadata, own_network });
      await app.db.updateTable('oidc_connection').set({ metadata: elsewhere }).execute();
      const back = provider.authorize((await leave()).href, CLEO);
      provider.asked();
      expect((await comeBack(back)).status).not.toBe(200);
      expect(provider.asked(), String(own_network)).toEqual([]);
    }
  });

  test('in the own network is asked no more once the platform lets no provider be there', async () => {
    await setUp();
    app.clock.pass(3601);
    provider.asked();
    app.runtime.config.OWN_NETWORK_PROVIDERS = false;
    onTestFinished(() => void (app.runtime.config.OWN_NETWORK_PROVIDERS = true));
    const asking = await leave();
    expect(asking.pathname).toBe('/authorize');
    expect(provider.asked(), 'what it says of itself').toEqual([]);
    const back = provider.authorize(asking.href, CLEO);
    provider.asked();
    expectRefusal(await comeBack(back), 403, 'OIDC_PROVIDER_UNAVAILABLE');
    expect(provider.asked(), 'who it is').toEqual([]);
  });

  test('is the same to whoever tries settings', async () => {
    await setUp();
    const { metadata } = await stored();
    const elsewhere = { ...metadata, userinfo_signing_alg_values_supported: ['ES256'], own_network: false };
    const names = ['configId', 'accountId', 'issuer', 'clientId', 'secret', 'scopes', 'userClaim'] as const;
    const tried = Object.fromEntries(names.map((name) => [name, name])) as Record<(typeof names)[number], string>;
    expect(readSettings(writeSettings({ ...tried, metadata: elsewhere }))).toMatchObject({
      ...tried,
      metadata: elsewhere,
    });
  });

  test('is kept neither over what was saved while it was asked, nor of another account', async () => {
    await setUp();
    const { metadata: first } = await stored();
    await insertProvider(app, app.accountIds.get('orsini-custody') ?? '', 'https://other.example');
    app.clock.pass(3601);
    const anew = { ...first, token_endpoint: `${provider.issuer}/anew` };
    const saveAnew = () =>
      app.db
        .updateTable('oidc_connection')
        .set({ metadata: JSON.stringify(anew), discovered_at: app.clock.now() })
        .where(sql`metadata ->> 'issuer'`, '=', provider.issuer)
        .execute();
    const answerLate = async (answer: ServerResponse): Promise<void> => {
      await saveAnew();
      const moved = { ...first, authorization_endpoint: `${provider.issuer}/moved` };
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(moved));
    };
    provider.lie({ instead: { '/.well-known/openid-configuration': (answer) => void answerLate(answer) } });
    expect((await leave()).pathname).toBe('/moved');
    const kept = await app.db.selectFrom('oidc_connection').select('metadata').execute();
    expect(
      kept.map(({ metadata }) => [metadata.issuer, metadata.authorization_endpoint, metadata.token_endpoint]),
    ).toEqual(
      expect.arrayContaining([
        [provider.issuer, `${provider.issuer}/authorize`, `${provider.issuer}/anew`],
        ['https://other.example', 'https://other.example/authorize', 'https://other.example/token'],
      ]),
    );
  });
});

describe('somebody on the way to a provider', () => {
  test('that is forgotten, or switched off, meanwhile is told so', async () => {
    await setUp();
    const begun = (await verifyName(app, 'cleo', newState())).body.oidc_url;
    const back = provider.authorize((await leave()).href, CLEO);
    expect((await app.call('ada', 'DELETE', config())).status).toBe(204);
    expectRefusal(await comeBack(back), 403, 'OIDC_NOT_SET_UP');
    expectRefusal(await app.request('GET', begun), 403, 'METHOD_DISABLED');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      message: 'METHOD_DISABLED',
      account_id: nordmark(),
    });
  });

  test('whose provider, or what it names people by, is another by now, is signed in by nobody’s word', async () => {
    await setUp();
    const { search } = new URL((await signInAs(CLEO)).body.return_url);
    const settings = { issuer: provider.issuer, client_id: 'signet', enabled: true };
    const save = (more: object) => app.call('ada', 'PUT', config(), { ...settings, ...more });
    expect((await save({ user_claim: 'email' })).status).toBe(200);
    expectRefusal(await app.request('GET', `/imauth/api/v1/callback/oauth${search}`), 410, 'CODE_INVALID');
    // Another one is saved between what the provider says and the transaction that would believe it.
    const saveFirst = async (answer: ServerResponse): Promise<void> => {
      await save({ user_claim: 'sub' });
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...CLEO, sub: CLEO.email }));
    };
    const claims = { email_verified: undefined };
    provider.lie({ claims, instead: { '/me': (answer) => void saveFirst(answer) } });
    expectRefusal(await signInAs({ ...CLEO, sub: CLEO.email }), 410, 'STATE_EXPIRED');
    expect(await named()).toEqual({ oidc_username: null });
  });

  test('by a login that nobody began, or that has ended, goes nowhere', async () => {
    await setUp();
    const { oidc_url } = (await verifyName(app, 'cleo', newState())).body;
    const foreign = new URL(oidc_url, 'http://localhost:8080');
    foreign.searchParams.set('state', newState());
    expectRefusal(await app.request('GET', foreign.pathname + foreign.search), 410, 'STATE_EXPIRED');
    const back = provider.authorize((await leave()).href, CLEO);
    await app.db.deleteFrom('login_transaction').execute();
    expectRefusal(await comeBack(back), 410, 'STATE_EXPIRED');
    expect((await events(app, 'LOGIN')).filter((one) => one.resource_type === 'SSO_OIDC')).toEqual([]);
  });

  test('whose mail address two people have, is neither of them', async () => {
    await setUp();
    await app.db.updateTable('app_user').set({ email: CLEO.email }).where('user_name', '=', 'emil').execute();
    expectRefusal(await signInAs(CLEO), 403, 'OIDC_NOBODY');
  });

  test(
    'who is named otherwise meanwhile, or loses the address, is signed in by nobody’s word',
    alone(async () => {
      await setUp();
      for (const change of [sql`oidc_username = '00u-other'`, sql`email = 'other@nordmark-lb.example'`]) {
        const back = provider.authorize((await leave()).href, CLEO);
        const changed = [sql`update app_user set ${change} where user_name = 'cleo'`];
        expectRefusal(await meanwhile(app, changed, () => comeBack(back)), 403, 'OIDC_NOBODY');
        expect((await named())?.oidc_username).not.toBe(CLEO.sub);
        const before = { oidc_username: null, email: CLEO.email };
        await app.db.updateTable('app_user').set(before).where('user_name', '=', 'cleo').execute();
      }
    }),
  );

  test('to prove who they are, whose way or user is switched off meanwhile, proves nothing', async () => {
    await setUp();
    expect((await signInAs(CLEO)).status).toBe(200);
    const ask = async () =>
      (await app.call('cleo', 'POST', '/account/ui-api/v1/session/proof/provider', { method: 'oidc' })).body.url;
    const proved = async (url: string) => {
      const answer = await comeBack(provider.authorize(url, { ...CLEO, auth_time: seconds() }));
      return new URL(answer.body.return_url).searchParams.get('error');
    };
    const [first, second] = [await ask(), await ask()];
    await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'cleo').execute();
    expect(await proved(first)).toBe('USER_DISABLED');
    await app.db.updateTable('account').set({ oidc_sign_in: false }).where('id', '=', nordmark()).execute();
    expect(await proved(second)).toBe('METHOD_DISABLED');
  });
});
