import { storedDateTime } from '@signet/contract/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPasswords } from '../../sign-in/passwords/hashing.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import {
  as,
  atOnce,
  events,
  expectRefusal,
  guess,
  logIn,
  LOGIN,
  ME,
  newState,
  statuses,
  verifyName,
  whoAmI,
} from '../../testing/sign-in.ts';

const AUTO_LOGIN = '/imauth/api/v1/auto-login';
const FORGOT = '/account/ui-api/v1/auth/forgot-password';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true, passwords: openPasswords(2) });
});
afterAll(() => app.close());
// Past every counting window, and past the lock of the test before.
beforeEach(() => app.clock.pass(1800));

const setUser = (
  person: Name,
  values: { active?: boolean; verified_at?: Date | null; password_hash?: string | null },
) => app.db.updateTable('app_user').set(values).where('user_name', '=', person).execute();
const setAccount = (identifier: string, values: { active?: boolean; service_to?: string | null }) =>
  app.db.updateTable('account').set(values).where('friendly_identifier', '=', identifier).execute();
const setSetting = (name: string, value: unknown) => {
  const row = { value: JSON.stringify(value), updated_at: app.clock.now() };
  return app.db
    .insertInto('platform_setting')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
};
const clearSetting = (name: string) => app.db.deleteFrom('platform_setting').where('name', '=', name).execute();
const sessions = async (): Promise<number> => (await app.db.selectFrom('session').select('id').execute()).length;

describe('the user name', () => {
  test('[S-018 S-146 S-267] of a known person opens a transaction of ten minutes, asks for the password', async () => {
    const state = newState();
    const answer = await verifyName(app, 'cleo', state);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      state,
      next: 'password',
      certificate_url: null,
      saml_url: null,
      oidc_url: null,
      methods: ['standard'],
      expires_at: new Date(app.clock.now().getTime() + 600_000).toISOString().slice(0, 19).replace('T', ' '),
    });
  });

  test('[S-019] is remembered with the chosen language; the state is kept as a hash only', async () => {
    const state = newState();
    await verifyName(app, 'Cleo', state, 'fr_FR');
    const rows = await app.db.selectFrom('login_transaction').selectAll().execute();
    expect(rows.at(-1)).toMatchObject({ user_name: 'Cleo', locale: 'fr_FR' });
    expect(rows.filter((row) => row.state_hash.toString('utf8').includes(state))).toEqual([]);
  });

  test('[S-147] of nobody answers username_not_found', async () =>
    expectRefusal(await verifyName(app, 'nobody'), 404, 'username_not_found'));

  test('[S-147] of a disabled person is known, and answered as that of any other', async () => {
    const state = newState();
    const before = await verifyName(app, 'carl', state);
    await setUser('carl', { active: false });
    const answer = await verifyName(app, 'carl', state);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before.body);
    expectRefusal(await logIn(app, 'carl', 'Wrong-horse-7-battery', state), 401, 'INVALID_CREDENTIALS');
    expectRefusal(await logIn(app, 'carl', undefined, state), 403, 'USER_DISABLED');
    await setUser('carl', { active: true });
  });

  test('of a service user and an unverified person is one of nobody', async () => {
    expectRefusal(await verifyName(app, 'dora'), 404, 'username_not_found');
    await setUser('carl', { verified_at: null });
    expectRefusal(await verifyName(app, 'carl'), 404, 'username_not_found');
    await setUser('carl', { verified_at: app.clock.now() });
    expect((await verifyName(app, 'carl')).status).toBe(200);
  });

  test('of nobody goes to the password too where the platform does not reveal names', async () => {
    await setSetting('reveal_user_names', false);
    const [known, unknown] = [await verifyName(app, 'cleo'), await verifyName(app, 'nobody')];
    expect({ ...unknown.body, state: '' }).toEqual({ ...known.body, state: '' });
    await clearSetting('reveal_user_names');
  });

  test('that is empty, too long or with markup is refused', async () => {
    expectRefusal(await verifyName(app, ''), 400, 'REQUIRED_USER_NAME');
    expectRefusal(await verifyName(app, 'a'.repeat(256)), 400, 'MAX_LENGTH');
    expectRefusal(await verifyName(app, '<script>'), 400, 'INVALID_USER_NAME');
    expectRefusal(await verifyName(app, 'ada', 'short'), 400, 'INVALID_INPUT');
    expectRefusal(await verifyName(app, 'ada', newState(), 'xx_XX'), 400, 'INVALID_INPUT');
    expectRefusal(
      await app.request(
        'GET',
        `/imauth/api/v1/login/verify?username=ada&state=${newState()}&locale=en_US&scope=system`,
      ),
      400,
      'UNKNOWN_FIELD',
    );
  });

  test('can be asked sixty times a minute, then Retry-After says how long to wait', async () => {
    app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / 60_000) * 60_000 + 20_000).toISOString());
    for (let attempt = 0; attempt < 60; attempt += 1) expect((await verifyName(app, 'nobody')).status).toBe(404);
    const answer = await verifyName(app, 'cleo');
    expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    expect(answer.headers['retry-after']).toBe('40');
    app.clock.pass(39);
    expect((await verifyName(app, 'cleo')).status).toBe(429);
    app.clock.pass(1);
    expect((await verifyName(app, 'cleo')).status).toBe(200);
  });
});

describe('the password', () => {
  test('[S-264 S-265 S-004] signs everybody in who has one, whatever the case of the name', async () => {
    for (const person of ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'] as const) {
      const answer = await logIn(app, person.toUpperCase());
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).toSorted()).toEqual(['access_token', 'expires_at', 'refresh_token']);
      const me = await as(app, answer.body.access_token, 'GET', ME);
      expect(me.body).toMatchObject({ id: app.userIds.get(person), user_name: person });
      expect(Object.keys(me.body).toSorted()).toEqual([
        'access_scope',
        'email',
        'first_name',
        'id',
        'last_name',
        'user_name',
      ]);
    }
  });

  test('[S-265] is needed: nobody is nobody', async () => {
    expectRefusal(await app.request('GET', ME), 401, 'NOT_SIGNED_IN');
    expectRefusal(await as(app, 'e30.e30.e30', 'GET', ME), 401, 'UNAUTHORIZED');
  });

  test('the access token ends when it says, the tokens are in no table', async () => {
    const { body } = await logIn(app, 'cleo');
    app.clock.pass(299);
    expect(await whoAmI(app, body.access_token)).toBe(200);
    app.clock.pass(1);
    expect(await whoAmI(app, body.access_token)).toBe(401);
    const { rows } = await app.pool.query<{ all: string }>(
      `select (select string_agg(t::text, '') from refresh_token t)
         || (select string_agg(s::text, '') from session s) as all`,
    );
    const hex = Buffer.from(body.refresh_token).toString('hex');
    expect(rows[0]?.all).not.toContain(body.refresh_token);
    expect(rows[0]?.all).not.toContain(hex);
  });

  test('[S-264] when wrong is refused, counted, and recorded without the password', async () => {
    const before = await sessions();
    expectRefusal(await logIn(app, 'cleo', 'Wrong-horse-7-battery'), 401, 'INVALID_CREDENTIALS');
    expect(await sessions()).toBe(before);
    expect(
      await app.db.selectFrom('login_failure').select('user_name').where('at', '=', app.clock.now()).execute(),
    ).toEqual([{ user_name: 'cleo' }]);
    const event = (await events(app, 'LOGIN_ERROR')).at(-1);
    expect(event).toMatchObject({
      result: 'failure',
      resource_type: 'BASIC_AUTH',
      resource_id: app.userIds.get('cleo'),
      resource_name: 'cleo',
      actor_id: null,
      actor_via: 'none',
      ip: '127.0.0.1',
      message: 'INVALID_CREDENTIALS',
    });
    expect(JSON.stringify(event)).not.toContain('Wrong-horse');
  });

  test('of nobody, of a service user and of somebody without one is answered as a wrong one', async () => {
    const wrong = await logIn(app, 'cleo', 'Wrong-horse-7-battery');
    await setUser('carl', { password_hash: null });
    for (const name of ['nobody', 'dora', 'carl']) {
      const answer = await logIn(app, name);
      expect(answer.status).toBe(401);
      expect({ ...answer.body.error, correlation_id: '' }).toEqual({ ...wrong.body.error, correlation_id: '' });
    }
    await setUser('carl', {
      password_hash: (
        await app.db
          .selectFrom('app_user')
          .select('password_hash')
          .where('user_name', '=', 'cleo')
          .executeTakeFirstOrThrow()
      ).password_hash,
    });
    expect((await events(app, 'LOGIN_ERROR')).map((event) => event.resource_name)).toEqual(
      expect.arrayContaining([app.runtime.unknownNames('nobody'), app.runtime.unknownNames('dora'), 'carl']),
    );
  });

  test('typed into the field of the user name is stored nowhere, however the sign-in fails', async () => {
    const typed = 'Correct-Zebra-9-fence';
    await setSetting('reveal_user_names', false);
    const state = newState();
    expect((await verifyName(app, typed, state)).status).toBe(200);
    expectRefusal(await logIn(app, typed, 'x', state), 401, 'INVALID_CREDENTIALS');
    expectRefusal(await logIn(app, typed, 'x', newState()), 410, 'STATE_EXPIRED');
    expectRefusal(
      await app.request('POST', AUTO_LOGIN, { user_name: typed, password: 'x' }),
      401,
      'INVALID_CREDENTIALS',
    );
    expect((await app.request('POST', FORGOT, { user_name: typed, locale: 'en_US' })).status).toBe(204);
    expect(await guess(app, typed.toLowerCase(), 8)).toEqual(Array(8).fill(401));
    expectRefusal(await logIn(app, typed), 423, 'USER_LOCKED');
    await clearSetting('reveal_user_names');

    const { rows: tables } = await app.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
    );
    const all = tables.map(({ name }) => `select '${name}' as name, t::text as row from ${name} t`).join(' union all ');
    const { rows } = await app.pool.query<{ name: string; row: string }>(all);
    const holding = (text: string): string[] => [
      ...new Set(rows.filter(({ row }) => row.toLowerCase().includes(text.toLowerCase())).map(({ name }) => name)),
    ];
    expect(holding(typed)).toEqual([]);
    // Equal names are kept equally: the failures are counted, and an administrator sees that they belong together.
    expect(holding(app.runtime.unknownNames(typed)).toSorted()).toEqual(
      ['public.audit_event', 'public.login_failure', 'public.login_transaction'].toSorted(),
    );
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_id: null,
      resource_name: expect.stringMatching(/^unknown:[0-9a-f]{32}$/),
    });
  });

  test('of somebody who is not verified yet is answered as a wrong one', async () => {
    await setUser('carl', { verified_at: null });
    expectRefusal(await logIn(app, 'carl'), 401, 'INVALID_CREDENTIALS');
    await setUser('carl', { verified_at: app.clock.now() });
  });

  test('is worked at as long for nobody as for somebody', async () => {
    const spent: Record<'cleo' | 'nobody', number[]> = { cleo: [], nobody: [] };
    for (let round = 0; round < 9; round += 1) {
      for (const name of ['cleo', 'nobody'] as const) {
        // With the threads that hash, and without what other processes of the machine do.
        const before = process.cpuUsage();
        await logIn(app, name, 'Wrong-horse-7-battery');
        const { user, system } = process.cpuUsage(before);
        spent[name].push(user + system);
      }
    }
    const median = (times: number[]): number => times.toSorted((a, b) => a - b)[4] ?? 0;
    const [known, unknown] = [median(spent.cleo), median(spent.nobody)];
    // Without the same work the unknown name is several times faster; the machine's noise is far below that.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  test('when right tells a disabled person so, when wrong it tells nothing', async () => {
    await setUser('carl', { active: false });
    expectRefusal(await logIn(app, 'carl', 'Wrong-horse-7-battery'), 401, 'INVALID_CREDENTIALS');
    expectRefusal(await logIn(app, 'carl'), 403, 'USER_DISABLED');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_name: 'carl',
      message: 'USER_DISABLED',
    });
    await setUser('carl', { active: true });
  });

  test('opens nothing once every account has ended, by hand or by its period', async () => {
    await setAccount('nordmark-lb', { active: false });
    expectRefusal(await logIn(app, 'cleo'), 403, 'ACCOUNT_EXPIRED');
    await setAccount('nordmark-lb', { active: true, service_to: '2026-11-20' });
    expectRefusal(await logIn(app, 'emil'), 403, 'ACCOUNT_EXPIRED');
    await setAccount('nordmark-lb', { service_to: '2027-12-31' });
    expect((await logIn(app, 'cleo')).status).toBe(200);
    await setAccount('umbra-trust', { active: false });
    expectRefusal(await logIn(app, 'ben'), 403, 'ACCOUNT_EXPIRED');
    await setAccount('umbra-trust', { active: true });
    await setAccount('signet-platform', { active: false });
    expect((await logIn(app, 'ada')).status).toBe(200);
    await setAccount('signet-platform', { active: true });
  });

  test('[S-154] opens while another account is in service: the profile says that the primary one is not', async () => {
    const other = app.accountIds.get('orsini-custody') ?? '';
    await app.db
      .insertInto('user_account')
      .values({ user_id: app.userIds.get('cleo') ?? '', account_id: other })
      .execute();
    await setAccount('nordmark-lb', { active: false });
    const { body } = await logIn(app, 'cleo');
    const me = (await as(app, body.access_token, 'GET', '/account/api/v1/user/me')).body;
    expect(me.primary_account_id).toBe(app.accountIds.get('nordmark-lb'));
    expect(me.accounts.map((one: { name: string; active: boolean }) => [one.name, one.active])).toEqual([
      ['Nordmark Landesbank', false],
      ['Orsini Custody', true],
    ]);
    // What of the ended account there is stays unseen.
    const seen = await as(app, body.access_token, 'GET', '/account/ui-api/v1/account');
    expect(seen.body.items.map((one: { id: string }) => one.id)).toEqual([other]);
    await setAccount('orsini-custody', { active: false });
    expectRefusal(await logIn(app, 'cleo'), 403, 'ACCOUNT_EXPIRED');
    await setAccount('orsini-custody', { active: true });
    await setAccount('nordmark-lb', { active: true });
    await app.db
      .deleteFrom('user_account')
      .where('account_id', '=', other)
      .where('user_id', '=', app.userIds.get('cleo') ?? '')
      .execute();
  });

  test('is recorded as one LOGIN with actor, session and place', async () => {
    const before = (await events(app, 'LOGIN')).length;
    await app.request(
      'POST',
      LOGIN,
      { user_name: 'Cleo', password: 'Correct-horse-7-battery' },
      { 'user-agent': 'Lynx/2.9' },
    );
    const found = await events(app, 'LOGIN');
    expect(found.length).toBe(before + 1);
    const id = app.userIds.get('cleo');
    expect(found.at(-1)).toMatchObject({
      result: 'success',
      resource_type: 'BASIC_AUTH',
      resource_id: id,
      resource_name: 'cleo',
      actor_id: id,
      actor_name: 'Cleo Marchetti',
      actor_scope: 'account',
      account_id: app.accountIds.get('nordmark-lb'),
      ip: '127.0.0.1',
      user_agent: 'Lynx/2.9',
      after: { session_id: expect.stringMatching(/^[\w-]{36}$/) },
    });
  });
});

describe('the login transaction', () => {
  test('carries the password step once', async () => {
    const state = newState();
    await verifyName(app, 'cleo', state);
    expect((await logIn(app, 'CLEO', undefined, state)).status).toBe(200);
    expectRefusal(await logIn(app, 'cleo', undefined, state), 410, 'STATE_EXPIRED');
  });

  test('survives a wrong password', async () => {
    const state = newState();
    await verifyName(app, 'cleo', state);
    expectRefusal(await logIn(app, 'cleo', 'Wrong-horse-7-battery', state), 401, 'INVALID_CREDENTIALS');
    expect((await logIn(app, 'cleo', undefined, state)).status).toBe(200);
  });

  test('is of the name that opened it', async () => {
    const state = newState();
    await verifyName(app, 'carl', state);
    expectRefusal(await logIn(app, 'cleo', undefined, state), 410, 'STATE_EXPIRED');
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_name: 'cleo',
      message: 'STATE_EXPIRED',
    });
    expectRefusal(await logIn(app, 'cleo', undefined, newState()), 410, 'STATE_EXPIRED');
    expect((await logIn(app, 'carl', undefined, state)).status).toBe(200);
  });

  test('ends after ten minutes, to the second', async () => {
    const state = newState();
    await verifyName(app, 'cleo', state);
    app.clock.pass(600);
    expectRefusal(await logIn(app, 'cleo', undefined, state), 410, 'STATE_EXPIRED');
    const again = newState();
    await verifyName(app, 'cleo', again);
    app.clock.pass(599);
    expect((await logIn(app, 'cleo', undefined, again)).status).toBe(200);
  });

  test('starts again with another name and ten new minutes', async () => {
    const state = newState();
    await verifyName(app, 'carl', state);
    app.clock.pass(500);
    await verifyName(app, 'cleo', state);
    app.clock.pass(500);
    expectRefusal(await logIn(app, 'carl', undefined, state), 410, 'STATE_EXPIRED');
    expect((await logIn(app, 'cleo', undefined, state)).status).toBe(200);
  });

  test('is won by one of two requests at once', async () => {
    const state = newState();
    await verifyName(app, 'cleo', state);
    const answers = await atOnce(app, 3, () => logIn(app, 'cleo', undefined, state));
    expect(statuses(answers)).toEqual([200, 410, 410]);
  });
});

describe('too many wrong passwords', () => {
  test('nine lock nobody, and the right one makes them forgotten', async () => {
    expect(await guess(app, 'cleo', 9)).toEqual(Array(9).fill(401));
    expect((await logIn(app, 'cleo')).status).toBe(200);
    expect(await guess(app, 'cleo', 9)).toEqual(Array(9).fill(401));
    expect((await logIn(app, 'cleo')).status).toBe(200);
  });

  test('ten lock for fifteen minutes, against the right one too; the lock ends by itself', async () => {
    const state = newState();
    expect(await guess(app, 'cleo', 10)).toEqual(Array(10).fill(401));
    const locked = await logIn(app, 'cleo');
    expectRefusal(locked, 423, 'USER_LOCKED');
    expect(locked.body.error.params).toEqual({ minutes: 15 });
    expect(locked.body.error.message).toContain('15 minutes');
    app.clock.pass(14 * 60 + 1);
    expect((await logIn(app, 'CLEO')).body.error.params).toEqual({ minutes: 1 });
    app.clock.pass(58);
    await verifyName(app, 'cleo', state);
    expectRefusal(await logIn(app, 'cleo', undefined, state), 423, 'USER_LOCKED');
    app.clock.pass(1);
    expect((await logIn(app, 'cleo', undefined, state)).status).toBe(200);
  });

  test('the lock is recorded, and every try against it', async () => {
    await guess(app, 'carl', 10);
    await logIn(app, 'carl');
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'USER',
      resource_name: 'carl',
      message: 'USER_LOCKED',
      after: { locked_until: storedDateTime(new Date(app.clock.now().getTime() + 900_000)) },
    });
    expect((await events(app, 'LOGIN_ERROR')).at(-1)).toMatchObject({
      resource_name: 'carl',
      message: 'USER_LOCKED',
      result: 'failure',
    });
  });

  test('a wrong password after the lock begins a new count', async () => {
    await guess(app, 'cleo', 10);
    app.clock.pass(900);
    expect(await guess(app, 'cleo', 9)).toEqual(Array(9).fill(401));
    expect((await logIn(app, 'cleo')).status).toBe(200);
  });

  test('ten over more than fifteen minutes lock nobody', async () => {
    await guess(app, 'cleo', 1);
    app.clock.pass(900);
    await guess(app, 'cleo', 9);
    expect((await logIn(app, 'cleo')).status).toBe(200);
  });

  test.each(['cleo', 'nobody'])(
    'many at once are no way around, nor is another case: of %s ten are looked at, the rest finds the lock',
    async (name) => {
      const answers = await atOnce(app, 30, (index) =>
        logIn(app, index % 2 === 0 ? name : name.toUpperCase(), `Wrong-guess-${index}`),
      );
      expect(statuses(answers)).toEqual([...Array(10).fill(401), ...Array(20).fill(423)]);
    },
  );

  test('lock a name of nobody in the same way, so that the lock does not tell who exists', async () => {
    expect(await guess(app, 'nobody', 10)).toEqual(Array(10).fill(401));
    expectRefusal(await logIn(app, 'nobody'), 423, 'USER_LOCKED');
  });

  test('lock one name, not its neighbours', async () => {
    await guess(app, 'cleo', 10);
    expect((await logIn(app, 'carl')).status).toBe(200);
  });
});

describe('bad input of the password step writes nothing', () => {
  test.each<[string, unknown, string]>([
    ['an unknown field', { user_name: 'cleo', password: 'x', scope: 'system' }, 'UNKNOWN_FIELD'],
    ['no password', { user_name: 'cleo' }, 'REQUIRED'],
    ['an empty password', { user_name: 'cleo', password: '' }, 'REQUIRED'],
    ['a password over 1,024 characters', { user_name: 'cleo', password: 'x'.repeat(1025) }, 'MAX_LENGTH'],
    ['a list for a name', { user_name: ['cleo'], password: 'x' }, 'INVALID_INPUT'],
    ['a state that is none', { user_name: 'cleo', password: 'x', state: '../../etc' }, 'INVALID_INPUT'],
  ])('%s', async (_why, body, status) => {
    const count = async (): Promise<number> => (await app.db.selectFrom('login_failure').select('id').execute()).length;
    const before = await count();
    expectRefusal(await app.request('POST', LOGIN, body), 400, status);
    expect(await count()).toBe(before);
  });

  test('a body over a mebibyte', async () =>
    expectRefusal(
      await app.request('POST', LOGIN, { user_name: 'cleo', password: 'x'.repeat(1_100_000) }),
      413,
      'TOO_LARGE',
    ));
});
