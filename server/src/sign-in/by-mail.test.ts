import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/app.ts';
import { insertDomain } from '../testing/email-domain.ts';
import { meanwhile } from '../testing/meanwhile.ts';
import { makeCode } from './codes/code-store.ts';
import { inviteUser } from './invitation.ts';
import {
  atOnce,
  events,
  expectRefusal,
  guess,
  linkIn,
  logIn,
  mails,
  NEW_PASSWORD,
  refresh,
  statuses,
  whoAmI,
} from '../testing/sign-in.ts';

const FORGOT = '/account/ui-api/v1/auth/forgot-password';
const RESET = '/account/ui-api/v1/auth/reset-password';
const CLEO = 'cleo@nordmark-lb.example';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.pass(7200));

async function forgot(userName: string, locale = 'en_US') {
  const answer = await app.request('POST', FORGOT, { user_name: userName, locale });
  await app.sendResets();
  return answer;
}
const reset = (userId: string, code: string, password = NEW_PASSWORD, repeatedPassword = password) =>
  app.request('POST', RESET, { user_id: userId, code, password, repeatedPassword });
const check = (userId: string, code: string, purpose: 'reset' | 'verify') =>
  app.request('POST', '/account/ui-api/v1/auth/check-code', { user_id: userId, code, purpose });
const resetLink = async () => linkIn((await mails(app, CLEO, 'password-reset')).at(-1)?.text ?? '');
/** Cleo's password as it was, so that each test begins the same. */
async function restore(): Promise<void> {
  const { password_hash } = await app.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('user_name', '=', 'carl')
    .executeTakeFirstOrThrow();
  await app.db.updateTable('app_user').set({ password_hash }).where('user_name', '=', 'cleo').execute();
}

describe('a forgotten password', () => {
  test('of a known person brings a mail in the chosen language, and an event', async () => {
    const answer = await forgot('CLEO', 'de_DE');
    expect(answer.status).toBe(204);
    expect(answer.body).toBe('');
    const [mail] = await mails(app, CLEO, 'password-reset');
    expect(mail).toMatchObject({ status: 'held', locale: 'de_DE', user_id: app.userIds.get('cleo') });
    expect(mail?.text).toContain('Cleo Marchetti');
    const link = linkIn(mail?.text ?? '');
    expect(link.url).toMatch(
      new RegExp(`^http://localhost:8080/account/reset-password/${app.userIds.get('cleo')}/[\\w-]{43}$`),
    );
    expect((await events(app, 'SEND_RESET_PASSWORD')).at(-1)).toMatchObject({
      result: 'success',
      resource_name: 'cleo',
      actor_id: null,
      actor_via: 'none',
    });
    const { rows } = await app.pool.query<{ all: string }>(
      `select string_agg(t::text, '') as all from (
         select row_to_json(c)::text as t from user_code c union all select row_to_json(m)::text from mail m
         union all select row_to_json(a)::text from audit_event a) x`,
    );
    expect(rows[0]?.all).not.toContain(link.code);
  });

  test('of nobody, a service user, a disabled or unverified person is answered alike, no mail, no event', async () => {
    const mailsBefore = (await app.db.selectFrom('mail').select('id').execute()).length;
    const eventsBefore = (await events(app, 'SEND_RESET_PASSWORD')).length;
    await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'carl').execute();
    await app.db.updateTable('app_user').set({ verified_at: null }).where('user_name', '=', 'emil').execute();
    for (const name of ['nobody', 'dora', 'carl', 'emil'])
      expect(await forgot(name)).toMatchObject({ status: 204, body: '' });
    await app.db
      .updateTable('app_user')
      .set({ active: true, verified_at: app.clock.now() })
      .where('user_name', 'in', ['carl', 'emil'])
      .execute();
    expect((await app.db.selectFrom('mail').select('id').execute()).length).toBe(mailsBefore);
    expect((await events(app, 'SEND_RESET_PASSWORD')).length).toBe(eventsBefore);
  });

  test('costs the same whoever is named: a job looks up after the answer whose name it was', async () => {
    const traces = async () => {
      const { rows } = await app.pool.query<{ jobs: number; codes: number; mails: number; events: number }>(
        `select (select count(*)::int from graphile_worker.jobs where task_identifier = 'password.reset') as jobs,
           (select count(*)::int from user_code) as codes, (select count(*)::int from mail) as mails,
           (select count(*)::int from audit_event) as events`,
      );
      return rows[0] ?? { jobs: 0, codes: 0, mails: 0, events: 0 };
    };
    for (const name of ['cleo', 'nobody']) {
      const before = await traces();
      const headers = { 'x-correlation-id': `forgotten-by-${name}` };
      expect(await app.request('POST', FORGOT, { user_name: name, locale: 'en_US' }, headers)).toMatchObject({
        status: 204,
        body: '',
      });
      expect(await traces()).toEqual({ ...before, jobs: before.jobs + 1 });
      const { rows } = await app.pool.query<{ all: string }>(
        `select string_agg(row_to_json(j)::text, '') as all from graphile_worker._private_jobs j`,
      );
      expect(rows[0]?.all).not.toContain(name);
      await app.sendResets();
      const sent = name === 'cleo' ? 1 : 0;
      // The runner takes its job off the list a moment after it has answered.
      await expect.poll(traces).toMatchObject({ jobs: before.jobs, mails: before.mails + sent });
    }
    expect((await events(app, 'SEND_RESET_PASSWORD')).at(-1)).toMatchObject({
      resource_name: 'cleo',
      correlation_id: 'forgotten-by-cleo',
      ip: '127.0.0.1',
    });
  });

  test('does not fill a mailbox: five mails an hour', async () => {
    const before = (await mails(app, CLEO, 'password-reset')).length;
    for (let attempt = 0; attempt < 7; attempt += 1) expect((await forgot('cleo')).status).toBe(204);
    expect((await mails(app, CLEO, 'password-reset')).length).toBe(before + 5);
    app.clock.pass(3600);
    await forgot('cleo');
    expect((await mails(app, CLEO, 'password-reset')).length).toBe(before + 6);
  });

  test('can be asked for ten times a minute from one address', async () => {
    app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / 60_000) * 60_000).toISOString());
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await forgot('nobody')).status).toBe(204);
    const answer = await forgot('cleo');
    expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    expect(answer.headers['retry-after']).toBe('60');
  });

  test('asked for twice at once leaves one link that works, and goes to no address that was left', async () => {
    const cleo = app.userIds.get('cleo');
    for (let times = 0; times < 2; times += 1)
      await app.request('POST', FORGOT, { user_name: 'cleo', locale: 'en_US' });
    const before = (await mails(app, CLEO, 'password-reset')).length;
    const both = () => Promise.all([app.sendResets(), app.sendResets()]);
    // Both have come as far as they can.
    await meanwhile(app, [sql`select from app_user where id = ${cleo} for update`], both, [sql`select pg_sleep(0.3)`]);
    const links = (await mails(app, CLEO, 'password-reset')).slice(before).map(({ text }) => linkIn(text).code);
    const checked = await Promise.all(links.map((code) => check(cleo ?? '', code, 'reset')));
    expect(statuses(checked)).toEqual([200, 410]);

    const elsewhere = 'cleo@nordmark.example';
    const move = (to: string) => sql`update app_user set email = ${to} where id = ${cleo}`;
    await meanwhile(app, [move(elsewhere)], () => forgot('cleo'));
    await move(CLEO).execute(app.db);
    expect(await mails(app, elsewhere, 'password-reset')).toHaveLength(1);
    expect(await mails(app, CLEO, 'password-reset')).toHaveLength(before + 2);
  });
});

describe('the link of the mail', () => {
  test('sets the new password, ends every session, lifts the lock, tells the person and the audit log', async () => {
    const [one, two, carls] = [await app.signIn('cleo'), await app.signIn('cleo'), await app.signIn('carl')];
    await guess(app, 'cleo', 10);
    expectRefusal(await logIn(app, 'cleo'), 423, 'USER_LOCKED');
    await forgot('cleo');
    const { userId, code } = await resetLink();
    expect(await reset(userId, code)).toMatchObject({ status: 204, body: '' });

    for (const tokens of [one, two]) {
      expect(await whoAmI(app, tokens.access_token)).toBe(401);
      expectRefusal(await refresh(app, tokens.refresh_token), 401, 'UNAUTHORIZED');
    }
    expect(await whoAmI(app, carls.access_token)).toBe(200);
    expectRefusal(await logIn(app, 'cleo', PASSWORD), 401, 'INVALID_CREDENTIALS');
    expect((await logIn(app, 'cleo', NEW_PASSWORD)).status).toBe(200);
    expect((await mails(app, CLEO, 'password-changed')).at(-1)?.text).toContain('cleo');
    expect((await events(app, 'UPDATE_PASSWORD')).at(-1)).toMatchObject({
      result: 'success',
      resource_id: userId,
      actor_id: userId,
      after: { sessions_ended: 2 },
    });
    const ended = await app.db
      .selectFrom('session')
      .select('ended_reason')
      .where('user_id', '=', userId)
      .where('ended_at', 'is not', null)
      .execute();
    expect(ended.map((row) => row.ended_reason)).toEqual(['password', 'password']);
    await restore();
  });

  test('works once; asking whether it works spends nothing and tells the end of it', async () => {
    await forgot('cleo');
    const { userId, code } = await resetLink();
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await check(userId, code, 'reset')).toMatchObject({ status: 200, body: { activation: null } });
    expectRefusal(await check(userId, code, 'verify'), 410, 'CODE_INVALID');
    expectRefusal(await check(app.userIds.get('carl') ?? '', code, 'reset'), 410, 'CODE_INVALID');
    expect((await reset(userId, code)).status).toBe(204);
    expectRefusal(await check(userId, code, 'reset'), 410, 'CODE_INVALID');
    expectRefusal(await reset(userId, code, 'Third-staple-9-Battery'), 410, 'CODE_INVALID');
    expect((await events(app, 'UPDATE_PASSWORD')).at(-1)).toMatchObject({
      result: 'failure',
      resource_id: userId,
      actor_id: null,
      message: 'CODE_INVALID',
    });
    await restore();
  });

  test('works for one hour, to the second, and until a newer one', async () => {
    await forgot('cleo');
    const old = await resetLink();
    app.clock.pass(3600);
    expectRefusal(await check(old.userId, old.code, 'reset'), 410, 'CODE_INVALID');
    expectRefusal(await reset(old.userId, old.code), 410, 'CODE_INVALID');
    await forgot('cleo');
    const older = await resetLink();
    await forgot('cleo');
    const newest = await resetLink();
    expectRefusal(await reset(older.userId, older.code), 410, 'CODE_INVALID');
    app.clock.pass(3599);
    expect((await reset(newest.userId, newest.code)).status).toBe(204);
    await restore();
  });

  test('is for its own user and its own purpose', async () => {
    await forgot('cleo');
    const { userId, code } = await resetLink();
    expectRefusal(await reset(app.userIds.get('carl') ?? '', code), 410, 'CODE_INVALID');
    expectRefusal(await reset(newId(), code), 410, 'CODE_INVALID');
    const other = await makeCode(app.db, { userId, purpose: 'idp', ttlSeconds: 60, now: app.clock.now() });
    expectRefusal(await reset(userId, other), 410, 'CODE_INVALID');
    expect((await logIn(app, 'carl')).status).toBe(200);
    expect((await reset(userId, code)).status).toBe(204);
    await restore();
  });

  test('[S-186 S-187 S-189] takes no password that breaks the rules or is the current one; stays good', async () => {
    await forgot('cleo');
    const { userId, code } = await resetLink();
    const refusals: [string, string, string, string][] = [
      ['Short-7-Aa', 'Short-7-Aa', 'password', 'INVALID_PASSWORD_LENGTH'],
      [`Aa1!${'a'.repeat(252)}`, `Aa1!${'a'.repeat(252)}`, 'password', 'INVALID_PASSWORD_MAX_LENGTH'],
      ['no-upper-case-7', 'no-upper-case-7', 'password', 'INVALID_PASSWORD'],
      [NEW_PASSWORD, `${NEW_PASSWORD}x`, 'repeatedPassword', 'PASSWORD_MISMATCH'],
      [NEW_PASSWORD, '', 'repeatedPassword', 'REQUIRED'],
      [PASSWORD, PASSWORD, 'password', 'PASSWORD_REUSED'],
      ['Password-2026', 'Password-2026', 'password', 'PASSWORD_COMMON'],
      ['Cleo-Marchetti-1', 'Cleo-Marchetti-1', 'password', 'PASSWORD_OF_NAMES'],
    ];
    for (const [password, repeated, field, status] of refusals) {
      const answer = await reset(userId, code, password, repeated);
      expect({ status: answer.status, field: answer.body.error.fields[field]?.status }).toEqual({
        status: 400,
        field: status,
      });
    }
    expect((await reset(userId, code)).status).toBe(204);
    await restore();
  });

  test('is won by one of two requests at once', async () => {
    await forgot('cleo');
    const { userId, code } = await resetLink();
    const answers = await atOnce(app, 2, (index) => reset(userId, code, `Staple-${index}-of-Battery`));
    expect(statuses(answers)).toEqual([204, 410]);
    await restore();
  });

  test('does not open the door of somebody who was disabled meanwhile', async () => {
    await forgot('cleo');
    const { userId, code } = await resetLink();
    await app.db.updateTable('app_user').set({ active: false }).where('id', '=', userId).execute();
    expectRefusal(await check(userId, code, 'reset'), 410, 'CODE_INVALID');
    expectRefusal(await reset(userId, code), 410, 'CODE_INVALID');
    await app.db.updateTable('app_user').set({ active: true }).where('id', '=', userId).execute();
    expect((await logIn(app, 'cleo')).status).toBe(200);
  });
});

describe('an invitation', () => {
  const verify = (userId: string, code: string, login: string, password = NEW_PASSWORD, more: object = {}) =>
    app.request('POST', `/account/ui-api/v1/user/${userId}/verify`, {
      verification_code: code,
      login,
      password,
      ...more,
    });
  const verified = async (id: string): Promise<boolean> =>
    (await app.db.selectFrom('app_user').select('verified_at').where('id', '=', id).executeTakeFirstOrThrow())
      .verified_at !== null;

  /** A person as an administrator makes one: no password, not verified. */
  async function invited(): Promise<{ id: string; code: string; email: string }> {
    const id = newId();
    const account = app.accountIds.get('nordmark-lb') ?? '';
    const email = `${id}@nordmark-lb.example`;
    const now = app.clock.now();
    await app.db
      .insertInto('app_user')
      .values({
        id,
        user_name: email,
        email,
        first_name: 'Erik',
        last_name: 'Haugen',
        access_scope: 'account',
        primary_account_id: account,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await app.db.insertInto('user_account').values({ user_id: id, account_id: account }).execute();
    const code = await invite(id, email);
    return { id, code, email };
  }
  async function invite(id: string, email: string): Promise<string> {
    await app.db
      .transaction()
      .execute((tx) =>
        inviteUser(tx, app.runtime, { id, user_name: email, email, locale: 'en_US', name: 'Erik Haugen' }),
      );
    return linkIn((await mails(app, email, 'invitation')).at(-1)?.text ?? '').code;
  }

  test('[S-026] sets user name and password without a token; the callback signs in, later the password', async () => {
    const { id, code, email } = await invited();
    const [mail] = await mails(app, email, 'invitation');
    expect(linkIn(mail?.text ?? '').url).toBe(`http://localhost:8080/account/verify/${id}/${code}`);
    expectRefusal(await logIn(app, email, NEW_PASSWORD), 401, 'INVALID_CREDENTIALS');

    const answer = await verify(id, code, 'Erik.H');
    expect(answer.status).toBe(201);
    const query = answer.body.return_url.split('?')[1];
    const tokens = await app.request('GET', `/imauth/api/v1/callback/oauth?${query}`);
    expect(await whoAmI(app, tokens.body.access_token)).toBe(200);
    expect((await logIn(app, 'erik.h', NEW_PASSWORD)).status).toBe(200);
    const event = (await events(app, 'UPDATE')).at(-1);
    expect(event).toMatchObject({
      result: 'success',
      resource_id: id,
      resource_name: 'Erik.H',
      actor_id: id,
      before: { user_name: email, verified: false },
      after: { user_name: 'Erik.H', verified: true },
    });
    expect(JSON.stringify(event)).not.toContain(NEW_PASSWORD);
  });

  test('[S-027] with a wrong, used, expired, replaced or foreign code is refused; nobody is verified', async () => {
    const person = await invited();
    expectRefusal(await verify(person.id, 'never issued', 'erik.1'), 410, 'CODE_INVALID');
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      result: 'failure',
      resource_id: person.id,
      message: 'CODE_INVALID',
    });
    const other = await invited();
    expectRefusal(await verify(person.id, other.code, 'erik.1'), 410, 'CODE_INVALID');
    const newer = await invite(person.id, person.email);
    expectRefusal(await verify(person.id, person.code, 'erik.1'), 410, 'CODE_INVALID');
    app.clock.pass(72 * 3600);
    expectRefusal(await verify(person.id, newer, 'erik.1'), 410, 'CODE_INVALID');
    expect(await verified(person.id)).toBe(false);
    expectRefusal(await logIn(app, 'erik.1', NEW_PASSWORD), 401, 'INVALID_CREDENTIALS');

    const last = await invite(person.id, person.email);
    app.clock.pass(72 * 3600 - 1);
    expect(await check(person.id, last, 'verify')).toMatchObject({ status: 200, body: { activation: null } });
    const version = async () =>
      (await app.db.selectFrom('app_user').select('version').where('id', '=', person.id).executeTakeFirstOrThrow())
        .version;
    const before = await version();
    expect((await verify(person.id, last, 'erik.1')).status).toBe(201);
    // A form that an administrator has open would save the proposed user name over the chosen one.
    expect(await version()).toBe(before + 1);
    expectRefusal(await check(person.id, last, 'verify'), 410, 'CODE_INVALID');
    expectRefusal(await verify(person.id, last, 'erik.1'), 410, 'CODE_INVALID');
  });

  test('[S-026] keeps the password rule and refuses a fourth key', async () => {
    const { id, code } = await invited();
    expectRefusal(await verify(id, code, 'erik.2', 'weak'), 400, 'INVALID_PASSWORD_LENGTH');
    expectRefusal(await verify(id, code, 'erik.2', 'Qwertyuiop-12'), 400, 'PASSWORD_COMMON');
    expectRefusal(await verify(id, code, 'northstar', 'Northstar-2026'), 400, 'PASSWORD_OF_NAMES');
    expectRefusal(await verify(id, code, '', NEW_PASSWORD), 400, 'REQUIRED_USER_NAME');
    expectRefusal(await verify(id, code, 'erik 2', NEW_PASSWORD), 400, 'INVALID_USER_NAME');
    expectRefusal(await verify(id, code, 'erik.2', NEW_PASSWORD, { access_scope: 'system' }), 400, 'UNKNOWN_FIELD');
    expectRefusal(await verify('not-an-id', code, 'erik.2'), 400, 'INVALID_INPUT');
    expect(await verified(id)).toBe(false);
    expect((await verify(id, code, 'erik.2')).status).toBe(201);
  });

  test('refuses a name that is taken, under its field, and keeps the code good', async () => {
    const { id, code } = await invited();
    const answer = await verify(id, code, 'CLEO');
    expectRefusal(answer, 409, 'USERNAME_EXISTS');
    expect(answer.body.error.fields.login.status).toBe('USERNAME_EXISTS');
    expect(await verified(id)).toBe(false);
    expect((await verify(id, code, 'erik.3')).status).toBe(201);
  });

  test('refuses an address of another account’s verified domain, and keeps the code good', async () => {
    const { id, code, email } = await invited();
    await insertDomain(app, 'orsini-custody', 'orsini.example');
    const answer = await verify(id, code, 'erik@orsini.example');
    expectRefusal(answer, 400, 'DOMAIN_LEADS_ELSEWHERE');
    expect(answer.body.error.fields.login.status).toBe('DOMAIN_LEADS_ELSEWHERE');
    expect(await verified(id)).toBe(false);
    // The name that was given stays good, whosever its domain has become.
    await insertDomain(app, 'orsini-custody', 'nordmark-lb.example');
    expect((await verify(id, code, email)).status).toBe(201);
  });

  test('can not be used to take over somebody who is verified', async () => {
    const id = app.userIds.get('carl') ?? '';
    const code = await makeCode(app.db, { userId: id, purpose: 'verify', ttlSeconds: 60, now: app.clock.now() });
    expectRefusal(await check(id, code, 'verify'), 410, 'CODE_INVALID');
    expectRefusal(await verify(id, code, 'mine.now'), 410, 'CODE_INVALID');
    expect((await logIn(app, 'carl')).status).toBe(200);
  });

  test('is answered with the account held first, as whoever deletes that takes account and person', async () => {
    const { id, code } = await invited();
    const account = sql`select from account where id = ${app.accountIds.get('nordmark-lb')} for update`;
    const answered = await meanwhile(app, [account], () => verify(id, code, `erik.${id.slice(-12)}`), [
      sql`select from app_user where id = ${id} for no key update nowait`,
    ]);
    expect(answered.status).toBe(201);
  });
});
