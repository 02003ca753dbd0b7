import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeCode } from '../../sign-in/codes/code-store.ts';
import { sweepSessions } from '../../sign-in/sweep-store.ts';
import {
  as,
  events,
  expectRefusal,
  logIn,
  newState,
  refresh,
  verifyName,
  whoAmI,
  type Delivered,
} from '../../testing/sign-in.ts';

const SESSION = '/account/ui-api/v1/session';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.pass(13 * 3600);
  await sweepSessions(app.db, app.clock.now());
});

const list = (tokens: Delivered) => as(app, tokens.access_token, 'GET', SESSION);
const idOf = (tokens: Delivered): string =>
  JSON.parse(Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString()).sid;

describe('the own sessions', () => {
  test('are listed, the last used first, with where they came from and which is this one', async () => {
    const first = await app.signIn('cleo');
    app.clock.pass(10);
    const second = (
      await app.request(
        'POST',
        '/account/ui-api/v1/auth/login',
        { user_name: 'cleo', password: 'Correct-horse-7-battery' },
        { 'user-agent': 'Lynx/2.9 <b>' },
      )
    ).body as Delivered;
    await app.signIn('carl');
    app.clock.pass(10);
    const again = (await refresh(app, first.refresh_token)).body as Delivered;
    const answer = await list(again);
    expect(answer.status).toBe(200);
    expect(answer.body.total).toBe(2);
    expect(answer.body.items.map((one: { id: string; current: boolean }) => [one.id, one.current])).toEqual([
      [idOf(first), true],
      [idOf(second), false],
    ]);
    expect(answer.body.items[1]).toMatchObject({ ip: '127.0.0.1', user_agent: 'Lynx/2.9 <b>' });
    expect(Object.keys(answer.body.items[0]).toSorted()).toEqual([
      'created_at',
      'current',
      'id',
      'ip',
      'last_used_at',
      'user_agent',
    ]);
  });

  test('are ended one by one, at once, and logged', async () => {
    const [mine, other] = [await app.signIn('cleo'), await app.signIn('cleo')];
    expect((await as(app, mine.access_token, 'DELETE', `${SESSION}/${idOf(other)}`)).status).toBe(204);
    expect(await whoAmI(app, other.access_token)).toBe(401);
    expectRefusal(await refresh(app, other.refresh_token), 401, 'UNAUTHORIZED');
    expect(await whoAmI(app, mine.access_token)).toBe(200);
    expect((await list(mine)).body.total).toBe(1);
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({
      result: 'success',
      resource_type: 'USER',
      actor_name: 'Cleo Marchetti',
      after: { session_id: idOf(other) },
    });
    expectRefusal(await as(app, mine.access_token, 'DELETE', `${SESSION}/${idOf(other)}`), 404, 'NOT_FOUND');
  });

  test('[S-132] the own one among them is a sign-out, logged with the way that it came by', async () => {
    const tokens = await app.signIn('cleo');
    expect((await as(app, tokens.access_token, 'DELETE', `${SESSION}/${idOf(tokens)}`)).status).toBe(204);
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({
      resource_type: 'BASIC_AUTH',
      resource_name: 'cleo',
      after: { session_id: idOf(tokens) },
    });
  });

  test('of somebody else do not exist', async () => {
    const [cleo, carl, ada] = [await app.signIn('cleo'), await app.signIn('carl'), await app.signIn('ada')];
    for (const stranger of [carl, ada])
      expectRefusal(await as(app, stranger.access_token, 'DELETE', `${SESSION}/${idOf(cleo)}`), 404, 'NOT_FOUND');
    expectRefusal(await as(app, carl.access_token, 'DELETE', `${SESSION}/not-an-id`), 400, 'INVALID_INPUT');
    expectRefusal(await app.request('DELETE', `${SESSION}/${idOf(cleo)}`), 401, 'NOT_SIGNED_IN');
    expect(await whoAmI(app, cleo.access_token)).toBe(200);
  });

  test('all end but this one with "sign out everywhere else"', async () => {
    const [mine, second, third, carls] = [
      await app.signIn('cleo'),
      await app.signIn('cleo'),
      await app.signIn('cleo'),
      await app.signIn('carl'),
    ];
    expect((await as(app, mine.access_token, 'DELETE', SESSION)).status).toBe(204);
    expect(await whoAmI(app, second.access_token)).toBe(401);
    expect(await whoAmI(app, third.access_token)).toBe(401);
    expect(await whoAmI(app, mine.access_token)).toBe(200);
    expect(await whoAmI(app, carls.access_token)).toBe(200);
    const logged = await events(app, 'LOGOUT');
    expect(logged.at(-1)).toMatchObject({ after: { sessions_ended: 2 }, resource_name: 'cleo' });
    expect((await as(app, mine.access_token, 'DELETE', SESSION)).status).toBe(204);
    expect((await events(app, 'LOGOUT')).length).toBe(logged.length);
    // A sign-in that is half done ends as well, and is told of; one that had ended by itself is not.
    const begun = { userId: app.userIds.get('cleo') ?? '', purpose: 'callback' as const, now: app.clock.now() };
    await makeCode(app.db, { ...begun, ttlSeconds: -1 });
    expect((await as(app, mine.access_token, 'DELETE', SESSION)).status).toBe(204);
    expect((await events(app, 'LOGOUT')).length).toBe(logged.length);
    await makeCode(app.db, { ...begun, ttlSeconds: 60 });
    expect((await as(app, mine.access_token, 'DELETE', SESSION)).status).toBe(204);
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({ after: { sessions_ended: 0, sign_ins_ended: 1 } });
  });
});

describe('a change of rights', () => {
  test('acts on the very next request of a session that is open', async () => {
    const { access_token: token } = await app.signIn('cleo');
    const accounts = () => as(app, token, 'GET', '/account/ui-api/v1/account');
    expect((await accounts()).status).toBe(200);
    const id = app.userIds.get('cleo') ?? '';
    const roles = await app.db.deleteFrom('user_role').where('user_id', '=', id).returningAll().execute();
    expectRefusal(await accounts(), 403, 'FORBIDDEN');
    await app.db.insertInto('user_role').values(roles).execute();
    expect((await accounts()).status).toBe(200);
  });

  test('[S-144] a session that was ended on the server answers 401 to whatever comes next', async () => {
    const tokens = await app.signIn('cleo');
    await app.db
      .updateTable('session')
      .set({ ended_at: app.clock.now(), ended_reason: 'disabled' })
      .where('id', '=', idOf(tokens))
      .execute();
    expectRefusal(await as(app, tokens.access_token, 'GET', '/account/ui-api/v1/account'), 401, 'UNAUTHORIZED');
    expectRefusal(await refresh(app, tokens.refresh_token), 401, 'UNAUTHORIZED');
  });
});

describe('[S-021 S-022] what the sign-in page carries', () => {
  const page = () => app.request('GET', '/account/ui-api/v1/login/customization');

  test('is asked for without a token, and has defaults with the year of the clock', async () => {
    const answer = await page();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      logo: '',
      copyright: `© ${app.clock.now().getUTCFullYear()} Signet`,
      notice: null,
    });
    expect(Object.values(answer.body.urls).every((url) => String(url).startsWith('/account/'))).toBe(true);
  });

  test('is what was stored', async () => {
    const stored = {
      logo: 'https://umbra-trust.example/logo.svg',
      copyright: '© Umbra Trust Services',
      urls: { termsOfUse: 'https://umbra-trust.example/terms', support: 'javascript:alert(1)' },
      notice: { title: 'Maintenance', text: 'On Sunday from 02:00.' },
    };
    await app.db
      .insertInto('platform_setting')
      .values({ name: 'login_customization', value: JSON.stringify(stored), updated_at: app.clock.now() })
      .execute();
    const answer = await page();
    expect(answer.body).toMatchObject({
      logo: stored.logo,
      copyright: stored.copyright,
      notice: stored.notice,
      urls: { termsOfUse: stored.urls.termsOfUse, support: '/account/legal/support' },
    });
  });
});

test('[S-021] a logo that browsers would block is refused where it is set, in a sentence', async () => {
  for (const logo of ['http://umbra-trust.example/logo.svg', '//umbra-trust.example/logo.svg', 'logo.svg']) {
    const row = { value: JSON.stringify({ logo }), updated_at: app.clock.now() };
    const set = app.db
      .insertInto('platform_setting')
      .values({ name: 'login_customization', ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row));
    await expect(set.execute()).rejects.toThrow('The logo must be an https address or a path of this server');
  }
});

describe('the sweep', () => {
  test('takes what is over and leaves what is not, to the second', async () => {
    const rows = async () => {
      const counts = Object.keys(all).map((table) => `(select count(*)::int from ${table}) as ${table}`);
      const {
        rows: [row],
      } = await app.pool.query(`select ${counts.join(', ')}`);
      return row;
    };
    const all = {
      login_transaction: 1,
      federated_request: 1,
      federated_answer: 1,
      saml_assertion: 1,
      saml_form: 1,
      sign_in_setup_link: 1,
      pending_sign_in: 1,
      key_challenge: 1,
      second_factor_failure: 1,
      user_code: 1,
      login_failure: 1,
      refresh_token: 2,
      session: 2,
      rate_window: 3,
    };
    app.clock.pass(40 * 86_400);
    await sweepSessions(app.db, app.clock.now());
    expect(await rows()).toEqual(Object.fromEntries(Object.keys(all).map((table) => [table, 0])));

    const begun = app.clock.now();
    const at = (seconds: number): Date => new Date(begun.getTime() + seconds * 1000);
    await verifyName(app, 'cleo', newState());
    await logIn(app, 'cleo', 'Wrong-horse-7-battery');
    const cleo = app.userIds.get('cleo') ?? '';
    await makeCode(app.db, { userId: cleo, purpose: 'reset', ttlSeconds: 60, now: begun });
    const ofAccount = { account_id: app.accountIds.get('nordmark-lb') ?? '' };
    const hash = Buffer.from('hash');
    const asked = { ...ofAccount, method: 'saml', created_at: begun, kept_sealed: Buffer.alloc(1) } as const;
    const link = { ...ofAccount, purpose: 'saml', secret_hash: hash, made_by: cleo, made_at: begun } as const;
    const pending = { token_hash: hash, user_id: cleo, created_at: begun, expires_at: at(800) };
    const { db } = app;
    const form = { code_hash: hash, kept_sealed: Buffer.alloc(1), expires_at: at(60) };
    await db.insertInto('saml_form').values(form).execute();
    const assertion = { ...ofAccount, assertion_id: '_a1', expires_at: at(700) };
    await db.insertInto('saml_assertion').values(assertion).execute();
    await db.insertInto('pending_sign_in').values(pending).execute();
    await db
      .insertInto('key_challenge')
      .values({ challenge: 'c', purpose: 'passkey', expires_at: at(900) })
      .execute();
    const request = { ...asked, id: '_r1', expires_at: at(1000) };
    await db.insertInto('federated_request').values(request).execute();
    const answer = { ...asked, id: newId(), asked: true, expires_at: at(1100) };
    await db.insertInto('federated_answer').values(answer).execute();
    const wrong = { id: newId(), user_id: cleo, at: at(-600) };
    await db.insertInto('second_factor_failure').values(wrong).execute();
    const setUp = { ...link, id: newId(), expires_at: at(60) };
    await db.insertInto('sign_in_setup_link').values(setUp).execute();
    const [open, ended] = [await app.signIn('carl'), await app.signIn('carl')];
    await app.request('POST', '/imauth/api/v1/logout', { refresh_token: ended.refresh_token });
    const none = {
      login_transaction: 0,
      federated_request: 0,
      federated_answer: 0,
      saml_assertion: 0,
      saml_form: 0,
      sign_in_setup_link: 0,
      pending_sign_in: 0,
      key_challenge: 0,
      second_factor_failure: 0,
      user_code: 0,
      login_failure: 0,
      known_device: 0,
      refresh_token: 0,
      session: 0,
      rate_window: 0,
    };
    const day = 86_400;
    const twelveHours = 12 * 3600;

    expect(await sweepSessions(app.db, at(59))).toEqual(none);
    expect(await rows()).toEqual(all);
    expect(await sweepSessions(app.db, at(60))).toEqual({ ...none, user_code: 1, saml_form: 1 });
    expect(await whoAmI(app, open.access_token)).toBe(200);
    expect(await sweepSessions(app.db, at(600))).toMatchObject({
      login_transaction: 1,
      login_failure: 0,
      refresh_token: 0,
    });
    const later: [seconds: number, gone: Partial<typeof none>][] = [
      [700, { saml_assertion: 1 }],
      [800, { pending_sign_in: 1 }],
      [900, { key_challenge: 1 }],
      [1000, { federated_request: 1 }],
      [1100, { federated_answer: 1 }],
      [1200, { second_factor_failure: 1 }],
      [1800, { login_failure: 1 }],
      [twelveHours, { refresh_token: 2 }],
      [30 * day, { session: 1 }],
      [30 * day + 60, { sign_in_setup_link: 1 }],
      [30 * day + twelveHours, { session: 1 }],
    ];
    for (const [seconds, gone] of later) {
      expect(await sweepSessions(app.db, at(seconds - 1))).toEqual(none);
      expect(await sweepSessions(app.db, at(seconds))).toEqual({ ...none, ...gone });
    }
  });
});
