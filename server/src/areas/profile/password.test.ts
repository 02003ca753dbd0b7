import { describe, expect, test } from 'vitest';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { PASSWORD, type Name, type TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';

const NEW = 'Another-horse-8-battery';
const LOGIN = '/account/ui-api/v1/auth/login';

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), { signedIn: ['cleo'] });

const idOf = (person: Name): string => app.userIds.get(person) ?? '';
const change = (person: Name, current: string, password = NEW, repeatedPassword = password, of: Name = person) =>
  app.call(person, 'PUT', `/account/ui-api/v1/user/${idOf(of)}/password`, {
    current_password: current,
    password,
    repeatedPassword,
  });
const signIn = async (person: Name, password: string) => app.request('POST', LOGIN, { user_name: person, password });
const hashOf = async (person: Name) =>
  (await app.db.selectFrom('app_user').select('password_hash').where('id', '=', idOf(person)).executeTakeFirstOrThrow())
    .password_hash;
const events = () =>
  app.db
    .selectFrom('audit_event')
    .selectAll()
    .where('resource_id', '=', idOf('cleo'))
    .where('action', '=', 'UPDATE_PASSWORD')
    .orderBy('id')
    .execute();

test('a new password takes the place of the old one', async () => {
  expect((await change('cleo', PASSWORD)).status).toBe(204);
  expect((await signIn('cleo', PASSWORD)).status).toBe(401);
  expect((await signIn('cleo', NEW)).status).toBe(200);
});

test('every other session of the person ends at once; this one and those of others stay', async () => {
  const elsewhere = await app.signIn('cleo');
  const carl = await app.signIn('carl');
  const me = async (token: string) =>
    (await app.request('GET', '/account/api/v1/user/me', undefined, { authorization: `Bearer ${token}` })).status;
  expect([await me(elsewhere.access_token), await me(carl.access_token)]).toEqual([200, 200]);
  expect((await change('cleo', PASSWORD)).status).toBe(204);
  expect([await me(elsewhere.access_token), await me(carl.access_token)]).toEqual([401, 200]);
  expect((await app.request('POST', '/imauth/api/v1/refresh', { refresh_token: elsewhere.refresh_token })).status).toBe(
    401,
  );
  expect((await app.call('cleo', 'GET', '/account/api/v1/user/me')).status).toBe(200);
});

test('is in the audit log without either password, and told by mail', async () => {
  await app.signIn('cleo');
  await change('cleo', PASSWORD);
  const [event] = await events();
  expect(event).toMatchObject({
    result: 'success',
    actor_id: idOf('cleo'),
    resource_name: 'cleo',
    after: { sessions_ended: 1 },
  });
  const [mail, ...more] = await app.db.selectFrom('mail').selectAll().execute();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: 'cleo@nordmark-lb.example',
    kind: 'password-changed',
    user_id: idOf('cleo'),
    status: 'held',
    subject: 'Your Signet password was changed',
  });
  const text = app.runtime.seal.open(mail?.body_sealed ?? Buffer.alloc(0), `mail:${mail?.id}`).toString('utf8');
  expect(text).toContain('Hello Cleo Marchetti,');
  for (const secret of [PASSWORD, NEW, 'argon2']) expect(JSON.stringify(event) + text).not.toContain(secret);
});

describe('is refused, and the old password stays:', () => {
  test.each<[why: string, current: string, next: string, repeated: string, field: string, status: string]>([
    ['a wrong current password', 'Wrong-horse-7-battery', NEW, NEW, 'current_password', 'PASSWORD_WRONG'],
    ['the current one again', PASSWORD, PASSWORD, PASSWORD, 'password', 'PASSWORD_REUSED'],
    ['[S-186] one of 11 characters', PASSWORD, 'Correct-h7!', 'Correct-h7!', 'password', 'INVALID_PASSWORD_LENGTH'],
    [
      '[S-187] one without a digit',
      PASSWORD,
      'Another-horse-battery',
      'Another-horse-battery',
      'password',
      'INVALID_PASSWORD',
    ],
    ['[S-189] another repetition', PASSWORD, NEW, `${NEW}!`, 'repeatedPassword', 'PASSWORD_MISMATCH'],
    ['a common one', PASSWORD, 'P@ssw0rd-2026', 'P@ssw0rd-2026', 'password', 'PASSWORD_COMMON'],
    ['the own name', PASSWORD, 'Marchetti#2026', 'Marchetti#2026', 'password', 'PASSWORD_OF_NAMES'],
    ['no current one', '', NEW, NEW, 'current_password', 'REQUIRED'],
  ])('%s', async (_why, current, next, repeated, field, status) => {
    const before = await hashOf('cleo');
    const answer = await change('cleo', current, next, repeated);
    expect([answer.status, answer.body.error.fields[field]?.status]).toEqual([400, status]);
    expect(await hashOf('cleo')).toBe(before);
  });

  test.each<Name>(['carl', 'ben', 'ada'])("somebody else's, by %s", async (person) => {
    const before = await hashOf('cleo');
    expect((await change(person, PASSWORD, NEW, NEW, 'cleo')).status).toBe(404);
    expect(await hashOf('cleo')).toBe(before);
    expect(await app.db.selectFrom('login_failure').select('id').execute()).toEqual([]);
  });
});

describe('guessing the current password', () => {
  const WRONG = 'Wrong-horse-7-battery';

  test('is counted with the guesses at the sign-in, and locks both', async () => {
    await app.call('cleo', 'GET', '/account/api/v1/user/me');
    for (let guess = 0; guess < LIMITS.loginFailuresMax / 2; guess += 1) {
      expect((await signIn('cleo', WRONG)).status).toBe(401);
      expect((await change('cleo', WRONG)).body.error.status).toBe('PASSWORD_WRONG');
    }
    const locked = await change('cleo', PASSWORD);
    expect([locked.status, locked.body.error.status, locked.body.error.params]).toEqual([
      423,
      'USER_LOCKED',
      { minutes: LIMITS.lockMinutes },
    ]);
    expect((await signIn('cleo', PASSWORD)).body.error.status).toBe('USER_LOCKED');
    app.clock.pass(LIMITS.lockMinutes * 60);
    app.forget('cleo');
    expect((await change('cleo', PASSWORD)).status).toBe(204);
  });

  test(
    'is counted although it is refused, also many at once',
    alone(async () => {
      await app.call('cleo', 'GET', '/account/api/v1/user/me');
      const answers = await Promise.all(Array.from({ length: 14 }, () => change('cleo', WRONG)));
      const statuses = answers.map((answer) => answer.body.error.status);
      expect(statuses.filter((status) => status === 'PASSWORD_WRONG')).toHaveLength(10);
      expect(statuses.filter((status) => status === 'USER_LOCKED')).toHaveLength(4);
    }),
  );

  test('is in the audit log', async () => {
    await change('cleo', WRONG);
    expect((await events()).map(({ result, message, actor_id }) => [result, message, actor_id])).toEqual([
      ['failure', 'PASSWORD_WRONG', idOf('cleo')],
    ]);
  });

  test('that locks is in the audit log as the lock of the sign-in is', async () => {
    const locks = () =>
      app.db.selectFrom('audit_event').selectAll().where('message', '=', 'USER_LOCKED').orderBy('id').execute();
    await app.call('cleo', 'GET', '/account/api/v1/user/me');
    for (let guess = 1; guess < LIMITS.loginFailuresMax; guess += 1) await change('cleo', WRONG);
    expect(await locks()).toEqual([]);
    await change('cleo', WRONG);
    const lock = {
      action: 'UPDATE',
      resource_type: 'USER',
      result: 'success',
      resource_id: idOf('cleo'),
      resource_name: 'cleo',
      account_id: app.accountIds.get('nordmark-lb'),
      actor_id: idOf('cleo'),
    };
    const until = storedDateTime(new Date(app.clock.now().getTime() + LIMITS.lockMinutes * 60_000));
    expect(await locks()).toMatchObject([{ ...lock, after: { locked_until: until } }]);
    await change('cleo', PASSWORD);
    expect((await locks()).map(({ action, result }) => [action, result])).toEqual([
      ['UPDATE', 'success'],
      ['UPDATE_PASSWORD', 'failure'],
    ]);
  });

  test('ends in a new count once the right one was given', async () => {
    for (let guess = 1; guess < LIMITS.loginFailuresMax; guess += 1) await change('cleo', WRONG);
    expect((await change('cleo', PASSWORD)).status).toBe(204);
    expect((await change('cleo', WRONG)).body.error.status).toBe('PASSWORD_WRONG');
    expect((await signIn('cleo', NEW)).status).toBe(200);
  });
});

test('who has no password that signs them in is told so, and no try is counted', async () => {
  const profile = async () => (await app.call('cleo', 'GET', '/account/api/v1/user/me')).body;
  const tries = async () => {
    for (let tried = 0; tried < LIMITS.loginFailuresMax; tried += 1) {
      const { status, body } = await change('cleo', PASSWORD);
      expect([status, body.error.status]).toEqual([409, 'NO_PASSWORD']);
    }
  };
  const account = app.accountIds.get('nordmark-lb') ?? '';
  const allow = (standard_sign_in: boolean) =>
    app.db
      .updateTable('account')
      .set({ standard_sign_in, certificate_sign_in: !standard_sign_in })
      .where('id', '=', account)
      .execute();
  expect((await profile()).has_password).toBe(true);
  await allow(false);
  expect((await profile()).has_password).toBe(false);
  await tries();
  await allow(true);
  app.clock.pass(61);
  const password_hash = await hashOf('cleo');
  const keep = (hash: string | null) =>
    app.db.updateTable('app_user').set({ password_hash: hash }).where('id', '=', idOf('cleo')).execute();
  await keep(null);
  expect((await profile()).has_password).toBe(false);
  await tries();
  await keep(password_hash);
  expect((await signIn('cleo', PASSWORD)).status).toBe(200);
});
