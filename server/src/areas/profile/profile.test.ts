import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZERO_UUID } from '@signet/contract/limits';
import { APP_CODES } from '@signet/contract/viewer';
import type { Updateable } from 'kysely';
import type { AppUserTable } from '../../db/schema.ts';
import { newId } from '../../ids.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';

const ME = '/account/api/v1/user/me';
const APPLICATIONS = '/account/api/v1/user/me/applications';
const userUrl = (person: Name, rest = ''): string => `/account/ui-api/v1/user/${idOf(person)}${rest}`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const idOf = (person: string): string => app.userIds.get(person) ?? '';
const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const me = async (person: Name, query = '') => (await app.call(person, 'GET', `${ME}${query}`)).body;
const row = (person: Name) =>
  app.db.selectFrom('app_user').selectAll().where('id', '=', idOf(person)).executeTakeFirstOrThrow();
const events = (person: Name) =>
  app.db.selectFrom('audit_event').selectAll().where('resource_id', '=', idOf(person)).orderBy('id').execute();
const newestEvent = async (person: Name) => (await events(person)).at(-1);
/** What the form of a person sends when nothing was changed. */
async function formOf(person: Name) {
  const { first_name, last_name, user_name, email, phone, locale } = await me(person);
  return { first_name, last_name, user_name, email, phone, locale };
}
const edit = async (person: Name, change: Record<string, unknown>) =>
  app.call(person, 'PUT', userUrl(person), { ...(await formOf(person)), ...change });
const set = (person: Name, values: Updateable<AppUserTable>) =>
  app.db.updateTable('app_user').set(values).where('id', '=', idOf(person)).execute();

describe('the own record', () => {
  const KEYS = [
    'id',
    'first_name',
    'last_name',
    'user_name',
    'version',
    'email',
    'phone',
    'locale',
    'date_format',
    'access_scope',
    'primary_account_id',
    'primary_account_dta_enabled',
    'accounts',
    'applications',
    'permissions',
    'has_onelogin_id',
    'onelogin_url',
    'saml_username',
    'oidc_username',
    'aliases',
    'agreement_accepted',
    'has_password',
    'default_app_url',
    'mail_server',
    'updated_at',
  ];

  test('[S-110 S-111 S-112 S-113] carries every key with the right type, and no secret', async () => {
    const body = await me('cleo');
    expect(Object.keys(body).toSorted()).toEqual(KEYS.toSorted());
    expect(body).toMatchObject({
      id: idOf('cleo'),
      first_name: 'Cleo',
      last_name: 'Marchetti',
      user_name: 'cleo',
      email: 'cleo@nordmark-lb.example',
      phone: expect.any(String),
      primary_account_id: accountOf('nordmark-lb'),
      primary_account_dta_enabled: false,
      saml_username: null,
      oidc_username: null,
      locale: 'en_US',
      date_format: 'DD-MMM-YYYY',
      access_scope: 'account',
      has_onelogin_id: false,
      onelogin_url: null,
      aliases: {},
      // What a save of the own record names, so that it does not undo what somebody else has corrected.
      version: (await app.call('cleo', 'GET', `/account/ui-api/v1/user/${idOf('cleo')}`)).body.version,
    });
    expect(body.accounts).toEqual([
      {
        id: accountOf('nordmark-lb'),
        name: 'Nordmark Landesbank',
        display_name: 'Nordmark Landesbank',
        active: true,
        service_period: { from: '2025-01-01', to: '2027-12-31' },
      },
    ]);
    const [first] = body.applications;
    expect(first).toMatchObject({
      app_code: 'account_manager',
      roles: [{ name: 'Account administrator', icon: null }],
    });
    expect(Object.keys(first.roles[0]).toSorted()).toEqual(['icon', 'id', 'name']);
    expect(first.permissions).toContain('view_account');
    expect(body.permissions.every((permission: unknown) => typeof permission === 'string')).toBe(true);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  test.each<[Name, string]>([
    ['ada', 'system'],
    ['ben', 'partner'],
    ['cleo', 'account'],
    ['emil', 'end_user'],
  ])('[S-002] of %s has the scope %s', async (person, scope) => {
    expect((await me(person)).access_scope).toBe(scope);
  });

  test('[S-003 S-271 S-112] lists the eight applications in their order, or only those with a role', async () => {
    expect((await me('cleo')).applications.map((one: { app_code: string }) => one.app_code)).toEqual([...APP_CODES]);
    expect(
      (await me('cleo', '?hide_unavailable_applications=true')).applications.map(
        (one: { app_code: string }) => one.app_code,
      ),
    ).toEqual(['account_manager']);
    expect((await me('emil', '?hide_unavailable_applications=true')).applications).toEqual([]);
    expect((await app.call('cleo', 'GET', `${ME}?hide_unavailable_applications=perhaps`)).status).toBe(400);
  });

  test('[S-419] has the zero UUID where there is no primary account', async () => {
    await set('emil', { primary_account_id: null });
    await app.db.deleteFrom('user_account').where('user_id', '=', idOf('emil')).execute();
    expect(await me('emil')).toMatchObject({
      primary_account_id: ZERO_UUID,
      accounts: [],
      primary_account_dta_enabled: false,
    });
    await app.db
      .insertInto('user_account')
      .values({ user_id: idOf('emil'), account_id: accountOf('nordmark-lb') })
      .execute();
    await set('emil', { primary_account_id: accountOf('nordmark-lb') });
  });

  test('holds no permission beyond the scope, asked beside a person of more scope with the same roles', async () => {
    const rolesOf = async (person: Name) => {
      const held = await app.db.selectFrom('user_role').select('role_id').where('user_id', '=', idOf(person)).execute();
      return held.map(({ role_id }) => role_id);
    };
    // First given, then taken: nobody may be without an administrator, not even for a moment.
    const hold = async (roles: string[]) => {
      const given = roles.map((role_id) => ({ user_id: idOf('carl'), role_id }));
      await app.db
        .insertInto('user_role')
        .values(given)
        .onConflict((held) => held.doNothing())
        .execute();
      await app.db
        .deleteFrom('user_role')
        .where('user_id', '=', idOf('carl'))
        .where('role_id', 'not in', roles)
        .execute();
    };
    const own = await rolesOf('carl');
    await hold(await rolesOf('ada'));
    expect((await me('ada')).permissions).toContain('manage_tenant');
    const body = await me('carl');
    for (const permissions of [body.permissions, body.applications[0].permissions]) {
      expect(permissions).toContain('manage_license');
      expect(permissions).not.toContain('manage_tenant');
      expect(permissions).not.toContain('manage_partner_user');
    }
    await hold(own);
    expect((await me('carl')).permissions).not.toContain('manage_license');
  });

  test('takes two queries, the viewer included', async () => {
    const url = `${ME}?hide_unavailable_applications=true`;
    await app.call('cleo', 'GET', url);
    let queries = 0;
    app.pool.on('acquire', (client) => {
      const run = client.query.bind(client);
      client.query = ((...args: Parameters<typeof run>) => {
        queries += 1;
        return run(...args);
      }) as typeof client.query;
      app.pool.once('release', () => void (client.query = run));
    });
    expect((await app.call('cleo', 'GET', url)).status).toBe(200);
    expect(queries).toBe(2);
    app.pool.removeAllListeners('acquire');
  });
});

describe('[S-272] the own applications', () => {
  test('are those with roles; an account narrows them to the roles that hold there', async () => {
    const roleId = newId();
    await app.db
      .insertInto('role')
      .values({
        id: roleId,
        app_code: 'ca_manager',
        name: 'Nordmark issuers',
        account_id: accountOf('nordmark-lb'),
        permissions: ['view_ca'],
        created_at: app.clock.now(),
      })
      .execute();
    await app.db
      .insertInto('user_role')
      .values([
        { user_id: idOf('cleo'), role_id: roleId },
        { user_id: idOf('ben'), role_id: roleId },
      ])
      .execute();
    const codes = async (person: Name, query = '') =>
      (await app.call(person, 'GET', `${APPLICATIONS}${query}`)).body.items.map(
        (one: { app_code: string }) => one.app_code,
      );
    expect(await codes('cleo')).toEqual(['account_manager', 'ca_manager']);
    expect(await codes('cleo', `?account_id=${accountOf('nordmark-lb')}`)).toEqual(['account_manager', 'ca_manager']);
    expect(await codes('ben', `?account_id=${accountOf('nordmark-lb')}`)).toEqual(['account_manager', 'ca_manager']);
    expect(await codes('ben', `?account_id=${accountOf('umbra-trust')}`)).toEqual(['account_manager']);
    expect(await codes('ben', `?account_id=${ZERO_UUID}`)).toEqual(['account_manager', 'ca_manager']);
    await app.db.deleteFrom('user_role').where('role_id', '=', roleId).execute();
  });

  test.each<[Name, string]>([
    ['cleo', 'orsini-custody'],
    ['cleo', 'umbra-trust'],
    ['bea', 'nordmark-lb'],
    ['emil', 'orsini-custody'],
  ])('%s does not get those of %s', async (person, identifier) => {
    expect((await app.call(person, 'GET', `${APPLICATIONS}?account_id=${accountOf(identifier)}`)).status).toBe(404);
  });

  test('an account that is no id is refused', async () => {
    expect((await app.call('ada', 'GET', `${APPLICATIONS}?account_id=all`)).status).toBe(400);
  });
});

describe('saving the own profile', () => {
  test('[S-042 S-198] stores what was changed; the phone loses its decoration', async () => {
    const answer = await edit('cleo', {
      phone: '+49 (30) 123-45',
      locale: 'de_DE',
      last_name: ' Marchetti-Öz ',
      date_format: 'YYYY/MM/DD',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ phone: '+493012345', locale: 'de_DE', last_name: 'Marchetti-Öz' });
    expect(await me('cleo')).toMatchObject({
      phone: '+493012345',
      locale: 'de_DE',
      last_name: 'Marchetti-Öz',
      date_format: 'YYYY/MM/DD',
    });
    await edit('cleo', { last_name: 'Marchetti', locale: 'en_US' });
    expect((await me('cleo')).date_format).toBe('YYYY/MM/DD');
  });

  test('is in the audit log with before and after, and without secrets', async () => {
    await edit('cleo', { phone: '110' });
    await edit('cleo', { phone: '112' });
    const event = await newestEvent('cleo');
    expect(event).toMatchObject({
      action: 'UPDATE',
      resource_type: 'USER',
      result: 'success',
      actor_id: idOf('cleo'),
      account_id: accountOf('nordmark-lb'),
      before: { phone: '110' },
      after: { phone: '112' },
    });
    expect(JSON.stringify(event)).not.toContain('argon2');
    expect(Object.keys(event?.after as object).toSorted()).toEqual([
      'aliases',
      'date_format',
      'email',
      'first_name',
      'last_name',
      'locale',
      'phone',
      'user_name',
    ]);
  });

  test.each<[why: string, change: Record<string, unknown>, field: string, status: string]>([
    ['[S-196] no first name', { first_name: '' }, 'first_name', 'REQUIRED'],
    ['[S-196] a blank last name', { last_name: '  ' }, 'last_name', 'REQUIRED'],
    ['[S-196] no user name', { user_name: '' }, 'user_name', 'REQUIRED_USER_NAME'],
    ['[S-242] a blank in the user name', { user_name: 'cle o' }, 'user_name', 'INVALID_USER_NAME'],
    ['[S-197] an email without a domain', { email: 'cleo@' }, 'email', 'INVALID_EMAIL'],
    ['[S-197] two emails', { email: 'cleo@nordmark.example,carl@orsini.example' }, 'email', 'INVALID_EMAIL'],
    ['a header in the email', { email: 'cleo@nordmark.example\r\nBcc: carl@orsini.example' }, 'email', 'INVALID_EMAIL'],
    ['letters for a phone', { phone: 'call me' }, 'phone', 'INVALID_PHONE'],
    ['an unknown language', { locale: 'xx_XX' }, 'locale', 'INVALID_INPUT'],
    ['an unknown date format', { date_format: 'YY' }, 'date_format', 'INVALID_INPUT'],
    ['markup', { first_name: '<script>alert(1)</script>' }, 'first_name', 'INVALID_NAME'],
    ['a secret', { password_hash: 'x' }, 'password_hash', 'UNKNOWN_FIELD'],
    ['a number for a name', { first_name: 7 }, 'first_name', 'INVALID_INPUT'],
  ])('refuses %s', async (_why, change, field, status) => {
    const before = await row('cleo');
    const answer = await edit('cleo', change);
    expect([answer.status, answer.body.error.fields[field]?.status]).toEqual([400, status]);
    expect(await row('cleo')).toEqual(before);
  });

  test.each<[field: string, value: unknown]>([
    ['access_scope', 'system'],
    ['primary_account_id', '00000000-0000-4000-8000-000000000001'],
    ['account_ids', ['00000000-0000-4000-8000-000000000001']],
    ['role_ids', []],
    ['active', false],
  ])('[S-315] nobody changes their own %s', async (field, value) => {
    const before = await row('cleo');
    const answer = await edit('cleo', { [field]: value });
    expect([answer.status, answer.body.error.fields[field]?.status]).toEqual([409, 'YOURSELF']);
    expect(await row('cleo')).toEqual(before);
  });

  test('[S-315] their own accounts and roles are theirs in any order, and without the first account', async () => {
    const id = newId();
    const names = { name: 'Nordmark readers', account_id: accountOf('nordmark-lb'), permissions: ['view_ca' as const] };
    const role = { id, app_code: 'ca_manager' as const, ...names, created_at: app.clock.now() };
    await app.db.insertInto('role').values(role).execute();
    await app.db
      .insertInto('user_role')
      .values({ user_id: idOf('cleo'), role_id: id })
      .execute();
    const other = accountOf('orsini-custody');
    await app.db
      .insertInto('user_account')
      .values({ user_id: idOf('cleo'), account_id: other })
      .execute();
    const { roles } = (await app.call('cleo', 'GET', userUrl('cleo'))).body;
    const role_ids: string[] = roles.map((one: { id: string }) => one.id).toReversed();
    expect(role_ids).toContain(id);
    const same = { account_ids: [other], role_ids: [...role_ids, id] };
    expect(await edit('cleo', same)).toMatchObject({ status: 200 });
    const fewer = await edit('cleo', { account_ids: [] });
    expect([fewer.status, fewer.body.error?.fields?.account_ids?.status]).toEqual([409, 'YOURSELF']);
    await app.db
      .deleteFrom('user_account')
      .where('account_id', '=', other)
      .where('user_id', '=', idOf('cleo'))
      .execute();
    await app.db.deleteFrom('user_role').where('role_id', '=', id).execute();
  });

  test('a save that changes nothing is none: nobody else is told of a change, and the log has none', async () => {
    const before = [await row('cleo'), (await events('cleo')).length];
    app.clock.pass(1);
    expect((await edit('cleo', {})).status).toBe(200);
    expect((await app.call('cleo', 'PUT', userUrl('cleo', `/locale/${(await me('cleo')).locale}`))).status).toBe(204);
    expect([await row('cleo'), (await events('cleo')).length]).toEqual(before);
  });

  test('[S-183] a taken user name is refused under its field, whatever its case, and that is audited', async () => {
    const answer = await edit('cleo', { user_name: 'CARL' });
    expect([answer.status, answer.body.error.status, answer.body.error.fields.user_name.status]).toEqual([
      409,
      'USERNAME_EXISTS',
      'USERNAME_EXISTS',
    ]);
    expect((await row('cleo')).user_name).toBe('cleo');
    expect(await newestEvent('cleo')).toMatchObject({
      action: 'UPDATE',
      result: 'failure',
      message: 'USERNAME_EXISTS',
    });
  });

  test('[S-183] of two who take the same name at once one gets it', async () => {
    const [cleo, carl] = await Promise.all([formOf('cleo'), formOf('carl')]);
    const answers = await Promise.all([
      app.call('cleo', 'PUT', userUrl('cleo'), { ...cleo, user_name: 'sought.after' }),
      app.call('carl', 'PUT', userUrl('carl'), { ...carl, user_name: 'Sought.After' }),
    ]);
    expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.find((answer) => answer.status !== 200)?.body.error.fields.user_name.status).toBe('USERNAME_EXISTS');
    await edit('cleo', { user_name: 'cleo' });
    await edit('carl', { user_name: 'carl' });
  });

  test('a new user name and email keep the session', async () => {
    expect((await edit('cleo', { user_name: 'Cleo.M', email: 'cleo.m@nordmark-lb.example' })).status).toBe(200);
    expect(await me('cleo')).toMatchObject({ user_name: 'Cleo.M', email: 'cleo.m@nordmark-lb.example' });
    expect((await edit('cleo', { user_name: 'cleo', email: 'cleo@nordmark-lb.example' })).status).toBe(200);
  });

  test('a new email is told at the old one, and only a new one', async () => {
    const notices = () =>
      app.db
        .selectFrom('mail')
        .select(['recipient', 'subject', 'user_id'])
        .where('kind', '=', 'email-changed')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    const before = (await notices()).length;
    await edit('cleo', { email: 'Cleo@nordmark-lb.example', phone: '+4930999' });
    expect(await notices()).toHaveLength(before);
    await edit('cleo', { email: 'cleo.private@mail.example' });
    expect((await notices())[0]).toEqual({
      recipient: 'Cleo@nordmark-lb.example',
      subject: 'Your Signet email address was changed',
      user_id: app.userIds.get('cleo'),
    });
    await edit('cleo', { email: 'cleo@nordmark-lb.example' });
  });

  test('a wide blank, as a Japanese keyboard gives, is kept as a plain one', async () => {
    expect((await edit('cleo', { first_name: '花　子\u3000', last_name: '\u3000山田' })).body).toMatchObject({
      first_name: '花 子',
      last_name: '山田',
    });
    await edit('cleo', { first_name: 'Cleo', last_name: 'Marchetti' });
  });

  test.each<[Name, Name, number]>([
    ['carl', 'cleo', 404],
    ['emil', 'cleo', 403],
    ['cleo', 'carl', 404],
  ])("%s can't save the profile of %s", async (person, other, status) => {
    const before = await row(other);
    const form = await formOf(other);
    expect((await app.call(person, 'PUT', userUrl(other), { ...form, first_name: 'Mallory' })).status).toBe(status);
    expect((await app.call(person, 'PUT', userUrl(other, '/locale/fr_FR'))).status).toBe(404);
    expect((await app.call(person, 'PUT', userUrl(other, '/agreement'), { locale: 'fr_FR' })).status).toBe(404);
    expect(await row(other)).toEqual(before);
  });
});

describe('locks of the own profile', () => {
  const NAMES: [field: string, value: string][] = [
    ['first_name', 'Else'],
    ['last_name', 'Where'],
    ['user_name', 'elsewhere'],
    ['email', 'else@where.example'],
  ];

  test.each(NAMES)('[S-233] an external identity keeps %s', async (field, value) => {
    await set('cleo', { onelogin_id: 'ext-1', onelogin_url: 'https://id.example/1' });
    const before = await row('cleo');
    const answer = await edit('cleo', { [field]: value, phone: '110110' });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
    expect(answer.body.error.fields[field].status).toBe('FIELD_LOCKED');
    expect(await row('cleo')).toEqual(before);
    await set('cleo', { onelogin_id: null, onelogin_url: null });
  });

  test('[S-234] device trust of the primary account keeps the names, and leaves phone and language', async () => {
    await app.db.updateTable('account').set({ dta_enabled: true }).where('id', '=', accountOf('nordmark-lb')).execute();
    expect((await me('cleo')).primary_account_dta_enabled).toBe(true);
    const all = await edit('cleo', Object.fromEntries(NAMES));
    expect(Object.keys(all.body.error.fields)).toEqual(NAMES.map(([field]) => field));
    expect((await edit('cleo', { phone: '4711', locale: 'fr_FR' })).body).toMatchObject({
      phone: '4711',
      locale: 'fr_FR',
    });
    await edit('cleo', { locale: 'en_US' });
    await app.db
      .updateTable('account')
      .set({ dta_enabled: false })
      .where('id', '=', accountOf('nordmark-lb'))
      .execute();
  });

  test('[S-234] system people stay unlocked by device trust', async () => {
    await app.db
      .updateTable('account')
      .set({ dta_enabled: true })
      .where('id', '=', accountOf('signet-platform'))
      .execute();
    expect((await edit('ada', { last_name: 'Lindqvist-Berg' })).status).toBe(200);
    await edit('ada', { last_name: 'Lindqvist' });
    await app.db
      .updateTable('account')
      .set({ dta_enabled: false })
      .where('id', '=', accountOf('signet-platform'))
      .execute();
  });
});

describe('aliases', () => {
  const long = (length: number): string => 'a'.repeat(length);

  test('[S-199 S-200] of system people are stored whole, and taken away again', async () => {
    const aliases = { [long(30)]: 'b'.repeat(50), sap: 'ada#1' };
    const kept = async (change: Record<string, unknown>) => {
      expect((await edit('ada', change)).status).toBe(200);
      return (await me('ada')).aliases;
    };
    expect(await kept({ aliases })).toEqual(aliases);
    expect(await kept({ phone: '1234' })).toEqual(aliases);
    expect(await kept({ aliases: {} })).toEqual({});
  });

  test.each<[why: string, aliases: Record<string, unknown>]>([
    ['an identifier of 31 characters', { [long(31)]: 'x' }],
    ['an empty identifier', { '': 'x' }],
    ['a blank in the identifier', { 'a b': 'x' }],
    ['a value of 51 characters', { a: 'b'.repeat(51) }],
    ['an empty value', { a: '' }],
    ['a value of markup', { a: '<b>' }],
    ['a value that is no text', { a: 7 }],
  ])('[S-199 S-200] %s is refused', async (_why, aliases) => {
    expect((await edit('ada', { aliases })).status).toBe(400);
    expect((await row('ada')).aliases).toEqual({});
  });

  test.each<Name>(['ben', 'cleo', 'emil'])('[S-201] of %s can neither be set nor seen', async (person) => {
    const answer = await edit(person, { aliases: { sap: 'mine' } });
    expect([answer.status, answer.body.error.fields.aliases.status]).toEqual([400, 'FIELD_LOCKED']);
    await set(person, { aliases: JSON.stringify({ sap: 'hidden' }) });
    expect((await me(person)).aliases).toEqual({});
    expect((await edit(person, { aliases: {} })).status).toBe(200);
    expect((await row(person)).aliases).toEqual({ sap: 'hidden' });
    await set(person, { aliases: '{}' });
  });
});

describe('language and terms', () => {
  test('[S-276] the language is stored and audited; an unknown one is refused', async () => {
    expect((await app.call('emil', 'PUT', userUrl('emil', '/locale/ja_JP'))).status).toBe(204);
    expect((await me('emil')).locale).toBe('ja_JP');
    expect(await newestEvent('emil')).toMatchObject({
      action: 'UPDATE',
      before: { locale: 'en_US' },
      after: { locale: 'ja_JP' },
    });
    expect((await app.call('emil', 'PUT', userUrl('emil', '/locale/xx_XX'))).status).toBe(400);
    expect((await me('emil')).locale).toBe('ja_JP');
  });

  test('[S-031 S-032] the terms are accepted once, in the language they were read in, and the log knows', async () => {
    await set('emil', { agreement_accepted_at: null });
    expect((await me('emil')).agreement_accepted).toBe(false);
    const { updated_at } = await row('emil');
    app.clock.pass(1);
    for (const [method, url] of [
      ['GET', '/account/ui-api/v1/permission'],
      ['GET', '/account/ui-api/v1/session'],
      ['GET', '/account/ui-api/v1/account'],
      ['PUT', userUrl('emil', '/locale/fr_FR')],
      ['DELETE', '/account/ui-api/v1/session'],
    ] as const) {
      const { status, body } = await app.call('emil', method, url);
      expect([url, status, body.error.status]).toEqual([url, 403, 'TERMS_NOT_ACCEPTED']);
    }
    expect((await app.call('emil', 'PUT', userUrl('emil', '/agreement'), { locale: 'de_DE' })).status).toBe(204);
    expect((await me('emil')).agreement_accepted).toBe(true);
    // Of which nobody says that they have changed the record.
    expect((await row('emil')).updated_at).toEqual(updated_at);
    expect((await row('emil')).agreement_locale).toBe('de_DE');
    expect(await newestEvent('emil')).toMatchObject({
      action: 'TERMS_AND_CONDITIONS',
      resource_type: 'USER',
      actor_id: idOf('emil'),
      after: { locale: 'de_DE' },
    });
    expect((await app.call('emil', 'PUT', userUrl('emil', '/agreement'), {})).status).toBe(400);
  });
});

describe('[S-183] whether a user name is taken', () => {
  const isTaken = async (name: string, query = '') =>
    (await app.call('emil', 'GET', `/account/ui-api/v1/user/${encodeURIComponent(name)}/find${query}`)).body;

  test('is told without case, and not of the own name', async () => {
    expect(await isTaken('CLEO')).toEqual({ exists: true });
    expect(await isTaken('cleo.x')).toEqual({ exists: false });
    expect(await isTaken('Cleo', `?userId=${idOf('cleo')}`)).toEqual({ exists: false });
    expect(await isTaken('Cleo', `?userId=${idOf('emil')}&state=abc&type=profile`)).toEqual({ exists: true });
  });

  test('names may hold every allowed symbol; others are refused', async () => {
    expect(await isTaken("a!#$%&'*+/`=?@.,_-")).toEqual({ exists: false });
    expect((await app.call('emil', 'GET', `/account/ui-api/v1/user/${encodeURIComponent('a;b')}/find`)).status).toBe(
      400,
    );
  });

  test.each(['/', '?', '#', '%', '%2F'])(
    '[S-431] a name with %j in it is found, and one without is not',
    async (sign) => {
      const name = `do${sign}ra`;
      await set('dora', { user_name: name });
      try {
        expect(await isTaken(name.toUpperCase())).toEqual({ exists: true });
        expect(await isTaken(`do${sign}`)).toEqual({ exists: false });
        expect(await isTaken(`${name}${sign}`)).toEqual({ exists: false });
        expect(await isTaken('dora')).toEqual({ exists: false });
      } finally {
        await set('dora', { user_name: 'dora' });
      }
    },
  );

  test("a deleted person's name is free", async () => {
    await set('emil', { deleted_at: app.clock.now() });
    expect((await app.call('ada', 'GET', '/account/ui-api/v1/user/emil/find')).body).toEqual({ exists: false });
    await set('emil', { deleted_at: null });
  });
});

describe('nobody', () => {
  test.each([ME, APPLICATIONS, '/account/ui-api/v1/user/cleo/find'])('gets 401 from %s', async (url) => {
    expect((await app.call(null, 'GET', url)).status).toBe(401);
  });
});
