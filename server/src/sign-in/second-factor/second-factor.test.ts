/** Signing in with a password and a code. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import {
  askSecondFactor,
  beginSetUp,
  codeOf,
  finishSetUp,
  giveCode,
  givePassword,
  setUpApp,
} from '../../testing/second-factor.ts';
import {
  as,
  atOnce,
  events,
  expectRefusal,
  LOGOUT,
  logIn,
  ME,
  newState,
  statuses,
  verifyName,
  whoAmI,
} from '../../testing/sign-in.ts';

let app: TestApp;
onePlatform((next) => void (app = next));
beforeEach(() => askSecondFactor(app, 'nordmark-lb'));

const sessions = async (): Promise<number> => (await app.db.selectFrom('session').select('id').execute()).length;

describe('[A-143] the password alone', () => {
  test('begins no session, and what the refusal names signs nobody in', async () => {
    const before = await sessions();
    const answer = await logIn(app, 'cleo');
    expectRefusal(answer, 401, 'SECOND_FACTOR_SETUP_REQUIRED');
    const { sign_in } = answer.body.error.params;
    expect(await sessions()).toBe(before);
    expectRefusal(await as(app, sign_in, 'GET', ME), 401, 'UNAUTHORIZED');
    expectRefusal(await app.request('POST', '/imauth/api/v1/refresh', { refresh_token: sign_in }), 401, 'UNAUTHORIZED');
    const callback = `/imauth/api/v1/callback/oauth?code=${sign_in}&state=${newState()}`;
    expectRefusal(await app.request('GET', callback), 410, 'CODE_INVALID');
    expect((await events(app, 'LOGIN_ERROR')).map((one) => one.message)).not.toContain('SECOND_FACTOR_SETUP_REQUIRED');
  });

  test('is still refused when it is wrong, and signs people of other accounts in', async () => {
    expectRefusal(await logIn(app, 'cleo', 'Wrong-horse-7-battery'), 401, 'INVALID_CREDENTIALS');
    expect((await logIn(app, 'carl')).status).toBe(200);
    expect((await logIn(app, 'ada')).status).toBe(200);
  });

  test('is not enough for whoever belongs to such an account beside their first, while it lives', async () => {
    const member = { user_id: app.userIds.get('carl') ?? '', account_id: app.accountIds.get('nordmark-lb') ?? '' };
    await app.db.insertInto('user_account').values(member).execute();
    expectRefusal(await logIn(app, 'carl'), 401, 'SECOND_FACTOR_SETUP_REQUIRED');
    const told = `/account/ui-api/v1/user/${member.user_id}/mfa`;
    expect((await app.call('ada', 'GET', told)).body).toMatchObject({ required: true });
    await app.db
      .updateTable('account')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', member.account_id)
      .execute();
    expect((await logIn(app, 'carl')).status).toBe(200);
  });

  test('comes to nothing at auto-login and its callback either', async () => {
    const { body } = await app.request('POST', '/imauth/api/v1/auto-login', { user_name: 'cleo', password: PASSWORD });
    const { searchParams } = new URL(body.return_url, 'http://localhost');
    const answer = await app.request('GET', `/imauth/api/v1/callback/oauth?${searchParams.toString()}`);
    expectRefusal(answer, 401, 'SECOND_FACTOR_SETUP_REQUIRED');
    const signIn = answer.body.error.params.sign_in;
    const { secret } = (await beginSetUp(app, signIn)).body;
    expect((await finishSetUp(app, signIn, codeOf(app, secret))).status).toBe(200);
  });
});

describe('who has no second factor yet', () => {
  test('sets an app up then and there: its first code signs in, with ten recovery codes shown once', async () => {
    const signIn = await givePassword(app, 'cleo');
    const { id, secret, uri } = (await beginSetUp(app, signIn)).body;
    expect(uri).toBe(`otpauth://totp/Signet:cleo?issuer=Signet&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    const stored = await app.db.selectFrom('authenticator_app').selectAll().where('id', '=', id).execute();
    expect(stored[0]?.seed_sealed.toString('latin1')).not.toContain(secret);
    expectRefusal(await finishSetUp(app, signIn, '000000'), 403, 'SECOND_FACTOR_WRONG');
    const { status, body } = await finishSetUp(app, signIn, codeOf(app, secret));
    expect([status, body.recovery_codes.length, body.recovery_codes_left]).toEqual([200, 10, null]);
    expect(await whoAmI(app, body.access_token)).toBe(200);
    const [login] = (await events(app, 'LOGIN')).slice(-1);
    expect(login).toMatchObject({ resource_type: 'BASIC_AUTH_MFA', result: 'success', actor_name: 'Cleo Marchetti' });
    await app.request('POST', LOGOUT, { refresh_token: body.refresh_token });
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({ resource_type: 'BASIC_AUTH_MFA' });
    expect((await events(app, 'CREATE')).at(-1)).toMatchObject({
      resource_type: 'SECOND_FACTOR',
      after: { kind: 'app' },
    });
  });

  test('may type codes as apps show them, in wide digits, and with letters for digits that look so', async () => {
    const wide = (code: string) => code.replaceAll(/\d/g, (one) => String.fromCodePoint(Number(one) + 0xff_10));
    const first = await givePassword(app, 'cleo');
    const { secret } = (await beginSetUp(app, first)).body;
    const set = await finishSetUp(app, first, codeOf(app, secret).replace(/^.../, '$& '));
    expect(set.status).toBe(200);
    app.clock.pass(30);
    expect((await giveCode(app, await givePassword(app, 'cleo'), wide(codeOf(app, secret)))).status).toBe(200);
    for (const code of set.body.recovery_codes.slice(0, 5)) {
      const read = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', '–');
      expect((await giveCode(app, await givePassword(app, 'cleo'), read)).status).toBe(200);
    }
  });

  test('finishes each sign-in once', async () => {
    const signIn = await givePassword(app, 'cleo');
    const { secret } = (await beginSetUp(app, signIn)).body;
    expect((await finishSetUp(app, signIn, codeOf(app, secret))).status).toBe(200);
    expectRefusal(await finishSetUp(app, signIn, codeOf(app, secret)), 410, 'STATE_EXPIRED');
    expectRefusal(await beginSetUp(app, signIn), 410, 'STATE_EXPIRED');
  });

  test('is asked for the password again once every session of theirs was ended', async () => {
    const signIn = await givePassword(app, 'cleo');
    const { secret } = (await beginSetUp(app, signIn)).body;
    const everywhere = `/account/ui-api/v1/user/${app.userIds.get('cleo')}/session`;
    expect((await app.call('ben', 'DELETE', everywhere)).status).toBe(204);
    expectRefusal(await finishSetUp(app, signIn, codeOf(app, secret)), 410, 'STATE_EXPIRED');
    // That nobody was in yet makes it no less of an event; once more there is nothing to end.
    const told = await events(app, 'LOGOUT');
    expect(told.at(-1)).toMatchObject({ resource_name: 'cleo', after: { sessions_ended: 0, sign_ins_ended: 1 } });
    expect((await app.call('ben', 'DELETE', everywhere)).status).toBe(204);
    expect(await events(app, 'LOGOUT')).toHaveLength(told.length);
  });

  test('is asked for the password again once the account was off, also where it is on again', async () => {
    const signIn = await givePassword(app, 'cleo');
    const { secret } = (await beginSetUp(app, signIn)).body;
    const path = `/account/ui-api/v1/account/${app.accountIds.get('nordmark-lb')}/active`;
    for (const active of [false, true]) expect((await app.call('ada', 'PUT', path, { active })).status).toBe(200);
    expectRefusal(await finishSetUp(app, signIn, codeOf(app, secret)), 410, 'STATE_EXPIRED');
  });

  test('is not who has one: a password alone sets up no other', async () => {
    await setUpApp(app, 'cleo');
    expectRefusal(await beginSetUp(app, await givePassword(app, 'cleo')), 410, 'STATE_EXPIRED');
  });
});

describe('setting an app up', () => {
  test('is over in every sign-in once somebody has one, also with another that was begun', async () => {
    const late = await givePassword(app, 'cleo');
    const { accessToken } = await setUpApp(app, 'cleo');
    const { body } = await as(app, accessToken, 'POST', '/account/ui-api/v1/second-factor/app');
    expectRefusal(await finishSetUp(app, late, codeOf(app, body.secret)), 410, 'STATE_EXPIRED');
  });

  test('can be guessed ten times as well', async () => {
    const signIn = await givePassword(app, 'cleo');
    const { secret } = (await beginSetUp(app, signIn)).body;
    for (let count = 0; count < 10; count += 1) await finishSetUp(app, signIn, '000000');
    const { status, body } = await finishSetUp(app, signIn, codeOf(app, secret));
    expect([status, body.error.fields.code.status]).toEqual([423, 'SECOND_FACTOR_LOCKED']);
    // Only this person's codes are locked.
    expect((await setUpApp(app, 'emil')).recoveryCodes).toHaveLength(10);
  });
});

describe('the code of an app', () => {
  test('signs in, with the state of the page too', async () => {
    const { secret } = await setUpApp(app, 'cleo');
    const state = newState();
    await verifyName(app, 'cleo', state);
    const asked = await logIn(app, 'cleo', PASSWORD, state);
    expectRefusal(asked, 401, 'SECOND_FACTOR_REQUIRED');
    expect(asked.body.error.params).toMatchObject({ app: 1, key: 0 });
    const { status, body } = await giveCode(app, asked.body.error.params.sign_in, codeOf(app, secret));
    expect([status, body.recovery_codes_left, body.recovery_codes]).toEqual([200, null, []]);
    expect(await whoAmI(app, body.access_token)).toBe(200);
  });

  test('is asked for of whoever set it up, whatever the account says', async () => {
    await setUpApp(app, 'cleo');
    await app.db.updateTable('account').set({ mfa_enabled: false }).execute();
    expectRefusal(await logIn(app, 'cleo'), 401, 'SECOND_FACTOR_REQUIRED');
    expect((await logIn(app, 'emil')).status).toBe(200);
  });

  test('counts once, also in another sign-in', async () => {
    const { secret } = await setUpApp(app, 'cleo');
    const code = codeOf(app, secret);
    expect((await giveCode(app, await givePassword(app, 'cleo'), code)).status).toBe(200);
    expectRefusal(await giveCode(app, await givePassword(app, 'cleo'), code), 403, 'SECOND_FACTOR_WRONG');
    // Nor does an older one after a newer.
    expectRefusal(
      await giveCode(app, await givePassword(app, 'cleo'), codeOf(app, secret, -1)),
      403,
      'SECOND_FACTOR_WRONG',
    );
  });

  test.each([
    [-2, 403],
    [-1, 200],
    [1, 200],
    [2, 403],
  ])('that is %i steps of time off answers %i', async (steps, status) => {
    const { secret } = await setUpApp(app, 'cleo');
    app.clock.pass(300);
    expect((await giveCode(app, await givePassword(app, 'cleo'), codeOf(app, secret, steps))).status).toBe(status);
  });

  test('of another person is wrong', async () => {
    const { secret } = await setUpApp(app, 'emil');
    await setUpApp(app, 'cleo');
    expectRefusal(
      await giveCode(app, await givePassword(app, 'cleo'), codeOf(app, secret)),
      403,
      'SECOND_FACTOR_WRONG',
    );
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_type: 'BASIC_AUTH_MFA',
      resource_name: 'cleo',
      message: 'SECOND_FACTOR_WRONG',
    });
  });

  test('comes too late after ten minutes, and not to who was disabled meanwhile', async () => {
    const { secret } = await setUpApp(app, 'cleo');
    const late = await givePassword(app, 'cleo');
    app.clock.pass(600);
    expectRefusal(await giveCode(app, late, codeOf(app, secret)), 410, 'STATE_EXPIRED');
    const disabled = await givePassword(app, 'cleo');
    expectRefusal(await giveCode(app, 'nonsense', codeOf(app, secret)), 410, 'STATE_EXPIRED');
    const cleo = (active: boolean) =>
      app.db.updateTable('app_user').set({ active }).where('user_name', '=', 'cleo').execute();
    await cleo(false);
    expectRefusal(await giveCode(app, disabled, codeOf(app, secret)), 403, 'USER_DISABLED');
    await cleo(true);
    await app.db
      .updateTable('account')
      .set({ active: false })
      .where('friendly_identifier', '=', 'nordmark-lb')
      .execute();
    expectRefusal(await giveCode(app, disabled, codeOf(app, secret)), 403, 'ACCOUNT_EXPIRED');
  });

  test('comes too late once passwords sign nobody in any more, and so does setting an app up', async () => {
    const { secret } = await setUpApp(app, 'cleo');
    const [cleos, emils] = [await givePassword(app, 'cleo'), await givePassword(app, 'emil')];
    await app.db
      .updateTable('account')
      .set({ standard_sign_in: false, saml_sign_in: true })
      .where('friendly_identifier', '=', 'nordmark-lb')
      .execute();
    expectRefusal(await giveCode(app, cleos, codeOf(app, secret)), 403, 'METHOD_DISABLED');
    expectRefusal(await beginSetUp(app, emils), 403, 'METHOD_DISABLED');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_type: 'BASIC_AUTH_MFA',
      resource_name: 'cleo',
      message: 'METHOD_DISABLED',
    });
  });

  test('can be guessed ten times, then no code is taken for a quarter of an hour, in no sign-in', async () => {
    const { secret } = await setUpApp(app, 'cleo');
    const signIn = await givePassword(app, 'cleo');
    for (let tried = 0; tried < 10; tried += 1)
      expect((await giveCode(app, signIn, String(100_000 + tried))).status).toBe(403);
    expectRefusal(await giveCode(app, signIn, codeOf(app, secret)), 423, 'SECOND_FACTOR_LOCKED');
    expectRefusal(
      await giveCode(app, await givePassword(app, 'cleo'), codeOf(app, secret)),
      423,
      'SECOND_FACTOR_LOCKED',
    );
    app.clock.pass(900);
    expect((await giveCode(app, await givePassword(app, 'cleo'), codeOf(app, secret))).status).toBe(200);
  });

  test('[S-312] is taken of the next app at once where somebody else has reset the locked one', async () => {
    await setUpApp(app, 'cleo');
    const signIn = await givePassword(app, 'cleo');
    for (let tried = 0; tried < 10; tried += 1) await giveCode(app, signIn, String(100_000 + tried));
    expectRefusal(await giveCode(app, signIn, '000000'), 423, 'SECOND_FACTOR_LOCKED');
    const reset = `/account/ui-api/v1/user/${app.userIds.get('cleo')}/mfa`;
    expect((await app.call('ben', 'DELETE', reset)).status).toBe(204);
    const again = await givePassword(app, 'cleo');
    const { secret } = (await beginSetUp(app, again)).body;
    expect((await finishSetUp(app, again, codeOf(app, secret))).status).toBe(200);
  });

  test('is refused without form: empty, too long, of another type', async () => {
    const sign_in = await givePassword(app, 'cleo');
    const send = (body: unknown) => app.request('POST', '/account/ui-api/v1/auth/second-factor/code', body);
    expectRefusal(await send({ sign_in, code: '' }), 400, 'REQUIRED');
    expectRefusal(await send({ sign_in, code: '1'.repeat(65) }), 400, 'MAX_LENGTH');
    expectRefusal(await send({ sign_in, code: 123_456 }), 400, 'INVALID_INPUT');
    expectRefusal(await send({ code: '123456' }), 400, 'REQUIRED');
  });
});

describe('a recovery code', () => {
  test('signs in once, says how many are left, however it is typed', async () => {
    const { recoveryCodes } = await setUpApp(app, 'cleo');
    const [first = '', second = ''] = recoveryCodes;
    const used = await giveCode(app, await givePassword(app, 'cleo'), first.toLowerCase().replaceAll('-', ' '));
    expect([used.status, used.body.recovery_codes_left]).toEqual([200, 9]);
    expectRefusal(await giveCode(app, await givePassword(app, 'cleo'), first), 403, 'SECOND_FACTOR_WRONG');
    const next = await giveCode(app, await givePassword(app, 'cleo'), second);
    expect([next.status, next.body.recovery_codes_left]).toEqual([200, 8]);
  });

  test('of another person is wrong, and none is kept as it is', async () => {
    const { recoveryCodes } = await setUpApp(app, 'emil');
    await setUpApp(app, 'cleo');
    expectRefusal(
      await giveCode(app, await givePassword(app, 'cleo'), recoveryCodes[0] ?? ''),
      403,
      'SECOND_FACTOR_WRONG',
    );
    const rows = await app.db.selectFrom('recovery_code').select('code_hash').execute();
    expect(rows.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });
});

describe('at once', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await startTestApp();
    await askSecondFactor(own, 'nordmark-lb');
  });
  afterAll(() => own.close());
  afterEach(() => own.clock.pass(3600));

  test('two with the same code give one sign-in, also of two sign-ins', async () => {
    const { secret } = await setUpApp(own, 'cleo');
    const [one, two] = [await givePassword(own, 'cleo'), await givePassword(own, 'cleo')];
    const code = codeOf(own, secret);
    expect(statuses(await atOnce(own, 4, (index) => giveCode(own, index % 2 === 0 ? one : two, code)))[0]).toBe(200);
    const begun = await own.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', own.userIds.get('cleo') ?? '')
      .execute();
    // The first is that of the set-up.
    expect(begun.length).toBe(2);
  });

  test('twenty wrong codes are ten guesses', async () => {
    await setUpApp(own, 'emil');
    const signIn = await givePassword(own, 'emil');
    const answers = await atOnce(own, 20, (index) => giveCode(own, signIn, String(200_000 + index)));
    expect(statuses(answers)).toEqual([...Array<number>(10).fill(403), ...Array<number>(10).fill(423)]);
  });

  test('two tabs that begin an app leave one; two that remove the last two leave no recovery codes', async () => {
    const ask = (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object) =>
      own.call('carl', method, `/account/ui-api/v1/second-factor${path}`, body);
    await ask('GET');
    for (const name of ['Phone', 'Tablet']) {
      await atOnce(own, 4, () => ask('POST', '/app'));
      const begun = own.db.selectFrom('authenticator_app').select('id').where('confirmed_at', 'is', null);
      expect(await begun.execute()).toHaveLength(1);
      const { secret } = (await ask('POST', '/app')).body;
      await ask('POST', '/app/confirm', { code: codeOf(own, secret), name });
    }
    const { items } = (await ask('GET')).body;
    expect(statuses(await atOnce(own, 2, (index) => ask('DELETE', `/${items[index].id}`)))).toEqual([204, 204]);
    expect((await ask('GET')).body).toMatchObject({ items: [], recovery_codes_left: 0 });
  });
});
