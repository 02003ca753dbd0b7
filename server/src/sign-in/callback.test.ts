import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EVALUATION_KEY } from '../license/evaluation-key.ts';
import { everyFeature } from '../license/features.ts';
import { issueLicense, issuerKey } from '../license/issue.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/app.ts';
import { meanwhile } from '../testing/meanwhile.ts';
import { placeProvider } from '../testing/saml-metadata.ts';
import { assertion, metadataOf, response, samlKeys, signed } from '../testing/saml-provider.ts';
import { installLicense } from '../license/license-store.ts';
import { hashSecret } from '../secrets.ts';
import { callbackUrl } from './callback.ts';
import { makeCode } from './codes/code-store.ts';
import { endSessionsOf } from './sessions/session-store.ts';
import {
  atOnce,
  events,
  expectRefusal,
  guess,
  logIn,
  newState,
  refresh,
  statuses,
  whoAmI,
} from '../testing/sign-in.ts';

const AUTO = '/imauth/api/v1/auto-login';
const IDP = '/imauth/api/v1/auto-login-for-idp-auth';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.pass(1800));

const autoLogin = (body: object) => app.request('POST', AUTO, body);
const cleo = { user_name: 'cleo', password: PASSWORD };
const userId = (): string => app.userIds.get('cleo') ?? '';
const check = (body: object) => app.request('POST', '/imauth/api/v1/callback/check', body);
/** What the console does with a return_url: its query goes to the callback. */
const redeem = (returnUrl: string, change: Record<string, string> = {}) => {
  const query = new URLSearchParams(returnUrl.split('?')[1]);
  for (const [name, value] of Object.entries(change)) query.set(name, value);
  return app.request('GET', `/imauth/api/v1/callback/oauth?${query.toString()}`);
};

describe('auto-login', () => {
  test('[S-268 S-270] with right credentials answers the callback, whose code delivers the tokens once', async () => {
    const before = (await events(app, 'LOGIN')).length;
    const answer = await autoLogin({ ...cleo, user_authenticated_in_idp: false });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['return_url']);
    expect(answer.body.return_url).toMatch(/^\/account\/callback\/oauth\?code=[\w-]{43}&state=[\w-]{43}$/);
    expect((await events(app, 'LOGIN')).length).toBe(before);

    const tokens = await redeem(answer.body.return_url);
    expect(tokens.status).toBe(200);
    expect(tokens.headers['cache-control']).toBe('no-store');
    expect(await whoAmI(app, tokens.body.access_token)).toBe(200);
    const logged = await events(app, 'LOGIN');
    expect(logged.length).toBe(before + 1);
    expect(logged.at(-1)).toMatchObject({
      result: 'success',
      actor_id: app.userIds.get('cleo'),
      resource_name: 'cleo',
    });

    expectRefusal(await redeem(answer.body.return_url), 410, 'CODE_INVALID');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({ message: 'CODE_INVALID', resource_id: null });
  });

  test('begins no session once every session of its person was ended: the sign-in was half done by then', async () => {
    const begun = (await autoLogin({ user_name: 'carl', password: PASSWORD })).body.return_url;
    const path = `/account/ui-api/v1/user/${app.userIds.get('carl')}/password`;
    const next = {
      current_password: PASSWORD,
      password: 'Lighthouse-9-anchor',
      repeatedPassword: 'Lighthouse-9-anchor',
    };
    expect((await app.call('carl', 'PUT', path, next)).status).toBeLessThan(300);
    expectRefusal(await redeem(begun), 410, 'CODE_INVALID');
  });

  test('nor once its account was switched off meanwhile; people of others sign in still', async () => {
    const begun = async (user_name: string) => (await autoLogin({ user_name, password: PASSWORD })).body.return_url;
    const [cleos, bens] = [await begun('cleo'), await begun('ben')];
    const path = `/account/ui-api/v1/account/${app.accountIds.get('nordmark-lb')}/active`;
    for (const active of [false, true]) expect((await app.call('ada', 'PUT', path, { active })).status).toBe(200);
    expectRefusal(await redeem(cleos), 410, 'CODE_INVALID');
    expect((await redeem(bens)).status).toBe(200);
  });

  test('nor for whoever is switched off while it is redeemed', async () => {
    const begun = (await autoLogin(cleo)).body.return_url;
    const who = sql`id = ${app.userIds.get('cleo') ?? ''}`;
    const answer = await meanwhile(app, [sql`update app_user set active = false where ${who}`], () => redeem(begun));
    await sql`update app_user set active = true where ${who}`.execute(app.db);
    expectRefusal(answer, 403, 'USER_DISABLED');
  });

  test('[S-268] with wrong credentials opens nothing and counts like any wrong password', async () => {
    const codes = async (): Promise<number> =>
      (await app.db.selectFrom('user_code').select('user_id').execute()).length;
    const before = await codes();
    await guess(app, 'cleo', 9);
    expectRefusal(await autoLogin({ ...cleo, password: 'Wrong-horse-7-battery' }), 401, 'INVALID_CREDENTIALS');
    expectRefusal(await autoLogin(cleo), 423, 'USER_LOCKED');
    expect(await codes()).toBe(before);
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({ resource_name: 'cleo', message: 'USER_LOCKED' });
  });

  test('does not believe a caller who says that the person is authenticated', async () => {
    expectRefusal(
      await autoLogin({ user_name: 'cleo', password: 'x', user_authenticated_in_idp: true }),
      401,
      'INVALID_CREDENTIALS',
    );
    expectRefusal(await autoLogin({ user_name: 'cleo', user_authenticated_in_idp: true }), 400, 'REQUIRED');
  });
});

describe('the callback', () => {
  test('is bound to its state', async () => {
    const { return_url: url } = (await autoLogin(cleo)).body;
    expectRefusal(await redeem(url, { state: newState() }), 410, 'CODE_INVALID');
    expect((await redeem(url)).status).toBe(200);
  });

  test('says whose sign-in it completes, to who has the code and the state, as long as it can', async () => {
    const { return_url: url } = (await autoLogin(cleo)).body;
    const { code, state } = Object.fromEntries(new URLSearchParams(url.split('?')[1]));
    for (let times = 0; times < 2; times += 1) {
      const answer = await check({ code, state });
      expect([answer.status, answer.body]).toEqual([200, { user_name: 'cleo', name: 'Cleo Marchetti' }]);
    }
    expectRefusal(await check({ code, state: newState() }), 410, 'CODE_INVALID');
    expectRefusal(await check({ code: 'never issued', state }), 410, 'CODE_INVALID');
    expectRefusal(await check({ code }), 400, 'INVALID_INPUT');
    expectRefusal(await check({ code, state, ticket: code }), 400, 'INVALID_INPUT');
    // Looking spends nothing.
    expect((await redeem(url)).status).toBe(200);
    expectRefusal(await check({ code, state }), 410, 'CODE_INVALID');
    const late = new URLSearchParams((await autoLogin(cleo)).body.return_url.split('?')[1]);
    app.clock.pass(300);
    expectRefusal(await check(Object.fromEntries(late)), 410, 'CODE_INVALID');
  });

  test('lives five minutes, to the second', async () => {
    const late = (await autoLogin(cleo)).body.return_url;
    app.clock.pass(300);
    expectRefusal(await redeem(late), 410, 'CODE_INVALID');
    const early = (await autoLogin(cleo)).body.return_url;
    app.clock.pass(299);
    expect((await redeem(early)).status).toBe(200);
  });

  test('is won by one of many requests at once', async () => {
    const { return_url: url } = (await autoLogin(cleo)).body;
    const answers = await atOnce(app, 8, () => redeem(url));
    expect(statuses(answers)).toEqual([200, ...Array(7).fill(410)]);
  });

  test('looks again at who the person is by then', async () => {
    const { return_url: url } = (await autoLogin(cleo)).body;
    await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'cleo').execute();
    expectRefusal(await redeem(url), 403, 'USER_DISABLED');
    await app.db.updateTable('app_user').set({ active: true }).where('user_name', '=', 'cleo').execute();
    await app.db
      .updateTable('account')
      .set({ active: false })
      .where('friendly_identifier', '=', 'nordmark-lb')
      .execute();
    expectRefusal(await redeem(url), 403, 'ACCOUNT_EXPIRED');
    await app.db
      .updateTable('account')
      .set({ active: true })
      .where('friendly_identifier', '=', 'nordmark-lb')
      .execute();
    expect((await redeem(url)).status).toBe(200);
  });

  test('that a password began comes to nothing once passwords sign nobody in any more', async () => {
    const ways = (standard_sign_in: boolean) =>
      app.db
        .updateTable('account')
        .set({ standard_sign_in, saml_sign_in: !standard_sign_in })
        .where('friendly_identifier', '=', 'nordmark-lb')
        .execute();
    const { return_url: url } = (await autoLogin(cleo)).body;
    const vouched = await callbackUrl({ db: app.db, now: app.clock.now() }, userId(), {
      proofs: ['provider'],
      provider: 'saml',
    });
    await ways(false);
    const [byPassword, byProvider] = [await redeem(url), await redeem(vouched)];
    await ways(true);
    expectRefusal(byPassword, 403, 'METHOD_DISABLED');
    expect(byProvider.status).toBe(200);
  });

  test.each(['saml', 'oidc'] as const)(
    'that a provider of %s began comes to nothing once its way is off',
    async (way) => {
      const ways = (on: boolean) =>
        app.db
          .updateTable('account')
          .set({ [`${way}_sign_in`]: on })
          .where('friendly_identifier', '=', 'nordmark-lb')
          .execute();
      const place = { db: app.db, now: app.clock.now() };
      const begun = { proofs: ['provider'], provider: way } as const;
      const url = await callbackUrl(place, userId(), begun);
      expectRefusal(await redeem(url), 403, 'METHOD_DISABLED');
      await ways(true);
      const whileOn = await redeem(url);
      await ways(false);
      expect(whileOn.status).toBe(200);
    },
  );

  test('takes no code of another purpose', async () => {
    const state = newState();
    const proof = { purpose: 'idp', ttlSeconds: 60, stateHash: hashSecret(state) } as const;
    const code = await makeCode(app.db, { ...proof, userId: userId(), now: app.clock.now() });
    expectRefusal(await redeem('', { code, state }), 410, 'CODE_INVALID');
    expectRefusal(await app.request('GET', '/imauth/api/v1/callback/oauth?code=x'), 400, 'REQUIRED');
  });
});

describe("the ticket of an identity provider's sign-in", () => {
  const keys = samlKeys();
  const account = (): string => app.accountIds.get('nordmark-lb') ?? '';
  const isOn = (saml_sign_in: boolean) =>
    app.db.updateTable('account').set({ saml_sign_in }).where('id', '=', account()).execute();
  beforeAll(async () => {
    await placeProvider(app, account(), metadataOf(keys), [keys.certificate]);
    await app.db.updateTable('saml_config').set({ idp_initiated: true }).execute();
    await isOn(true);
  });
  afterAll(() => isOn(false));

  let sent = 0;
  /** The provider sends cleo by itself: to a ticket. */
  async function ticket(): Promise<string> {
    const own = `http://localhost:8080/imauth/api/v1`;
    const told = {
      now: app.clock.now(),
      id: `_sent${(sent += 1)}`,
      acs: `${own}/callback/saml/${account()}`,
      audience: `${own}/saml/${account()}`,
      request: null,
    };
    const answer = Buffer.from(response(told, signed(assertion(told), keys))).toString('base64');
    const { body } = await app.request(
      'POST',
      new URL(told.acs).pathname,
      new URLSearchParams({ SAMLResponse: answer }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.nordmark.example' },
    );
    const [address, one = ''] = body.return_url.split('?ticket=');
    expect([address, one]).toEqual([
      'http://localhost:8080/account/callback/oauth',
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    return one;
  }
  const exchange = (one: string) => app.request('POST', IDP, { ticket: one });
  const expectRefused = async (one: string): Promise<void> => {
    expectRefusal(await check({ ticket: one }), 410, 'CODE_INVALID');
    expectRefusal(await exchange(one), 410, 'CODE_INVALID');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_type: 'SSO_SAML',
      message: 'CODE_INVALID',
      resource_id: null,
    });
  };

  test('[S-269] says whose it is, and is exchanged for a callback, which ends with a session; once', async () => {
    const before = (await events(app, 'LOGIN')).length;
    const one = await ticket();
    for (let times = 0; times < 2; times += 1)
      expect((await check({ ticket: one })).body).toEqual({ user_name: 'cleo', name: 'Cleo Marchetti' });
    const answer = await exchange(one);
    expect([answer.status, answer.body]).toEqual([
      200,
      { return_url: expect.stringMatching(/^\/account\/callback\/oauth\?code=[\w-]{43}&state=[\w-]{43}$/) },
    ]);
    expect((await events(app, 'LOGIN')).length).toBe(before);
    await expectRefused(one);
    const tokens = await redeem(answer.body.return_url);
    expect(await whoAmI(app, tokens.body.access_token)).toBe(200);
    expect((await events(app, 'LOGIN')).slice(before)).toMatchObject([
      { result: 'success', resource_type: 'SSO_SAML', resource_name: 'cleo', actor_id: userId() },
    ]);
  });

  test('[S-269] that is unknown, expired, of another purpose or tab, or of no provider is refused', async () => {
    await expectRefused('never issued');
    await expectRefused(new URLSearchParams((await autoLogin(cleo)).body.return_url.split('?')[1]).get('code') ?? '');
    const given = { userId: userId(), purpose: 'idp', ttlSeconds: 60, now: app.clock.now() } as const;
    // By this one somebody who is signed in proves again who they are, in the tab that has the state.
    const state = newState();
    await expectRefused(await makeCode(app.db, { ...given, provider: 'saml', stateHash: hashSecret(state) }));
    expectRefusal(await exchange(await makeCode(app.db, given)), 410, 'CODE_INVALID');
    const [early, late] = [await ticket(), await ticket()];
    app.clock.pass(299);
    expect((await exchange(early)).status).toBe(200);
    app.clock.pass(1);
    await expectRefused(late);
  });

  test('is won by one of many requests at once', async () => {
    const one = await ticket();
    const answers = await atOnce(app, 4, () => exchange(one));
    expect(statuses(answers)).toEqual([200, 410, 410, 410]);
  });

  test('opens nothing for who is switched off meanwhile, nor once the way is off, before it and after', async () => {
    const one = await ticket();
    const isActive = (active: boolean) =>
      app.db.updateTable('app_user').set({ active }).where('user_name', '=', 'cleo').execute();
    await isActive(false);
    expectRefusal(await exchange(one), 403, 'USER_DISABLED');
    await isActive(true);
    await isOn(false);
    expectRefusal(await exchange(one), 403, 'METHOD_DISABLED');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_type: 'SSO_SAML',
      resource_name: 'cleo',
      message: 'METHOD_DISABLED',
    });
    await isOn(true);
    const { return_url: url } = (await exchange(one)).body;
    await isOn(false);
    const late = await redeem(url);
    await isOn(true);
    expectRefusal(late, 403, 'METHOD_DISABLED');
    const told = { resource_type: 'SSO_SAML', resource_name: 'cleo' };
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({ ...told, message: 'METHOD_DISABLED' });
    await isActive(false);
    expectRefusal(await redeem(url), 403, 'USER_DISABLED');
    await isActive(true);
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({ ...told, message: 'USER_DISABLED' });
    expect((await redeem(url)).status).toBe(200);
  });

  test('ends with every session of its person', async () => {
    const one = await ticket();
    await app.db.transaction().execute((tx) => endSessionsOf(tx, userId(), 'elsewhere', app.clock.now()));
    await expectRefused(one);
  });
});

describe('once the license of the platform has ended', () => {
  test('[S-149] only system scope signs in, by whatever way, and only its sessions are renewed', async () => {
    const now = app.clock.now();
    const terms = {
      iss: 'Signet evaluation',
      holder: 'Evaluation',
      edition: 'Evaluation',
      applications: everyFeature(),
    };
    const license = async (days: number): Promise<string> => {
      const day = 86_400_000;
      return issueLicense(
        await issuerKey(JSON.stringify(EVALUATION_KEY)),
        { ...terms, from: new Date(now.getTime() - 10 * day), until: new Date(now.getTime() + days * day) },
        now,
      );
    };
    const { return_url: begun } = (await autoLogin(cleo)).body;
    const [cleos, bens, adas] = [await app.signIn('cleo'), await app.signIn('ben'), await app.signIn('ada')];
    await installLicense(app.db, await license(-1), null, now);
    expectRefusal(await logIn(app, 'cleo'), 403, 'PLATFORM_LICENSE_EXPIRED');
    expectRefusal(await logIn(app, 'ben'), 403, 'PLATFORM_LICENSE_EXPIRED');
    expectRefusal(await autoLogin(cleo), 403, 'PLATFORM_LICENSE_EXPIRED');
    expectRefusal(await redeem(begun), 403, 'PLATFORM_LICENSE_EXPIRED');
    expectRefusal(await logIn(app, 'cleo', 'Wrong-horse-7-battery'), 401, 'INVALID_CREDENTIALS');
    expect((await logIn(app, 'ada')).status).toBe(200);

    // Sessions that run end with their access token, which is a matter of minutes.
    expect(await whoAmI(app, cleos.access_token)).toBe(200);
    expectRefusal(await refresh(app, cleos.refresh_token), 403, 'PLATFORM_LICENSE_EXPIRED');
    expectRefusal(await refresh(app, bens.refresh_token), 403, 'PLATFORM_LICENSE_EXPIRED');
    expect((await refresh(app, adas.refresh_token)).status).toBe(200);

    app.clock.pass(1);
    await installLicense(app.db, await license(1), null, app.clock.now());
    expect((await logIn(app, 'cleo')).status).toBe(200);
    expect((await refresh(app, cleos.refresh_token)).status).toBe(200);
  });
});
