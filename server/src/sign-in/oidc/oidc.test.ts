/** Signing in by a provider of OpenID Connect, and everything that a provider can say wrong. */
import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { licenseHasEnded } from '../../endings/testing.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { insertProvider, startProvider, type Lies, type TestProvider } from '../../testing/oidc-provider.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { as, events, expectRefusal, LOGOUT, newState, verifyName, whoAmI } from '../../testing/sign-in.ts';
import { discover } from './discover.ts';

const CALLBACK = '/imauth/api/v1/callback/oidc';
/** In seconds; tests ask for a proof that is no older than a year. */
const YEAR = 31_536_000;
const CLEO = { sub: '00u-cleo', email: 'cleo@nordmark-lb.example', email_verified: true };

let app: TestApp;
let provider: TestProvider;
let other: TestProvider;
onePlatform((given) => (app = given), { lastMayGo: true, config: { OWN_NETWORK_PROVIDERS: true } });
const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
beforeAll(async () => {
  provider = await startProvider(seconds);
  other = await startProvider(seconds);
});
afterAll(() => {
  provider.close();
  other.close();
});
beforeEach(async () => {
  provider.lie({});
  provider.asked();
  // Another tenant has one too, and had it before.
  await insertProvider(app, account('orsini-custody'), other.issuer);
  await insertProvider(app, account('nordmark-lb'), provider.issuer);
});

const account = (identifier: string): string => app.accountIds.get(identifier) ?? '';
/** By the user name to the provider: the address there, and the state of the tab. */
async function leave(name: Name = 'cleo') {
  const state = newState();
  const { body } = await verifyName(app, name, state);
  const answer = await app.request('GET', body.oidc_url);
  expect(answer.status).toBe(200);
  return { state, asking: new URL(answer.body.return_url) };
}
/** Comes back from the provider by an address. */
const comeBack = (address: URL) => app.request('GET', `${address.pathname}${address.search}`);
/** The whole way but the last step. */
async function signInAs(subject: Record<string, unknown> = CLEO) {
  const { asking } = await leave();
  return comeBack(provider.authorize(asking.href, subject));
}
const redeem = (returnUrl: string) => app.request('GET', `/imauth/api/v1/callback/oauth${new URL(returnUrl).search}`);
const lastFailure = async () => (await events(app, 'LOGIN_ERROR')).at(-1);
/** The refusal, and its event in the log of the account. */
async function expectFailure(answer: Awaited<ReturnType<typeof comeBack>>, status: number, problem: string) {
  expectRefusal(answer, status, problem);
  expect(await lastFailure()).toMatchObject({
    resource_type: 'SSO_OIDC',
    message: problem,
    account_id: account('nordmark-lb'),
  });
}

describe('[S-132] signing in by the provider of the account', () => {
  test('leads there with proof of who asks, and back to the tab that began', async () => {
    const { state, asking } = await leave();
    expect(Object.fromEntries(asking.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'signet',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: 'cleo',
      redirect_uri: `http://localhost:8080${CALLBACK}/${account('nordmark-lb')}`,
    });
    expect(asking.searchParams.get('state')).not.toBe(state);
    const answer = await comeBack(provider.authorize(asking.href, CLEO));
    expect(answer.status).toBe(200);
    const back = new URL(answer.body.return_url);
    expect([back.pathname, back.searchParams.get('state')]).toEqual(['/account/callback/oauth', state]);
    const { access_token, refresh_token } = (await redeem(answer.body.return_url)).body;
    expect(await whoAmI(app, access_token)).toBe(200);
    expect((await events(app, 'LOGIN')).at(-1)).toMatchObject({ resource_type: 'SSO_OIDC', resource_name: 'cleo' });
    await app.request('POST', LOGOUT, { refresh_token });
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({ resource_type: 'SSO_OIDC', resource_name: 'cleo' });
    expectRefusal(await redeem(answer.body.return_url), 410, 'CODE_INVALID');
  });

  test('a browser is led on, and to the login page with the code of what went wrong', async () => {
    const html = { accept: 'text/html,*/*' };
    const { asking } = await leave();
    const { pathname, search } = provider.authorize(asking.href, CLEO);
    const good = await app.request('GET', pathname + search, undefined, html);
    expect([good.status, good.headers['location']]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/localhost:8080\/account\/callback\/oauth\?code=/),
    ]);
    const again = await app.request('GET', pathname + search, undefined, html);
    expect([again.status, again.headers['location']]).toEqual([
      303,
      'http://localhost:8080/account/login?error=STATE_EXPIRED',
    ]);
  });

  describe('a browser is led to the page of', () => {
    const ledTo = async (): Promise<unknown> => {
      const { asking } = await leave();
      const { pathname, search } = provider.authorize(asking.href, CLEO);
      const { status, headers } = await app.request('GET', pathname + search, undefined, { accept: 'text/html' });
      expect(status).toBe(303);
      return headers['location'];
    };

    test('[S-038] an account that has ended, not back to the sign-in', async () => {
      await app.db.updateTable('account').set({ active: false }).where('id', '=', account('nordmark-lb')).execute();
      expect(await ledTo()).toBe('http://localhost:8080/account/accountExpiredError');
      expect(await lastFailure()).toMatchObject({ message: 'ACCOUNT_EXPIRED', account_id: account('nordmark-lb') });
    });

    test('[S-149] a license that has ended, and where the platform says that this is', async () => {
      await licenseHasEnded(app);
      expect(await ledTo()).toBe('http://localhost:8080/account/licenseExpired');
      const elsewhere = (value: string) =>
        app.db
          .insertInto('platform_setting')
          .values({ name: 'license_expired_address', value: JSON.stringify(value), updated_at: app.clock.now() })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
          .execute();
      await elsewhere('https://www.example.org/renew');
      expect(await ledTo()).toBe('https://www.example.org/renew');
      await elsewhere('/account/legal/support');
      expect(await ledTo()).toBe('http://localhost:8080/account/legal/support');
    });
  });

  test('a person is known by a verified mail address once, and by the name of the provider from then on', async () => {
    expect((await signInAs()).status).toBe(200);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'USER',
      resource_name: 'cleo',
      after: { oidc_username: CLEO.sub },
    });
    expect((await signInAs({ sub: CLEO.sub })).status).toBe(200);
    // The address belongs to somebody else by now.
    await expectFailure(await signInAs({ ...CLEO, sub: '00u-other' }), 403, 'OIDC_NOBODY');
  });

  test('what the ID token lacks is asked of the provider, which must speak of the same person', async () => {
    provider.lie({ claims: { email: undefined, email_verified: undefined } });
    expect((await signInAs()).status).toBe(200);
    provider.lie({ claims: { email: undefined }, userinfo: { sub: 'somebody else' } });
    await expectFailure(await signInAs(), 401, 'OIDC_TOKEN_INVALID');
  });

  test.each<[string, string[] | undefined, number]>([
    ['as it has said', ['RS256'], 200],
    ['and has said nothing of it, as with providers that were set up before', undefined, 200],
    ['otherwise than it has said', ['ES256'], 401],
  ])('a provider may sign what it tells beside the ID token, %s', async (_how, supported, status) => {
    const connection = app.db.updateTable('oidc_connection');
    const config = app.db.selectFrom('oidc_config').select('id').where('account_id', '=', account('nordmark-lb'));
    const added = JSON.stringify(supported === undefined ? {} : { userinfo_signing_alg_values_supported: supported });
    await connection
      .set({ metadata: sql`metadata || ${added}::jsonb` })
      .where('config_id', 'in', config)
      .execute();
    provider.lie({ claims: { email: undefined, email_verified: undefined }, userinfoSignedBy: 'itself' });
    expect((await signInAs()).status).toBe(status);
  });

  test('a signature of somebody else under what is told beside the ID token is refused', async () => {
    const userinfoSignedBy = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    provider.lie({ claims: { email: undefined, email_verified: undefined }, userinfoSignedBy });
    await expectFailure(await signInAs(), 401, 'OIDC_WRONG_SIGNATURE');
  });

  test('how a provider signs what it tells is read of it, by good signatures alone', async () => {
    const read = async (said?: string[]) => {
      provider.lie({ discovery: { userinfo_signing_alg_values_supported: said } });
      return discover(provider.issuer, true);
    };
    expect(await read(['none', 'HS256', 'PS256'])).toMatchObject({
      metadata: { userinfo_signing_alg_values_supported: ['PS256'] },
    });
    for (const nothing of [undefined, ['none']])
      expect(await read(nothing)).not.toHaveProperty('metadata.userinfo_signing_alg_values_supported');
  });

  test('keys are changed by the provider without a lost sign-in, and asked for once a minute at most', async () => {
    const fetched = () => provider.asked().filter((path) => path === '/keys').length;
    expect((await signInAs()).status).toBe(200);
    expect((await signInAs()).status).toBe(200);
    expect(fetched()).toBe(1);
    app.clock.pass(61);
    provider.rotate('second');
    expect((await signInAs()).status).toBe(200);
    expect(fetched()).toBe(1);
    provider.lie({ header: { kid: 'unknown' } });
    await expectFailure(await signInAs(), 401, 'OIDC_WRONG_SIGNATURE');
    await expectFailure(await signInAs(), 401, 'OIDC_WRONG_SIGNATURE');
    expect(fetched()).toBe(0);
  });

  test('keys of a clock that was a month ahead keep nobody out once it is right', async () => {
    const month = 30 * 86_400;
    app.clock.pass(month);
    expect((await signInAs()).status).toBe(200);
    app.clock.pass(-month);
    provider.rotate('second');
    expect((await signInAs()).status).toBe(200);
    const fetched = () => provider.asked().filter((path) => path === '/keys').length;
    fetched();
    expect((await signInAs()).status).toBe(200);
    expect(fetched()).toBe(0);
  });
});

describe('somebody whom the provider knows, and nobody here', () => {
  const NORA = { ...CLEO, sub: '00u-nora', email: 'nora@Nord.example', given_name: 'Nora', family_name: 'Berg' };
  const allow = (allowed: boolean) =>
    app.db
      .updateTable('account')
      .set({ allow_user_creation_via_sso: allowed })
      .where('id', '=', account('nordmark-lb'))
      .execute();
  /** The domain is proved to be an account's. */
  const prove = (identifier: string) =>
    app.db
      .insertInto('account_email_domain')
      .values({
        account_id: account(identifier),
        name: 'nord.example',
        proof: 'proof',
        created_at: app.clock.now(),
        verified_at: app.clock.now(),
        verified_by: 'dns',
      })
      .execute();

  test('is made a user of the account where it says so, and stays that one', async () => {
    await allow(true);
    await prove('nordmark-lb');
    const answer = await signInAs(NORA);
    expect(answer.status).toBe(200);
    expect((await redeem(answer.body.return_url)).status).toBe(200);
    expect((await signInAs(NORA)).status).toBe(200);
    const made = await app.db.selectFrom('app_user').selectAll().where('oidc_username', '=', NORA.sub).execute();
    expect(made).toMatchObject([
      { user_name: NORA.email, name: 'Nora Berg', access_scope: 'account', primary_account_id: account('nordmark-lb') },
    ]);
    expect(made[0]?.email_proved).toBe(NORA.email);
    expect((await events(app, 'CREATE')).at(-1)).toMatchObject({ resource_type: 'USER', resource_name: NORA.email });
  });

  test('is not somebody else who has entered their address, until these have read mail there', async () => {
    await allow(true);
    await prove('nordmark-lb');
    const emil = app.userIds.get('emil') ?? '';
    const rowOf = () =>
      app.db
        .selectFrom('app_user')
        .select(['oidc_username', 'email_proved'])
        .where('id', '=', emil)
        .executeTakeFirstOrThrow();
    const { first_name, last_name, user_name, phone, locale } = (
      await app.call('emil', 'GET', '/account/api/v1/user/me')
    ).body;
    const own = { first_name, last_name, user_name, phone, locale, email: NORA.email.toUpperCase() };
    expect((await app.call('emil', 'PUT', `/account/ui-api/v1/user/${emil}`, own)).status).toBe(200);
    const before = await rowOf();
    // Nor do they keep anybody out.
    expect((await signInAs(NORA)).status).toBe(200);
    expect(await rowOf()).toEqual(before);
    expect(before.oidc_username).toBeNull();
    await app.db.updateTable('app_user').set({ deleted_at: app.clock.now() }).where('email', '=', NORA.email).execute();
    await allow(false);
    await expectFailure(await signInAs(NORA), 403, 'OIDC_NOBODY');
    await app.db.updateTable('app_user').set({ email_proved: NORA.email }).where('id', '=', emil).execute();
    expect((await signInAs(NORA)).status).toBe(200);
    expect(await rowOf()).toMatchObject({ oidc_username: NORA.sub });
  });

  test('is somebody to whom an administrator has given the address', async () => {
    const emil = app.userIds.get('emil') ?? '';
    const said = (email: string, updated_by: string) =>
      app.db.updateTable('app_user').set({ email, updated_by }).where('id', '=', emil).execute();
    await said(NORA.email, emil);
    await expectFailure(await signInAs(NORA), 403, 'OIDC_NOBODY');
    await said('emil@nordmark-lb.example', app.userIds.get('ada') ?? '');
    await said(NORA.email, app.userIds.get('ada') ?? '');
    expect((await signInAs(NORA)).status).toBe(200);
  });

  test('is called as in a form where the provider has white space around the names', async () => {
    await allow(true);
    await prove('nordmark-lb');
    expect((await signInAs({ ...NORA, given_name: '\tNora ', family_name: ' Berg\r\n' })).status).toBe(200);
    const made = app.db.selectFrom('app_user').select(['first_name', 'last_name']);
    expect(await made.where('oidc_username', '=', NORA.sub).execute()).toEqual([
      { first_name: 'Nora', last_name: 'Berg' },
    ]);
  });

  test('is believed about addresses of domains that are proved to be the account’s, and of no others', async () => {
    const proved = async () => {
      const cleo = app.db.selectFrom('app_user').select('email_proved').where('user_name', '=', 'cleo');
      return (await cleo.executeTakeFirst())?.email_proved;
    };
    const nobodys = { email: 'cleo@nord.example', email_proved: null };
    await app.db.updateTable('app_user').set(nobodys).where('user_name', '=', 'cleo').execute();
    const cleo = { ...CLEO, email: 'cleo@nord.example' };
    expect([(await signInAs(cleo)).status, await proved()]).toEqual([200, null]);
    await prove('nordmark-lb');
    expect([(await signInAs({ ...cleo, email_verified: false })).status, await proved()]).toEqual([200, null]);
    expect([(await signInAs({ ...cleo, email: 'other@nord.example' })).status, await proved()]).toEqual([200, null]);
    expect([(await signInAs(cleo)).status, await proved()]).toEqual([200, 'cleo@nord.example']);
    // Known by name meanwhile, by a provider that says of no address whether it is verified.
    await app.db.updateTable('app_user').set(nobodys).where('user_name', '=', 'cleo').execute();
    provider.lie({ claims: { email_verified: 'false' } });
    expect([(await signInAs(cleo)).status, await proved()]).toEqual([200, null]);
    provider.lie({});
    const silent = { ...cleo, email_verified: undefined };
    expect([(await signInAs(silent)).status, await proved()]).toEqual([200, 'cleo@nord.example']);
  });

  test.each<[string, () => Promise<unknown>, Record<string, unknown>]>([
    ['the account does not say so', async () => [await allow(false), await prove('nordmark-lb')], NORA],
    ['the domain is nobody’s', () => allow(true), NORA],
    ['the domain is another account’s', async () => [await allow(true), await prove('orsini-custody')], NORA],
    [
      'the address is not verified',
      async () => [await allow(true), await prove('nordmark-lb')],
      { ...NORA, email_verified: false },
    ],
    [
      'a name can’t be one',
      async () => [await allow(true), await prove('nordmark-lb')],
      { ...NORA, given_name: '<b>' },
    ],
  ])('is nobody where %s', async (_why, furnish, subject) => {
    await furnish();
    await expectFailure(await signInAs(subject), 403, 'OIDC_NOBODY');
  });
});

describe('nobody is signed in', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const at = (offset: number) => Math.floor(Date.parse('2026-11-21T12:00:00Z') / 1000) + offset;
  const WRONG: [string, Lies, number, string][] = [
    ['another issuer', { claims: { iss: 'https://other.example' } }, 401, 'OIDC_WRONG_ISSUER'],
    ['another audience', { claims: { aud: 'somebody' } }, 401, 'OIDC_WRONG_AUDIENCE'],
    ['an audience beside ours', { claims: { aud: ['signet', 'other'] } }, 401, 'OIDC_WRONG_AUDIENCE'],
    ['another authorized party', { claims: { aud: ['signet'], azp: 'other' } }, 401, 'OIDC_WRONG_AUDIENCE'],
    ['another nonce', { claims: { nonce: 'other' } }, 401, 'OIDC_WRONG_NONCE'],
    ['no nonce', { claims: { nonce: undefined } }, 401, 'OIDC_TOKEN_INVALID'],
    ['a token of yesterday', { claims: { exp: at(-86_400) } }, 401, 'OIDC_TOKEN_EXPIRED'],
    ['a token of tomorrow', { claims: { nbf: at(86_400) } }, 401, 'OIDC_TOKEN_EXPIRED'],
    ['a key that is not the provider’s', { signedBy: stranger }, 401, 'OIDC_WRONG_SIGNATURE'],
    ['the secret as a key (HS256)', { signedBy: 'secret' }, 401, 'OIDC_WRONG_SIGNATURE'],
    ['no signature (alg none)', { signedBy: 'nobody' }, 401, 'OIDC_WRONG_SIGNATURE'],
    ['no subject', { claims: { sub: undefined } }, 401, 'OIDC_TOKEN_INVALID'],
    ['a mail address that no text can be', { claims: { email: 'cleo@\0.example' } }, 403, 'OIDC_NOBODY'],
    ['a mail address that is not verified', { claims: { email_verified: false } }, 403, 'OIDC_NOBODY'],
    ['a mail address verified by a word', { claims: { email_verified: 'true' } }, 403, 'OIDC_NOBODY'],
    [
      'a redirect in place of tokens',
      { instead: { '/token': (answer) => answer.writeHead(302, { location: 'https://other.example' }).end() } },
      403,
      'OIDC_PROVIDER_UNAVAILABLE',
    ],
    [
      'another type of content',
      { instead: { '/token': (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>') } },
      403,
      'OIDC_PROVIDER_UNAVAILABLE',
    ],
    [
      'an answer without end',
      {
        instead: {
          '/token': (answer) =>
            answer.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(1_000_001)}"`),
        },
      },
      403,
      'OIDC_PROVIDER_UNAVAILABLE',
    ],
    [
      'a connection that ends',
      { instead: { '/token': (answer) => answer.destroy() } },
      403,
      'OIDC_PROVIDER_UNAVAILABLE',
    ],
  ];
  test.each(WRONG)('by %s', async (_what, lies, status, problem) => {
    provider.lie(lies);
    await expectFailure(await signInAs(), status, problem);
  });

  test('by a code that was redeemed before, or in another sign-in', async () => {
    const first = await leave();
    const back = provider.authorize(first.asking.href, CLEO);
    const second = await leave();
    const mixed = new URL(back);
    mixed.searchParams.set('state', second.asking.searchParams.get('state') ?? '');
    await expectFailure(await comeBack(mixed), 401, 'OIDC_CODE_REFUSED');
    await expectFailure(await comeBack(back), 401, 'OIDC_CODE_REFUSED');
  });

  test('by an answer that nobody waits for, that comes twice, or too late', async () => {
    const { asking } = await leave();
    const back = provider.authorize(asking.href, CLEO);
    const foreign = new URL(back);
    foreign.searchParams.set('state', newState());
    expectRefusal(await comeBack(foreign), 410, 'STATE_EXPIRED');
    app.clock.pass(3600);
    expectRefusal(await comeBack(back), 410, 'STATE_EXPIRED');
  });

  test('by another provider than the one that was asked (mix-up): its name, or its way back', async () => {
    const { asking } = await leave();
    const named = provider.authorize(asking.href, CLEO);
    named.searchParams.set('iss', other.issuer);
    await expectFailure(await comeBack(named), 401, 'OIDC_WRONG_ISSUER');
    const unnamed = provider.authorize((await leave()).asking.href, CLEO);
    unnamed.searchParams.delete('iss');
    await expectFailure(await comeBack(unnamed), 401, 'OIDC_WRONG_ISSUER');
    const elsewhere = provider.authorize((await leave()).asking.href, CLEO);
    elsewhere.pathname = `${CALLBACK}/${account('orsini-custody')}`;
    await expectFailure(await comeBack(elsewhere), 401, 'OIDC_WRONG_ISSUER');
    expect(provider.asked()).not.toContain('/token');
  });

  test('of another account, whatever its provider says', async () => {
    const { email } = await app.db
      .selectFrom('app_user')
      .select('email')
      .where('user_name', '=', 'ben')
      .executeTakeFirstOrThrow();
    await expectFailure(await signInAs({ sub: 'ben', email, email_verified: true }), 403, 'OIDC_NOBODY');
    await app.db.updateTable('app_user').set({ oidc_username: '00u-ben' }).where('user_name', '=', 'ben').execute();
    await expectFailure(await signInAs({ sub: '00u-ben' }), 403, 'OIDC_NOBODY');
  });

  test('who said no at the provider, or whom it could not ask, hears so', async () => {
    const refusedBy = async (error: string) => {
      const { asking } = await leave();
      const back = new URL(asking.searchParams.get('redirect_uri') ?? '');
      const state = asking.searchParams.get('state') ?? '';
      back.search = new URLSearchParams({ error, state, iss: provider.issuer }).toString();
      return comeBack(back);
    };
    await expectFailure(await refusedBy('access_denied'), 403, 'OIDC_DENIED');
    await expectFailure(await refusedBy('server_error'), 403, 'OIDC_PROVIDER_ERROR');
  });

  test('after it was switched off, and by a disabled person', async () => {
    const { asking } = await leave();
    await app.db.updateTable('account').set({ oidc_sign_in: false }).execute();
    await expectFailure(await comeBack(provider.authorize(asking.href, CLEO)), 403, 'METHOD_DISABLED');
    await app.db.updateTable('account').set({ oidc_sign_in: true }).execute();
    await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'cleo').execute();
    expectRefusal(await signInAs(), 403, 'USER_DISABLED');
  });
});

describe('somebody signed in who proves again who they are', () => {
  const PROOF = '/account/ui-api/v1/session/proof';
  const known = () =>
    app.db.updateTable('app_user').set({ oidc_username: CLEO.sub }).where('user_name', '=', 'cleo').execute();
  const begin = async () => (await app.call('cleo', 'POST', `${PROOF}/provider`, { method: 'oidc' })).body;
  /** By the provider: what its window comes back with. */
  async function ask(subject: Record<string, unknown>) {
    const { url, state } = await begin();
    const back = new URL((await comeBack(provider.authorize(url, subject))).body.return_url);
    expect(back.pathname).toBe('/account/callback/provider');
    return { url: new URL(url), state, code: back.searchParams.get('code'), error: back.searchParams.get('error') };
  }
  const prove = (name: Name, state: string, code: string | null) =>
    app.call(name, 'POST', PROOF, { provider: { code, state } });

  test('is asked by the provider, whether it knows them or not; the code is of the tab that asked, once', async () => {
    expect((await app.call('cleo', 'POST', `${PROOF}/options`)).body.providers).toEqual([]);
    expectRefusal(await app.call('cleo', 'POST', `${PROOF}/provider`, { method: 'oidc' }), 403, 'METHOD_DISABLED');
    await known();
    expect((await app.call('cleo', 'POST', `${PROOF}/options`)).body.providers).toEqual(['oidc']);
    const { url, state, code } = await ask({ ...CLEO, auth_time: seconds() });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expectRefusal(await prove('cleo', newState(), code), 410, 'CODE_INVALID');
    expectRefusal(await prove('carl', state, code), 410, 'CODE_INVALID');
    // It begins no session.
    expectRefusal(
      await app.request(
        'GET',
        `/imauth/api/v1/callback/oauth?${new URLSearchParams({ code: code ?? '', state }).toString()}`,
      ),
      410,
      'CODE_INVALID',
    );
    const again = await ask({ ...CLEO, auth_time: seconds() });
    expect((await prove('cleo', again.state, again.code)).status).toBe(204);
    expectRefusal(await prove('cleo', again.state, again.code), 410, 'CODE_INVALID');
  });

  test.each([
    ['another person', { sub: '00u-other' }, 'OTHER_PERSON'],
    ['somebody whom it asked an hour ago', { auth_time: -3600 }, 'NOT_ASKED_AGAIN'],
    ['nobody knows when', { auth_time: null }, 'NOT_ASKED_AGAIN'],
  ])(
    'is not believed where the provider names %s',
    async (_, { sub = CLEO.sub, auth_time = 0 }: { sub?: string; auth_time?: number | null }, error) => {
      await known();
      const at = auth_time === null ? {} : { auth_time: seconds() + auth_time };
      expect(await ask({ ...CLEO, sub, ...at })).toMatchObject({ code: null, error });
      expect(await lastFailure()).toMatchObject({ resource_type: 'SSO_OIDC', message: error });
      expect((await events(app, 'LOGIN')).filter((one) => one.resource_type === 'SSO_OIDC')).toEqual([]);
    },
  );

  test('and what is wrong with the answer comes back to that window', async () => {
    await known();
    provider.lie({ claims: { aud: 'another client' } });
    expect(await ask(CLEO)).toMatchObject({ code: null, error: 'OIDC_WRONG_AUDIENCE' });
    expect(await lastFailure()).toMatchObject({ message: 'OIDC_WRONG_AUDIENCE' });
  });
});

test.each([
  ['who was asked long ago', -2 * YEAR, 403],
  ['who was asked now', 0, 201],
  ['of whom nobody knows when', null, 201],
  ['who was asked at no time that there is', 1e300, 201],
])('silent single sign-on proves nothing of who sits there: %s', async (_, ago, status) => {
  const said = await signInAs({ ...CLEO, ...(ago === null ? {} : { auth_time: seconds() + ago }) });
  const { access_token } = (await redeem(said.body.return_url)).body;
  const asked = await as(app, access_token, 'POST', '/account/ui-api/v1/second-factor/app');
  expect([asked.status, asked.body.error?.status]).toEqual([
    status,
    status === 403 ? 'REAUTHENTICATION_REQUIRED' : undefined,
  ]);
});

describe('a trial of settings', () => {
  const at = (rest: string) => `/account/ui-api/v1/account/${account('nordmark-lb')}/${rest}`;
  const begin = (more: object = {}) =>
    app.call('ada', 'POST', at('sign-in-trial/oidc'), { issuer: provider.issuer, client_id: 'signet', ...more });
  async function tryWith(subject: Record<string, unknown>, more: object = {}) {
    const { url, state } = (await begin(more)).body;
    const back = new URL((await comeBack(provider.authorize(url, subject))).body.return_url);
    const claimed = { code: back.searchParams.get('code'), state };
    return { url, ...(await app.call('ada', 'POST', at('sign-in-trial/claim'), claimed)).body };
  }

  test('shows what was sent, the claims and who it would be, while the way is off; tokens are left out', async () => {
    await app.db.updateTable('account').set({ oidc_sign_in: false }).execute();
    const tried = await tryWith({ ...CLEO, sub: '00u-new', given_name: 'Nora' }, { user_claim: 'given_name' });
    expect(tried).toMatchObject({ problem: null, verified: true, name: 'Nora', becomes: { kind: 'person' } });
    expect(tried.said).toContainEqual({ name: 'email', values: [CLEO.email] });
    expect(tried.sent).toBe(tried.url);
    expect(tried.response).toContain('id_token');
    expect(tried.response).not.toContain('access_token');
    expect((await events(app, 'LOGIN')).filter((one) => one.resource_type === 'SSO_OIDC')).toEqual([]);
    expect(await tryWith({ sub: '00u-nobody' })).toMatchObject({
      problem: 'OIDC_NOBODY',
      becomes: { kind: 'nobody', why: 'no_email' },
    });
  });

  test('names the check that failed, with the claims that nobody has verified', async () => {
    provider.lie({ claims: { aud: 'another client' } });
    const tried = await tryWith(CLEO);
    expect(tried).toMatchObject({ problem: 'OIDC_WRONG_AUDIENCE', verified: false, name: CLEO.sub, becomes: null });
    expect(tried.said).toContainEqual({ name: 'aud', values: ['another client'] });
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'SIGN_IN_TRIAL',
      message: 'OIDC_WRONG_AUDIENCE',
    });
  });

  test('the secret that is kept goes to its provider alone', async () => {
    const refused = await begin({ issuer: other.issuer });
    expect(refused.body.error.fields).toEqual({ client_secret: expect.objectContaining({ status: 'REQUIRED' }) });
    const wrong = await tryWith(CLEO, { client_secret: 'another one' });
    expect(wrong).toMatchObject({ problem: 'OIDC_CLIENT_REFUSED', verified: false, said: [] });
  });

  test('why a sign-in failed is kept, whether the answer was bad or nobody was meant', async () => {
    provider.lie({ claims: { nonce: 'another' } });
    await expectFailure(await signInAs(), 401, 'OIDC_WRONG_NONCE');
    provider.lie({});
    await expectFailure(await signInAs({ sub: '00u-nobody' }), 403, 'OIDC_NOBODY');
    const { items } = (await app.call('ada', 'GET', at('federated-answer?method=oidc'))).body;
    expect(items.map(({ problem }: { problem: string }) => problem).toSorted()).toEqual([
      'OIDC_NOBODY',
      'OIDC_WRONG_NONCE',
    ]);
  });
});
