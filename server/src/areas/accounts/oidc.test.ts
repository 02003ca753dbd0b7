/** The OpenID Connect provider of an account: who sets it up, what is checked, and what nobody is shown. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Name, TestApp } from '../../testing/app.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { CLIENT_SECRET, insertProvider, startProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { events, expectRefusal } from '../../testing/sign-in.ts';

let app: TestApp;
let provider: TestProvider;
const { alone } = onePlatform((given) => (app = given), {
  config: { OWN_NETWORK_PROVIDERS: true, CLIENT_AUTH_URL: 'https://localhost' },
  signedIn: ['ada', 'carl', 'ben'],
});
beforeAll(async () => {
  provider = await startProvider(() => Math.floor(app.clock.now().getTime() / 1000));
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.lie({});
  provider.asked();
  // Another tenant has one too, and had it before.
  await insertProvider(app, idOf('orsini-custody'), 'https://orsini.example');
});

const idOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const address = (identifier = 'nordmark-lb') => `/account/ui-api/v1/account/${idOf(identifier)}/oidc-config`;
const good = () => ({ issuer: provider.issuer, client_id: 'signet', client_secret: CLIENT_SECRET, enabled: false });
const kept = () => ({ issuer: provider.issuer, client_id: 'signet', enabled: false });
const create = (values: object = {}, person: Name = 'ada') =>
  app.call(person, 'POST', address(), { ...good(), ...values });
const update = (values: object, query = '') => app.call('ada', 'PUT', `${address()}${query}`, { ...kept(), ...values });
const methodsOf = async () => {
  const { body } = await app.call('ada', 'GET', `/account/ui-api/v1/account/${idOf('nordmark-lb')}`);
  return Object.fromEntries(
    body.sign_in_methods.map((one: { signInMethod: string; status: string }) => [one.signInMethod, one.status]),
  );
};
const wrong = (answer: Awaited<ReturnType<typeof create>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries<{ status: string }>(answer.body.error.fields).map(([name, { status }]) => [name, status]),
  );

describe('[A-169] the provider of an account', () => {
  test('is set up and switched on, and its secret is shown to nobody', async () => {
    const none = await app.call('ada', 'GET', address());
    expect(none.body).toEqual({
      enabled: false,
      redirect_uri: `http://localhost:8080/imauth/api/v1/callback/oidc/${idOf('nordmark-lb')}`,
      config: null,
    });
    const answer = await create({ enabled: true });
    expect([answer.status, answer.body.enabled]).toEqual([201, true]);
    expect(answer.body.config).toMatchObject({
      issuer: provider.issuer,
      client_id: 'signet',
      scopes: 'openid email profile',
      user_claim: 'sub',
      discovery: { authorization_endpoint: `${provider.issuer}/authorize` },
    });
    expect((await methodsOf())['singleSignOnOidc']).toBe('enabled');
    const read = await app.call('ada', 'GET', address());
    expect(read.body).toEqual(answer.body);
    const log = await events(app, 'CREATE');
    expect(log.at(-1)).toMatchObject({ resource_type: 'SSO_OIDC', after: { issuer: provider.issuer, enabled: true } });
    for (const told of [answer.body, read.body, log, await events(app, 'UPDATE')])
      expect(JSON.stringify(told)).not.toContain(CLIENT_SECRET);
    expectRefusal(await create(), 409, 'OIDC_CONFIGURED');
  });

  test('[S-085] may be the platform’s own: its account then has the way to sign in', async () => {
    const platform = `/account/ui-api/v1/account/${idOf('signet-platform')}`;
    const made = await app.call('ada', 'POST', `${platform}/oidc-config`, { ...good(), enabled: true });
    expect(made.status).toBe(201);
    const { body } = await app.call('ada', 'GET', platform);
    expect(body.sign_in_methods).toContainEqual(
      expect.objectContaining({ signInMethod: 'singleSignOnOidc', status: 'enabled' }),
    );
    for (const person of ['ben', 'carl'] as const)
      expect((await app.call(person, 'POST', `${platform}/oidc-config`, good())).status).toBeGreaterThanOrEqual(403);
  });

  test('is edited with the secret that is there, as long as it is sent to the same provider', async () => {
    const { body } = await create();
    const edited = await update({ scopes: 'openid email', user_claim: 'email' }, `?version=${body.config.version}`);
    expect([edited.status, edited.body.config.scopes]).toEqual([200, 'openid email']);
    expectRefusal(await update({ scopes: 'openid' }, `?version=${body.config.version}`), 409, 'CHANGED_MEANWHILE');
    expect(wrong(await update({ client_id: 'other' }))).toEqual({ client_secret: 'REQUIRED' });
    expect(wrong(await update({ issuer: `${provider.issuer}/mine` }))).toEqual({ client_secret: 'REQUIRED' });
    const other = await update({ client_id: 'other', client_secret: 'another secret' });
    expect([other.status, other.body.config.client_id]).toEqual([200, 'other']);
    expect((await update({ client_id: 'other' })).status).toBe(200);
    // Within the second of the one before, as a program does it.
    const sealed = async () =>
      (await app.db.selectFrom('oidc_connection').select('secret_sealed').execute()).map((one) =>
        one.secret_sealed?.toString('hex'),
      );
    const [before, told] = [await sealed(), (await events(app, 'UPDATE')).length];
    expect((await update({ client_id: 'other', client_secret: 'the last secret' })).status).toBe(200);
    expect(await sealed()).not.toEqual(before);
    expect(await events(app, 'UPDATE')).toHaveLength(told + 1);
  });

  test('[A-137] is not switched back by a form that was open when somebody switched it', async () => {
    const { version } = (await create()).body.config;
    const on = await update({ enabled: true }, `?version=${version}`);
    expect([on.status, on.body.enabled]).toEqual([200, true]);
    expectRefusal(await update({ scopes: 'openid' }, `?version=${version}`), 409, 'CHANGED_MEANWHILE');
    expect((await methodsOf())['singleSignOnOidc']).toBe('enabled');
    const same = await update({ enabled: true }, `?version=${on.body.config.version}`);
    expect(same.body.config.version).toBe(on.body.config.version);
  });

  test(
    'is not saved beside what another one said, which somebody else has entered meanwhile',
    alone(async () => {
      const before = (await create()).body;
      const other = 'https://other.example';
      // Nothing is asked: when the call comes it is the same provider.
      const late = await meanwhile(
        app,
        [sql`update oidc_config set issuer = ${other} where account_id = ${idOf('nordmark-lb')}`],
        () => update({ scopes: 'openid', client_secret: 'another secret' }),
      );
      expectRefusal(late, 409, 'CHANGED_MEANWHILE');
      const { body } = await app.call('ada', 'GET', address());
      expect(body.config).toEqual({ ...before.config, issuer: other });
    }),
  );

  test('is checked before it is saved: the same words by itself and with the form', async () => {
    const check = (issuer = provider.issuer) => app.call('ada', 'POST', `${address()}/check`, { issuer });
    expect((await check()).body).toMatchObject({ issuer: provider.issuer, token_endpoint: `${provider.issuer}/token` });
    expect((await check(`${provider.issuer}/.well-known/openid-configuration`)).status).toBe(200);
    const [html, json] = [{ 'content-type': 'text/html' }, { 'content-type': 'application/json' }];
    const right = JSON.stringify((await check()).body);
    const document = '/.well-known/openid-configuration';
    const faults: [Parameters<TestProvider['lie']>[0], string][] = [
      [{ discovery: { issuer: 'https://other.example' } }, 'OIDC_OTHER_ISSUER'],
      [{ discovery: { id_token_signing_alg_values_supported: ['HS256', 'none'] } }, 'OIDC_UNSUITABLE'],
      [{ discovery: { authorization_endpoint: 'javascript:alert(1)' } }, 'OIDC_UNSUITABLE'],
      [{ discovery: { token_endpoint: undefined } }, 'OIDC_NO_DISCOVERY'],
      [{ instead: { [document]: (answer) => answer.writeHead(200, html).end(right) } }, 'OIDC_NO_DISCOVERY'],
      [{ instead: { [document]: (answer) => answer.writeHead(503, json).end(right) } }, 'OIDC_NO_DISCOVERY'],
      [{ instead: { [document]: (answer) => answer.writeHead(200, json).end(right.slice(1)) } }, 'OIDC_NO_DISCOVERY'],
      [{ instead: { [document]: (answer) => answer.writeHead(302, { location: '/' }).end() } }, 'OIDC_NO_DISCOVERY'],
      [{ instead: { [document]: (answer) => answer.end('x'.repeat(1_000_001)) } }, 'OIDC_NO_DISCOVERY'],
      [{ instead: { [document]: (answer) => answer.destroy() } }, 'OIDC_UNREACHABLE'],
    ];
    for (const [lies, status] of faults) {
      provider.lie(lies);
      expect(wrong(await check())).toEqual({ issuer: status });
      expect(wrong(await create())).toEqual({ issuer: status });
    }
    expect((await app.call('ada', 'GET', address())).body.config).toBeNull();
  });

  test('in the own network is not asked anything where the platform lets none be there', async () => {
    await create();
    provider.asked();
    app.runtime.config.OWN_NETWORK_PROVIDERS = false;
    onTestFinished(() => void (app.runtime.config.OWN_NETWORK_PROVIDERS = true));
    const { enabled: _, ...tried } = good();
    const trial = `/account/ui-api/v1/account/${idOf('nordmark-lb')}/sign-in-trial/oidc`;
    const platform = `/account/ui-api/v1/account/${idOf('signet-platform')}/oidc-config`;
    for (const [method, path, body] of [
      ['POST', platform, good()],
      ['PUT', address(), { ...kept(), enabled: true }],
      ['POST', `${address()}/check`, { issuer: provider.issuer }],
      ['POST', trial, tried],
    ] as const) {
      const answer = await app.call('ada', method, path, body);
      expect([path, answer.status, wrong(answer)]).toEqual([path, 400, { issuer: 'OIDC_ADDRESS_FORBIDDEN' }]);
    }
    expect(provider.asked()).toEqual([]);
  });

  test('has an address, a client and scopes that can be sent', async () => {
    for (const issuer of [
      '',
      'login.example.com',
      'javascript:alert(1)',
      'https://a.example?x',
      'https://u:p@a.example',
    ])
      expect(wrong(await create({ issuer }))).toHaveProperty('issuer');
    expect(wrong(await create({ scopes: 'email profile' }))).toEqual({ scopes: 'INVALID_OIDC_SCOPES' });
    expect(wrong(await create({ client_secret: 'Schlüssel' }))).toEqual({ client_secret: 'INVALID_OIDC_CLIENT' });
    expect(wrong(await create({ client_id: undefined }))).toEqual({ client_id: 'REQUIRED' });
  });

  test('[A-137] is not switched off, nor forgotten, while it is the only way in', async () => {
    await create({ enabled: true });
    await app.db
      .updateTable('account')
      .set({ standard_sign_in: false })
      .where('id', '=', idOf('nordmark-lb'))
      .execute();
    expectRefusal(await update({}), 409, 'LAST_METHOD');
    expectRefusal(await app.call('ada', 'DELETE', address()), 409, 'LAST_METHOD');
    await app.db.updateTable('account').set({ certificate_sign_in: true }).execute();
    expect((await update({})).body.enabled).toBe(false);
    expect((await app.call('ada', 'DELETE', address())).status).toBe(204);
    expect((await app.call('ada', 'GET', address())).body.config).toBeNull();
  });

  test('another provider has other names for the people', async () => {
    await create({ enabled: true });
    await app.db
      .updateTable('app_user')
      .set({ oidc_username: 'x' })
      .where('user_name', 'in', ['cleo', 'ben'])
      .execute();
    const named = async () =>
      (await app.db.selectFrom('app_user').select('user_name').where('oidc_username', '=', 'x').execute()).map(
        ({ user_name }) => user_name,
      );
    await update({ scopes: 'openid', enabled: true });
    expect((await named()).toSorted()).toEqual(['ben', 'cleo']);
    await update({ user_claim: 'email', enabled: true });
    expect(await named()).toEqual(['ben']);
    await app.db.updateTable('app_user').set({ oidc_username: 'x' }).where('user_name', '=', 'cleo').execute();
    const another = await startProvider(() => Math.floor(app.clock.now().getTime() / 1000));
    const moved = await update({ issuer: another.issuer, client_secret: 'another secret', enabled: true });
    another.close();
    expect([moved.status, moved.body.config.discovery.token_endpoint]).toEqual([200, `${another.issuer}/token`]);
    expect(await named()).toEqual(['ben']);
  });

  test('is asked before people are to sign in by it, and before another one takes its place', async () => {
    await create();
    provider.lie({ instead: { '/.well-known/openid-configuration': (answer) => answer.destroy() } });
    expect((await update({ scopes: 'openid' })).status).toBe(200);
    expect(wrong(await update({ enabled: true }))).toEqual({ issuer: 'OIDC_UNREACHABLE' });
    provider.lie({ discovery: { token_endpoint: `${provider.issuer}/moved` } });
    const on = await update({ enabled: true });
    expect([on.status, on.body.config.discovery.token_endpoint]).toEqual([200, `${provider.issuer}/moved`]);
    provider.lie({ instead: { '/mine/.well-known/openid-configuration': (answer) => answer.destroy() } });
    const elsewhere = { issuer: `${provider.issuer}/mine`, client_secret: 'another secret', enabled: true };
    expect(wrong(await update(elsewhere))).toEqual({ issuer: 'OIDC_UNREACHABLE' });
    await app.call('ada', 'DELETE', address());
    expectRefusal(await update({}), 404, 'NOT_FOUND');
  });

  test('is for who may edit how the account signs in, and nobody elsewhere', async () => {
    expect((await create({}, 'ben')).status).toBe(201);
    for (const person of ['bea', 'carl'] as const) {
      expectRefusal(await app.call(person, 'GET', address()), 404, 'NOT_FOUND');
      expectRefusal(await create({}, person), 404, 'NOT_FOUND');
    }
    expectRefusal(await app.call('emil', 'GET', address()), 403, 'FORBIDDEN');
    provider.asked();
    for (const [method, rest, body] of [
      ['POST', '', good()],
      ['PUT', '', kept()],
      ['DELETE', '', undefined],
      ['POST', '/check', { issuer: provider.issuer }],
    ] as const) {
      expectRefusal(await app.call('carl', method, address() + rest, body), 404, 'NOT_FOUND');
      // A partner sees its own account, and how its people sign in is not its own affair.
      expectRefusal(await app.call('ben', method, address('umbra-trust') + rest, body), 403, 'FORBIDDEN');
    }
    expect(provider.asked()).toEqual([]);
    expect((await app.call('ada', 'GET', address())).body.config).not.toBeNull();
  });

  test('forgotten, what it calls people means nothing to the next one, and the log has both', async () => {
    await create({ enabled: true });
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({ resource_type: 'ACCOUNT' });
    await app.db
      .updateTable('app_user')
      .set({ oidc_username: 'x' })
      .where('user_name', 'in', ['cleo', 'carl'])
      .execute();
    expect((await app.call('ada', 'DELETE', address())).status).toBe(204);
    expect((await events(app, 'DELETE')).at(-1)).toMatchObject({ resource_type: 'SSO_OIDC' });
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({ resource_type: 'ACCOUNT' });
    const named = await app.db.selectFrom('app_user').select('user_name').where('oidc_username', '=', 'x').execute();
    expect(named).toEqual([{ user_name: 'carl' }]);
    expect(await app.db.selectFrom('oidc_config').select('account_id').execute()).toEqual([
      { account_id: idOf('orsini-custody') },
    ]);
  });
});
