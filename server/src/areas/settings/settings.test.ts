import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FEATURE_FLAGS, OWN_FEATURE_FLAGS } from '@signet/contract/feature-flags';
import { LIMITS } from '@signet/contract/limits';
import { LOCALES } from '@signet/contract/locales';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { newestEvent } from '../../testing/sign-in.ts';
import type { FlagSetting } from './store.ts';

const FEATURES = '/account/ui-api/v1/feature-flag/features';
const TRANSLATION = '/account/ui-api/v1/translation';
const COUNTRIES = '/account/ui-api/v1/nationalities';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('feature flags', () => {
  afterEach(() => app.db.deleteFrom('feature_flag').execute());
  const flip = (name: string, enabled: boolean, key = '') =>
    app.db.insertInto('feature_flag').values({ name, key, enabled, updated_at: app.clock.now() }).execute();
  const set = async (name: string, enabled: boolean | null, whose: object) =>
    (await app.call('ada', 'PUT', `/account/ui-api/v1/feature-flag/${name}`, { enabled, ...whose })).status;
  const all = async (person: Name) => (await app.call(person, 'GET', FEATURES)).body;
  const one = async (person: Name, name: string, key?: string) =>
    (await app.call(person, 'GET', `/account/ui-api/v1/feature-flag/${name}${key === undefined ? '' : `?key=${key}`}`))
      .body;
  const account = (identifier: string): string => app.accountIds.get(identifier) ?? '';

  test('[S-134 S-254] are all listed with their defaults', async () => {
    expect(await all('emil')).toEqual(FEATURE_FLAGS);
  });

  test.each(Object.entries(FEATURE_FLAGS))('[S-134 S-255] %s answers by name', async (name, enabled) => {
    expect(await one('cleo', name)).toEqual({ name, enabled });
  });

  test('[S-255] an unknown flag is off, not an error', async () => {
    for (const name of ['coffee', '__proto__', 'toString', 'a b', 'x'.repeat(129)])
      expect(await one('cleo', encodeURIComponent(name), 'x')).toEqual({ name, enabled: false });
  });

  test('switched for the platform they hold for all', async () => {
    await flip('AM_enable_packaging', false);
    await flip('enableActivateStepForDsmSigner', true);
    expect(await all('cleo')).toEqual({
      ...FEATURE_FLAGS,
      AM_enable_packaging: false,
      enableActivateStepForDsmSigner: true,
    });
    expect(await one('cleo', 'AM_enable_packaging', account('nordmark-lb'))).toEqual({
      name: 'AM_enable_packaging',
      enabled: false,
    });
  });

  test("[S-255] switched for one key they hold for that key alone, over the platform's state", async () => {
    await flip('AM_enable_packaging', false);
    await flip('AM_enable_packaging', true, account('nordmark-lb'));
    expect((await one('ada', 'AM_enable_packaging', account('nordmark-lb'))).enabled).toBe(true);
    expect((await one('ada', 'AM_enable_packaging', account('orsini-custody'))).enabled).toBe(false);
    expect((await one('ada', 'AM_enable_packaging')).enabled).toBe(false);
    expect((await all('cleo')).AM_enable_packaging).toBe(true);
    expect((await all('carl')).AM_enable_packaging).toBe(false);
  });

  test('[S-256] may be switched for a person', async () => {
    const ben = { user_id: app.userIds.get('ben') };
    expect(await set('AM_enable_account_migration', false, ben)).toBe(204);
    expect((await one('ben', 'AM_enable_account_migration', app.userIds.get('ben'))).enabled).toBe(false);
    expect((await one('bea', 'AM_enable_account_migration', app.userIds.get('bea'))).enabled).toBe(true);
    expect(await set('AM_enable_account_migration', null, ben)).toBe(204);
    expect((await one('ben', 'AM_enable_account_migration', app.userIds.get('ben'))).enabled).toBe(true);
    // Once more it changes nothing, of which the log tells nobody.
    const told = (await newestEvent(app))?.id;
    expect(await set('AM_enable_account_migration', null, ben)).toBe(204);
    expect((await newestEvent(app))?.id).toBe(told);
  });

  test('[S-255] switched for a person they are listed with the person, and audited as theirs', async () => {
    const [NAME, emil] = ['AM_show_federated_info_columns', app.userIds.get('emil') ?? ''] as const;
    expect(await set(NAME, true, { user_id: emil })).toBe(204);
    expect(await newestEvent(app)).toMatchObject({
      resource_type: 'FEATURE_FLAG',
      resource_id: emil,
      resource_name: NAME,
      account_id: account('nordmark-lb'),
      before: { user_name: 'emil', person_enabled: null },
      after: { user_name: 'emil', person_enabled: true },
    });
    const setting = async () => {
      const { body } = await app.call('ada', 'GET', '/account/ui-api/v1/feature-flag');
      return body.items.find((flag: { name: string }) => flag.name === NAME);
    };
    expect(await setting()).toMatchObject({
      platform: null,
      accounts_total: 0,
      people: [{ user_id: emil, name: 'Emil Haugen', user_name: 'emil', enabled: true }],
      people_total: 1,
    });
    await app.db.updateTable('app_user').set({ deleted_at: app.clock.now() }).where('id', '=', emil).execute();
    expect(await setting()).toMatchObject({ people: [], people_total: 0 });
    const gone = await app.call('ada', 'PUT', `/account/ui-api/v1/feature-flag/${NAME}`, {
      enabled: true,
      user_id: emil,
    });
    expect([gone.status, gone.body.error.fields.user_id.status]).toEqual([404, 'NOT_FOUND']);
    await app.db.updateTable('app_user').set({ deleted_at: null }).where('id', '=', emil).execute();
    // An account that is deleted is listed no more either.
    const orsini = account('orsini-custody');
    const deleted = (deleted_at: Date | null) =>
      app.db.updateTable('account').set({ deleted_at }).where('id', '=', orsini).execute();
    expect(await set(NAME, true, { account_id: orsini })).toBe(204);
    expect(await setting()).toMatchObject({ accounts: [{ account_id: orsini }], accounts_total: 1 });
    await deleted(app.clock.now());
    expect(await setting()).toMatchObject({ accounts: [], accounts_total: 0 });
    await deleted(null);
  });

  test('[S-255] a switch is for an account or for a person, never for both', async () => {
    const both = { enabled: true, account_id: account('nordmark-lb'), user_id: app.userIds.get('cleo') };
    const refused = await app.call('ada', 'PUT', '/account/ui-api/v1/feature-flag/AM_enable_packaging', both);
    expect([refused.status, refused.body.error.fields.user_id.status]).toEqual([400, 'FLAG_ONE_WAY']);
  });

  test("[S-255 S-256] asked for a person they are the own list's: the person's, else the account's", async () => {
    const cleo = app.userIds.get('cleo') ?? '';
    const states = async () => [
      (await one('cleo', 'AM_enable_account_migration', cleo)).enabled,
      (await all('cleo')).AM_enable_account_migration,
    ];
    await flip('AM_enable_account_migration', false, account('nordmark-lb'));
    expect(await states()).toEqual([false, false]);
    expect((await one('ada', 'AM_enable_account_migration', cleo.toUpperCase())).enabled).toBe(false);
    expect(await set('AM_enable_account_migration', true, { user_id: cleo })).toBe(204);
    expect(await states()).toEqual([true, true]);
    expect((await one('carl', 'AM_enable_account_migration', cleo)).enabled).toBe(true);
    await flip('AM_enable_account_migration', false);
    expect((await one('carl', 'AM_enable_account_migration', cleo)).enabled).toBe(false);
  });

  test.each(['enable-account-migration', 'AM_enable_account_migration'])(
    'the migration flag switched as %s is off under both names',
    async (name) => {
      await flip(name, false);
      expect(await all('ben')).toMatchObject({ 'enable-account-migration': false, AM_enable_account_migration: false });
      expect((await one('ben', 'enable-account-migration')).enabled).toBe(false);
      expect((await one('ben', 'AM_enable_account_migration')).enabled).toBe(false);
    },
  );

  test("a foreign account's or person's switch is not told", async () => {
    await flip('AM_show_federated_info_columns', true, account('nordmark-lb'));
    await flip('AM_show_federated_info_columns', true, app.userIds.get('cleo'));
    const stateFor = async (person: Name, key = '') =>
      (await one(person, 'AM_show_federated_info_columns', key)).enabled;
    expect([
      await stateFor('cleo', account('nordmark-lb')),
      await stateFor('ben', account('nordmark-lb')),
      await stateFor('ada', account('nordmark-lb')),
    ]).toEqual([true, true, true]);
    // An end user administers nothing, and is told what holds for the own account all the same.
    expect(await stateFor('emil', account('nordmark-lb'))).toBe(true);
    expect([
      await stateFor('carl', account('nordmark-lb')),
      await stateFor('bea', account('nordmark-lb')),
      await stateFor('carl', app.userIds.get('cleo')),
    ]).toEqual([false, false, false]);
  });

  test('are for people who are signed in', async () => {
    expect((await app.call(null, 'GET', FEATURES)).status).toBe(401);
    const name = `/account/ui-api/v1/feature-flag/${'x'.repeat(LIMITS.urlMax + 1)}`;
    expect((await app.call('cleo', 'GET', name)).status).toBe(400);
  });

  test('[S-255 A-002 A-003] system scope alone switches a flag for platform and account, audited', async () => {
    const NAME = '/account/ui-api/v1/feature-flag/AM_show_federated_info_columns';
    const nordmark = app.accountIds.get('nordmark-lb') ?? '';
    await flip('AM_enable_packaging', false);
    expect((await app.call('ada', 'PUT', NAME, { enabled: true })).status).toBe(204);
    expect(
      await app.db
        .selectFrom('audit_event')
        .select(['resource_name', 'before', 'after'])
        .where('resource_type', '=', 'FEATURE_FLAG')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    ).toEqual({ resource_name: 'AM_show_federated_info_columns', before: { enabled: null }, after: { enabled: true } });
    expect((await all('cleo')).AM_show_federated_info_columns).toBe(true);
    expect((await app.call('ada', 'PUT', NAME, { enabled: false, account_id: nordmark })).status).toBe(204);
    expect([
      (await all('cleo')).AM_show_federated_info_columns,
      (await all('carl')).AM_show_federated_info_columns,
    ]).toEqual([false, true]);
    const { body } = await app.call('ada', 'GET', '/account/ui-api/v1/feature-flag');
    expect(body.items.find((flag: { name: string }) => flag.name === 'AM_show_federated_info_columns')).toEqual({
      name: 'AM_show_federated_info_columns',
      default: false,
      platform: true,
      accounts: [{ account_id: nordmark, account_name: 'Nordmark Landesbank', enabled: false }],
      accounts_total: 1,
      people: [],
      people_total: 0,
    });
    expect((await app.call('ada', 'PUT', NAME, { enabled: null, account_id: nordmark })).status).toBe(204);
    expect((await app.call('ada', 'PUT', NAME, { enabled: null })).status).toBe(204);
    expect((await all('cleo')).AM_show_federated_info_columns).toBe(false);

    expect((await app.call('ada', 'PUT', '/account/ui-api/v1/feature-flag/unknown', { enabled: true })).status).toBe(
      404,
    );
    expect(
      (await app.call('ada', 'PUT', NAME, { enabled: true, account_id: '0195f000-0000-7000-8000-000000000000' })).body
        .error.fields.account_id.status,
    ).toBe('NOT_FOUND');
    expect((await app.call('ada', 'PUT', NAME, { enabled: 'yes' })).status).toBe(400);
    for (const person of ['ben', 'cleo', 'emil'] as const) {
      expect((await app.call(person, 'PUT', NAME, { enabled: true })).status).toBe(403);
      expect((await app.call(person, 'GET', '/account/ui-api/v1/feature-flag')).status).toBe(403);
    }
  });

  test('however many accounts differ, the platform’s own state and the first of each flag are told', async () => {
    const now = app.clock.now();
    await sql`insert into account
        (id, name, display_name, friendly_identifier, active, service_from, type, created_at, updated_at)
      select gen_random_uuid(), 'Many ' || lpad(n::text, 3, '0'), 'Many', 'many-' || n, true, '2024-01-01', 'standard',
        ${now}, ${now} from generate_series(1, 230) n`.execute(app.db);
    await sql`insert into feature_flag (name, key, enabled, updated_at)
      select f.name, a.id::text, true, ${now} from account a, unnest(${OWN_FEATURE_FLAGS}::text[]) f(name)
      where a.friendly_identifier like 'many-%'`.execute(app.db);
    for (const name of OWN_FEATURE_FLAGS) await flip(name, !FEATURE_FLAGS[name]);
    const { body } = await app.call('ada', 'GET', '/account/ui-api/v1/feature-flag');
    expect(body.items).toHaveLength(OWN_FEATURE_FLAGS.length);
    for (const { name, platform, accounts, accounts_total } of body.items as FlagSetting[]) {
      expect.soft([platform, accounts.length, accounts_total], name).toEqual([!FEATURE_FLAGS[name], 200, 230]);
      expect.soft(accounts[0]?.account_name, name).toBe('Many 001');
    }
  });

  test('both names of the migration flag switch one flag', async () => {
    await app.call('ada', 'PUT', '/account/ui-api/v1/feature-flag/enable-account-migration', { enabled: false });
    const states = await all('ada');
    expect([states.AM_enable_account_migration, states['enable-account-migration']]).toEqual([false, false]);
  });
});

describe('languages', () => {
  test('[S-117 S-275] the five are listed, each named in its own language', async () => {
    expect((await app.call(null, 'GET', '/account/api/v1/locales')).body).toEqual({
      items: [
        { id: 'en_US', name: 'English (United States)' },
        { id: 'de_DE', name: 'Deutsch (Deutschland)' },
        { id: 'fr_FR', name: 'Français (France)' },
        { id: 'es_ES', name: 'Español (España)' },
        { id: 'ja_JP', name: '日本語 (日本)' },
      ],
      total: 5,
    });
  });

  test.each(LOCALES)('[S-274 S-278] texts in %s are public; what is not translated is English', async (locale) => {
    const english = (await app.call(null, 'GET', `${TRANSLATION}?locale=en_US`)).body;
    const answer = await app.call(null, 'GET', `${TRANSLATION}?locale=${locale}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(Object.keys(english));
    expect(Object.values(answer.body).filter((text) => typeof text !== 'string' || text === '')).toEqual([]);
    expect(answer.body['notifications.exceptions.UNAUTHORIZED']).toBeTypeOf('string');
  });

  test.each(['', '?locale=xx_XX', '?locale=../en_US', '?locale=de_DE&locale=en_US'])(
    'texts for "%s" are refused',
    async (query) => {
      expect((await app.call(null, 'GET', `${TRANSLATION}${query}`)).status).toBe(400);
    },
  );
});

describe('countries', () => {
  test('[S-279 S-280] are listed by code and name, without the four excluded ones', async () => {
    const { items, total } = (await app.call(null, 'GET', COUNTRIES)).body as {
      items: { code: string; name: string }[];
      total: number;
    };
    expect([items.length, total]).toEqual([245, 245]);
    expect(items).toContainEqual({ code: 'DE', name: 'Germany' });
    expect(items.filter(({ code }) => ['CU', 'IR', 'SY', 'KP'].includes(code))).toEqual([]);
  });

  test('[S-279] are named in the language asked for', async () => {
    expect((await app.call(null, 'GET', `${COUNTRIES}?locale=ja_JP`)).body.items).toContainEqual({
      code: 'DE',
      name: 'ドイツ',
    });
    expect((await app.call(null, 'GET', `${COUNTRIES}?locale=tlh`)).status).toBe(400);
  });
});
