import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  atOnce,
  events,
  expectRefusal,
  LOGOUT,
  REFRESH,
  refresh,
  whoAmI,
  type Delivered,
} from '../../testing/sign-in.ts';
import { rotateRefreshToken } from './refresh-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true, config: { REFRESH_REPLAY_SECONDS: 10, REFRESH_TOKEN_HOURS: 12 } });
  // These tests go months ahead.
  await app.db.updateTable('account').set({ service_to: null }).execute();
});
afterAll(() => app.close());
beforeEach(() => app.clock.pass(60));

const HOUR = 3600;
const family = (sessionId: string) =>
  app.db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();
const sessionOf = (tokens: Delivered): string =>
  JSON.parse(Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString()).sid;
const logOut = (token: string) => app.request('POST', LOGOUT, { refresh_token: token });

describe('a refresh token', () => {
  test('[S-266 S-139] answers the three new values, and the new ones go on', async () => {
    const first = await app.signIn('cleo');
    app.clock.pass(1);
    const answer = await refresh(app, first.refresh_token);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(['access_token', 'expires_at', 'refresh_token']);
    expect(answer.body.refresh_token).not.toBe(first.refresh_token);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.expires_at).toBe(
      new Date(app.clock.now().getTime() + 300_000).toISOString().slice(0, 19).replace('T', ' '),
    );
    expect(await whoAmI(app, answer.body.access_token)).toBe(200);
    app.clock.pass(300);
    expect((await refresh(app, answer.body.refresh_token)).status).toBe(200);
  });

  test('[S-266] that is unknown, altered, empty or no text is refused', async () => {
    const { refresh_token: token } = await app.signIn('cleo');
    expectRefusal(await refresh(app, 'never issued'), 401, 'UNAUTHORIZED');
    expectRefusal(await refresh(app, token.toLowerCase()), 401, 'UNAUTHORIZED');
    expectRefusal(await refresh(app, `${token} `), 401, 'UNAUTHORIZED');
    expectRefusal(await refresh(app, ''), 400, 'REQUIRED');
    expectRefusal(await app.request('POST', REFRESH, { refresh_token: token, scope: 'system' }), 400, 'UNKNOWN_FIELD');
    expectRefusal(await app.request('POST', REFRESH, {}), 400, 'REQUIRED');
    expect((await refresh(app, token)).status).toBe(200);
  });

  test('costs three statements: to count it, to read all that decides, to put the successor there', async () => {
    const { refresh_token: token } = await app.signIn('cleo');
    const { db } = app.runtime;
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => ((statements += 1), node),
      transformResult: async ({ result }) => result,
    };
    app.runtime.db = db.withPlugin(counting);
    try {
      expect((await refresh(app, token)).status).toBe(200);
      expect(statements).toBe(3);
      // Once more, it is only read.
      expect((await refresh(app, token)).status).toBe(200);
      expect(statements).toBe(5);
    } finally {
      app.runtime.db = db;
    }
  });

  test('is no access token, and an access token is no refresh token', async () => {
    const tokens = await app.signIn('cleo');
    expect(await whoAmI(app, tokens.refresh_token)).toBe(401);
    expectRefusal(await refresh(app, tokens.access_token), 401, 'UNAUTHORIZED');
  });

  test('lives twelve hours from its making, to the second; each use prolongs the session', async () => {
    const tokens = await app.signIn('cleo');
    app.clock.pass(12 * HOUR - 1);
    const next = await refresh(app, tokens.refresh_token);
    expect(next.status).toBe(200);
    expect((await family(sessionOf(tokens))).expires_at).toEqual(
      new Date(app.clock.now().getTime() + 12 * HOUR * 1000),
    );
    app.clock.pass(12 * HOUR);
    expectRefusal(await refresh(app, next.body.refresh_token), 401, 'UNAUTHORIZED');
  });

  test('that has run out itself is only unknown: it does not end a family that went on', async () => {
    const tokens = await app.signIn('cleo');
    app.clock.pass(6 * HOUR);
    const next = await refresh(app, tokens.refresh_token);
    app.clock.pass(6 * HOUR);
    expectRefusal(await refresh(app, tokens.refresh_token), 401, 'UNAUTHORIZED');
    expect((await refresh(app, next.body.refresh_token)).status).toBe(200);
  });

  test('does not carry a session over ninety days', async () => {
    const begun = app.clock.now().getTime();
    let { refresh_token: token } = await app.signIn('cleo');
    for (let day = 0.4; day < 90; day += 0.4) {
      app.clock.set(new Date(begun + day * 24 * HOUR * 1000).toISOString());
      const next = await refresh(app, token);
      expect(next.status).toBe(200);
      token = next.body.refresh_token;
    }
    app.clock.set(new Date(begun + 90 * 24 * HOUR * 1000 - 1000).toISOString());
    token = (await refresh(app, token)).body.refresh_token;
    app.clock.pass(1);
    expectRefusal(await refresh(app, token), 401, 'UNAUTHORIZED');
  });

  test('used by fifty tabs at once keeps one session with one successor', async () => {
    const { refresh_token: token, access_token } = await app.signIn('cleo');
    const answers = await atOnce(app, 50, () => refresh(app, token));
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
    expect(await whoAmI(app, access_token)).toBe(200);
    expect(await whoAmI(app, answers[49]?.body.access_token)).toBe(200);
    const { rows } = await app.pool.query('select 1 from refresh_token t where t.session_id = $1', [
      sessionOf(answers[0]?.body),
    ]);
    expect(rows.length).toBe(2);
    expect((await refresh(app, answers[7]?.body.refresh_token)).status).toBe(200);
  });
});

test('a session that ends while it is refreshed stays ended, and its successor is good for nothing', async () => {
  const sessions = await Promise.all(Array.from({ length: 12 }, () => app.signIn('cleo')));
  const answers = await Promise.all(
    sessions.map(async ({ refresh_token: token }) => {
      const [answer] = await Promise.all([refresh(app, token), logOut(token)]);
      return answer;
    }),
  );
  for (const [n, answer] of answers.entries()) {
    expect([200, 401]).toContain(answer.status);
    expect((await family(sessionOf(sessions[n] ?? answer.body))).ended_reason).toBe('logout');
    expectRefusal(await refresh(app, sessions[n]?.refresh_token ?? ''), 401, 'UNAUTHORIZED');
    if (answer.status === 200) expectRefusal(await refresh(app, answer.body.refresh_token), 401, 'UNAUTHORIZED');
  }
});

test('a session that ended before the successor was put there gets none, and keeps its end', async () => {
  const tokens = await app.signIn('cleo');
  await logOut(tokens.refresh_token);
  const before = await family(sessionOf(tokens));
  app.clock.pass(60);
  const rotation = {
    sessionId: before.id,
    presented: tokens.refresh_token,
    successor: 'a successor',
    sealed: Buffer.from('sealed'),
    expiresAt: new Date(app.clock.now().getTime() + HOUR * 1000),
  };
  expect(await rotateRefreshToken(app.db, rotation, app.clock.now())).toBe(false);
  expect(await family(before.id)).toEqual(before);
  const kept = await app.db
    .selectFrom('refresh_token')
    .select('token_hash')
    .where('session_id', '=', before.id)
    .execute();
  expect(kept.length).toBe(1);
});

describe('the replay window', () => {
  test('answers the same successor until the last moment', async () => {
    const { refresh_token: token } = await app.signIn('cleo');
    const first = await refresh(app, token);
    app.clock.pass(9.999);
    const again = await refresh(app, token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
    expect((await refresh(app, first.body.refresh_token)).status).toBe(200);
  });

  test('answers nothing once the session has ended', async () => {
    const { refresh_token: token } = await app.signIn('cleo');
    await refresh(app, token);
    await logOut(token);
    expectRefusal(await refresh(app, token), 401, 'UNAUTHORIZED');
  });

  test('is over at ten seconds', async () => {
    const { refresh_token: token } = await app.signIn('cleo');
    await refresh(app, token);
    app.clock.pass(10);
    expectRefusal(await refresh(app, token), 401, 'UNAUTHORIZED');
  });

  test('keeps the successor unreadable to whoever reads the database', async () => {
    const { refresh_token: token } = await app.signIn('cleo');
    const { body } = await refresh(app, token);
    const { rows } = await app.pool.query<{ successor_sealed: Buffer; token_hash: Buffer }>(
      'select successor_sealed, token_hash from refresh_token where session_id = $1 and used_at is not null',
      [sessionOf(body)],
    );
    expect(rows.length).toBe(1);
    expect(rows[0]?.successor_sealed.toString('latin1')).not.toContain(body.refresh_token);
    expect(() => app.runtime.seal.open(rows[0]?.successor_sealed ?? Buffer.alloc(0), sessionOf(body))).toThrow(
      /authenticate/,
    );
  });
});

describe('a stolen refresh token', () => {
  test('[S-266] ends its own family, no other, and says so in the audit log', async () => {
    const elsewhere = await app.signIn('cleo');
    const carls = await app.signIn('carl');
    const stolen = await app.signIn('cleo');
    const owners = (await refresh(app, stolen.refresh_token)).body as Delivered;
    app.clock.pass(11);
    const before = (await events(app, 'LOGIN_ERROR')).length;
    expectRefusal(await refresh(app, stolen.refresh_token), 401, 'UNAUTHORIZED');

    expect(await whoAmI(app, owners.access_token)).toBe(401);
    expectRefusal(await refresh(app, owners.refresh_token), 401, 'UNAUTHORIZED');
    expect(await family(sessionOf(stolen))).toMatchObject({ ended_reason: 'reuse', ended_at: app.clock.now() });
    expect(await whoAmI(app, elsewhere.access_token)).toBe(200);
    expect((await refresh(app, elsewhere.refresh_token)).status).toBe(200);
    expect((await refresh(app, carls.refresh_token)).status).toBe(200);

    const logged = await events(app, 'LOGIN_ERROR');
    expect(logged.length).toBe(before + 1);
    expect(logged.at(-1)).toMatchObject({
      result: 'failure',
      resource_type: 'SESSION',
      resource_id: sessionOf(stolen),
      resource_name: 'cleo',
      account_id: app.accountIds.get('nordmark-lb'),
      ip: '127.0.0.1',
      message: 'TOKEN_REUSED',
      after: { ended: true, reason: 'reuse' },
    });
    expect(JSON.stringify(logged)).not.toContain(stolen.refresh_token);
  });

  test('presented by many at once after the window ends the family once', async () => {
    const stolen = await app.signIn('cleo');
    await refresh(app, stolen.refresh_token);
    app.clock.pass(10);
    const before = (await events(app, 'LOGIN_ERROR')).length;
    const answers = await atOnce(app, 10, () => refresh(app, stolen.refresh_token));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(401));
    expect((await events(app, 'LOGIN_ERROR')).length).toBe(before + 1);
  });
});

describe('a person who may no longer', () => {
  test('be in: disabled in the middle of a session', async () => {
    const tokens = await app.signIn('carl');
    await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'carl').execute();
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    expectRefusal(await refresh(app, tokens.refresh_token), 401, 'UNAUTHORIZED');
    await app.db.updateTable('app_user').set({ active: true }).where('user_name', '=', 'carl').execute();
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
  });

  test('be in: deleted in the middle of a session', async () => {
    const tokens = await app.signIn('carl');
    await app.db.updateTable('app_user').set({ deleted_at: app.clock.now() }).where('user_name', '=', 'carl').execute();
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    expectRefusal(await refresh(app, tokens.refresh_token), 401, 'UNAUTHORIZED');
    await app.db.updateTable('app_user').set({ deleted_at: null }).where('user_name', '=', 'carl').execute();
  });

  test('be in: the account’s period ends in the middle of a session, which goes on where it is extended', async () => {
    const tokens = await app.signIn('carl');
    await app.db
      .updateTable('account')
      .set({ service_to: app.clock.now().toISOString().slice(0, 10) })
      .where('friendly_identifier', '=', 'orsini-custody')
      .execute();
    expect(await whoAmI(app, tokens.access_token)).toBe(200);
    await app.db
      .updateTable('account')
      .set({ service_to: new Date(app.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10) })
      .where('friendly_identifier', '=', 'orsini-custody')
      .execute();
    expect(await whoAmI(app, tokens.access_token)).toBe(403);
    expectRefusal(await refresh(app, tokens.refresh_token), 403, 'ACCOUNT_EXPIRED');
    await app.db
      .updateTable('account')
      .set({ service_to: '2030-12-31' })
      .where('friendly_identifier', '=', 'orsini-custody')
      .execute();
    expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
  });
});

describe('logout', () => {
  test('[S-143] ends the session at once, and is logged with its actor', async () => {
    const tokens = await app.signIn('cleo');
    const other = await app.signIn('cleo');
    const answer = await logOut(tokens.refresh_token);
    expect([answer.status, answer.body.return_url]).toEqual([200, 'http://localhost:8080/imauth/api/v1/logout']);
    expect(await whoAmI(app, tokens.access_token)).toBe(401);
    expectRefusal(await refresh(app, tokens.refresh_token), 401, 'UNAUTHORIZED');
    expect(await whoAmI(app, other.access_token)).toBe(200);
    expect(await family(sessionOf(tokens))).toMatchObject({ ended_reason: 'logout' });
    const id = app.userIds.get('cleo');
    expect((await events(app, 'LOGOUT')).at(-1)).toMatchObject({
      result: 'success',
      resource_id: id,
      actor_id: id,
      actor_name: 'Cleo Marchetti',
      after: { session_id: sessionOf(tokens) },
    });
  });

  test('works with a token whose successor is in use already', async () => {
    const tokens = await app.signIn('cleo');
    const next = (await refresh(app, tokens.refresh_token)).body as Delivered;
    app.clock.pass(30);
    expect((await logOut(tokens.refresh_token)).status).toBe(200);
    expect(await whoAmI(app, next.access_token)).toBe(401);
  });

  test('with an unknown or ended token is no error and no event', async () => {
    const tokens = await app.signIn('cleo');
    await logOut(tokens.refresh_token);
    const before = (await events(app, 'LOGOUT')).length;
    expect((await logOut(tokens.refresh_token)).status).toBe(200);
    expect((await logOut('never issued')).status).toBe(200);
    expect((await events(app, 'LOGOUT')).length).toBe(before);
    expectRefusal(await app.request('POST', LOGOUT, {}), 400, 'REQUIRED');
  });
});
