import { ZERO_UUID } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { PASSWORD, startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { insertDomain } from '../../testing/email-domain.ts';
import {
  ACCOUNTS as BASE,
  accountsIn,
  countAccounts,
  TODAY,
  wantedAccount as wanted,
} from '../../testing/new-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true });
});
afterAll(() => app.close());

const { idOf, read, status, create } = accountsIn(() => app);
const accounts = (): Promise<number> => countAccounts(app);
const INES = { first_name: 'Ines', last_name: 'Falk' };

describe('creating an account', () => {
  test('[A-039 A-263 A-264 A-265 A-278 A-285] system scope: a standard account with an organization', async () => {
    const answer = await app.call('ada', 'POST', BASE, wanted());
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Müller & Co. (Berlin)',
      display_name: 'Müller & Co. (Berlin)',
      active: true,
      type: 'standard',
      partner_account_id: null,
      system_account: false,
      service_period: { from: TODAY, to: '2027-11-20' },
    });
    for (const key of [
      'id',
      'friendly_identifier',
      'locale',
      'partner_account_name',
      'has_onelogin_id',
      'federated_account_id',
      'federated_account_name',
      'federated_account_details_url',
      'federation_status',
      'can_account_be_unlinked',
      'has_dsm_license',
      'allow_user_creation_via_sso',
      'mfa_enabled',
      'can_edit_mfa',
      'auth_config',
      'clientAuthCertLoginEnabled',
      'sign_in_methods',
      'oauth_clients',
      'enabled_feature_ids',
    ]) {
      expect(answer.body).toHaveProperty(key);
    }
    // A new account signs in with passwords; clients and features of an account come with their areas.
    const off = { status: 'disabled', mfaStatus: 'disabled', clientAuthCertLoginEnabled: false };
    expect(answer.body).toMatchObject({
      auth_config: [{ type: 'standard' }],
      sign_in_methods: [
        { ...off, signInMethod: 'standard', status: 'enabled' },
        { ...off, signInMethod: 'singleSignOnSaml' },
        { ...off, signInMethod: 'singleSignOnOidc' },
      ],
      oauth_clients: [],
      enabled_feature_ids: expect.arrayContaining(['private_issuance']),
    });
    expect(await read('ada', answer.body.id)).toEqual(answer.body);
    const organizations = await app.call('ada', 'GET', `/account/ui-api/v1/organization?account_id=${answer.body.id}`);
    expect(organizations.body.items).toMatchObject([{ name: 'Müller & Co.', country: 'DE' }]);
  });

  test('[A-039 S-221] a partner’s account becomes its customer, seen by it and by no other partner', async () => {
    const made = await create('ben');
    expect(made).toMatchObject({
      type: 'standard',
      partner_account_id: idOf('umbra-trust'),
      partner_account_name: 'Umbra Trust Services',
    });
    expect(await status('ben', 'GET', made.id)).toBe(200);
    for (const person of ['bea', 'cleo', 'carl'] as const) expect(await status(person, 'GET', made.id)).toBe(404);
  });

  test('[A-039] a person of partner scope creates none under an account that is no partner in service', async () => {
    const ben = { primary_account_id: idOf('nordmark-lb') };
    await app.db.updateTable('app_user').set(ben).where('user_name', '=', 'ben').execute();
    const before = await accounts();
    const answer = await app.call('ben', 'POST', BASE, wanted());
    expect([answer.status, answer.body.error.status]).toEqual([403, 'FORBIDDEN']);
    expect(await accounts()).toBe(before);
    const back = { primary_account_id: idOf('umbra-trust') };
    await app.db.updateTable('app_user').set(back).where('user_name', '=', 'ben').execute();
    expect(await create('ben')).toMatchObject({ partner_account_id: idOf('umbra-trust') });
  });

  test.each([null, ZERO_UUID])('[S-419] a partner that names none, by %j, gets an account of its own', async (none) => {
    const made = await app.call('ben', 'POST', BASE, wanted({ partner_account_id: none }));
    expect(made).toMatchObject({ status: 201, body: { partner_account_id: idOf('umbra-trust') } });
  });

  test('the log has the first organization as it was stored', async () => {
    const { id } = await create('ada');
    const event = app.db.selectFrom('audit_event').selectAll().where('account_id', '=', id);
    expect(await event.where('resource_type', '=', 'ORGANIZATION').executeTakeFirst()).toMatchObject({
      resource_name: 'Müller & Co.',
      after: { name: 'Müller & Co.', country: 'DE' },
    });
  });

  test('[A-037 A-038 A-001] a partner account: system scope with the flag on; refused to all others', async () => {
    expect(await create('ada', { type: 'partner' })).toMatchObject({ type: 'partner', partner_account_id: null });
    expect(await create('ada', { partner_account_id: idOf('umbra-trust') })).toMatchObject({
      partner_account_name: 'Umbra Trust Services',
    });
    const before = await accounts();
    expect((await app.call('ben', 'POST', BASE, wanted({ type: 'partner' }))).status).toBe(403);
    expect(
      (await app.call('ben', 'POST', BASE, wanted({ partner_account_id: idOf('calder-identity') }))).body.error.fields
        .partner_account_id.status,
    ).toBe('NOT_FOUND');
    expect(
      (await app.call('ada', 'POST', BASE, wanted({ partner_account_id: idOf('nordmark-lb') }))).body.error.fields
        .partner_account_id.status,
    ).toBe('NOT_FOUND');
    const below = await app.call(
      'ada',
      'POST',
      BASE,
      wanted({ type: 'partner', partner_account_id: idOf('umbra-trust') }),
    );
    expect([below.status, below.body.error.fields.partner_account_id.status]).toEqual([409, 'PARTNER_ACCOUNT']);
    await app.db
      .insertInto('feature_flag')
      .values({ name: 'AM_enable_partner_scope', key: '', enabled: false, updated_at: app.clock.now() })
      .execute();
    expect((await app.call('ada', 'POST', BASE, wanted({ type: 'partner' }))).body.error).toMatchObject({
      status: 'FEATURE_OFF',
    });
    // Switched for the person alone it is the same, as everywhere.
    await app.db
      .updateTable('feature_flag')
      .set({ key: app.userIds.get('ada') ?? '' })
      .execute();
    expect((await app.call('ada', 'POST', BASE, wanted({ type: 'partner' }))).body.error).toMatchObject({
      status: 'FEATURE_OFF',
    });
    await app.db.deleteFrom('feature_flag').execute();
    expect(await accounts()).toBe(before);
    expect(await status('cleo', 'POST', '', wanted())).toBe(403);
  });

  test.each(['manage_account', 'manage_organization', 'manage_permission'])(
    '[A-282] without %s nobody creates one, and nobody at account scope does',
    async (missing) => {
      const before = await accounts();
      const kept = await app.db.selectFrom('role').select(['id', 'permissions']).execute();
      await sql`update role set permissions = array_remove(permissions, ${missing})`.execute(app.db);
      for (const person of ['ada', 'ben'] as const) expect(await status(person, 'POST', '', wanted())).toBe(403);
      for (const { id, permissions } of kept)
        await app.db.updateTable('role').set({ permissions }).where('id', '=', id).execute();
      expect(await status('cleo', 'POST', '', wanted())).toBe(403);
      expect(await accounts()).toBe(before);
      expect(await status('ben', 'POST', '', wanted())).toBe(201);
    },
  );

  test('the first administrator is invited by mail, chooses a password, and has this account alone', async () => {
    const made = await create('ada', {
      administrator: { first_name: 'Ines', last_name: 'Falk', email: 'ines.falk@kontor.example' },
    });
    const mail = (await app.call('ada', 'GET', '/account/ui-api/v1/mail?to=ines.falk')).body.items[0];
    expect(mail).toMatchObject({ kind: 'invitation', to: 'ines.falk@kontor.example' });
    const { text } = (await app.call('ada', 'GET', `/account/ui-api/v1/mail/${mail.id}`)).body;
    const [, userId, code] = /\/verify\/([\w-]+)\/(\S+)/.exec(text) ?? [];
    expect(
      (
        await app.request('POST', `/account/ui-api/v1/user/${userId}/verify`, {
          verification_code: code,
          login: 'ines.falk',
          password: PASSWORD,
        })
      ).status,
    ).toBe(201);
    const { body } = await app.request('POST', '/account/ui-api/v1/auth/login', {
      user_name: 'ines.falk',
      password: PASSWORD,
    });
    const authorization = `Bearer ${body.access_token}`;
    await app.request('PUT', `/account/ui-api/v1/user/${userId}/agreement`, { locale: 'en_US' }, { authorization });
    const list = await app.request('GET', BASE, undefined, { authorization });
    expect(list.body.items.map((one: { id: string }) => one.id)).toEqual([made.id]);
    const events = await app.db
      .selectFrom('audit_event')
      .select(['action', 'resource_type'])
      .where('account_id', '=', made.id)
      .where('action', '=', 'CREATE')
      .execute();
    expect(events.map((event) => event.resource_type).toSorted()).toEqual(['ACCOUNT', 'ORGANIZATION', 'USER']);
  });

  describe('with a first administrator', () => {
    let n = 0;
    const withAdministrator = (more: object = {}) => {
      const email = `i${(n += 1)}@vogt.example`;
      return wanted({ administrator: { first_name: 'Ines', last_name: 'Vogt', email }, ...more });
    };
    const refusal = async (person: Name, more: object = {}) => {
      const before = await accounts();
      const answer = await app.call(person, 'POST', BASE, withAdministrator(more));
      expect(await accounts()).toBe(before);
      return [answer.status, answer.body.error.fields?.administrator?.status];
    };
    /** Runs while nobody's roles hold this permission. */
    async function without(permission: string, work: () => Promise<void>, of = sql<boolean>`true`) {
      const kept = await app.db.selectFrom('role').select(['id', 'permissions']).execute();
      await sql`update role set permissions = array_remove(permissions, ${permission}) where ${of}`.execute(app.db);
      await work();
      for (const { id, permissions } of kept)
        await app.db.updateTable('role').set({ permissions }).where('id', '=', id).execute();
    }

    test('is for who may make people of that scope; without one it is for all who create accounts', async () => {
      await without('manage_account_user', async () => {
        expect(await refusal('ben')).toEqual([403, 'SCOPE_NOT_MANAGEABLE']);
        expect(await status('ben', 'POST', '', wanted())).toBe(201);
        expect(await status('ada', 'POST', '', withAdministrator({ type: 'partner' }))).toBe(201);
      });
      await without('manage_partner_user', async () =>
        expect(await refusal('ada', { type: 'partner' })).toEqual([403, 'SCOPE_NOT_MANAGEABLE']),
      );
    });

    test('is refused to who has less than the role that it is given', async () => {
      await without(
        'view_audit_log',
        async () => expect(await refusal('ben')).toEqual([403, 'ABOVE_OWN_RIGHTS']),
        sql<boolean>`name = 'Partner administrator'`,
      );
      expect(await status('ben', 'POST', '', withAdministrator())).toBe(201);
    });
  });

  test('makes nobody whose address, as user name, leads to the account of others; nothing is half made', async () => {
    await insertDomain(app, 'orsini-custody', 'custody.example');
    const before = await accounts();
    const at = (email: string) => wanted({ administrator: { first_name: 'Pia', last_name: 'Berg', email } });
    const refused = await app.call('ada', 'POST', BASE, at('pia@Custody.example'));
    expect([refused.status, refused.body.error.fields['administrator.email'].status]).toEqual([
      400,
      'DOMAIN_LEADS_ELSEWHERE',
    ]);
    expect(await accounts()).toBe(before);
    expect((await app.call('ada', 'POST', BASE, at('pia@elsewhere.example'))).status).toBe(201);
  });

  test.each([
    ['name', { name: '' }, 'REQUIRED'],
    ['name', { name: 'x'.repeat(257) }, 'MAX_LENGTH'],
    ['name', { name: '<script>' }, 'invalidAccountNameError'],
    ['friendly_identifier', { friendly_identifier: 'with a blank' }, 'INVALID_IDENTIFIER'],
    ['friendly_identifier', { friendly_identifier: 'NORDMARK-lb' }, 'IDENTIFIER_EXISTS'],
    ['service_period.to', { service_period: { from: '2026-01-01', to: '2026-11-20' } }, 'END_IN_PAST'],
    ['service_period.to', { service_period: { from: '2027-05-01', to: '2027-04-30' } }, 'END_BEFORE_START'],
    ['service_period.to', { service_period: { from: TODAY } }, 'REQUIRED'],
    ['service_period.from', { service_period: { from: '2026-02-30', to: '2027-04-30' } }, 'INVALID_DATE'],
    ['locale', { locale: 'xx_XX' }, 'INVALID_INPUT'],
    ['organization.name', { organization: { name: '' } }, 'REQUIRED'],
    ['organization.country', { organization: { name: 'Kontor', country: 'KP' } }, 'INVALID_INPUT'],
    ['administrator.email', { administrator: { first_name: 'I', last_name: 'F', email: 'nowhere' } }, 'INVALID_EMAIL'],
    ['administrator.email', { administrator: { first_name: 'I', last_name: 'F', email: 'cleo' } }, 'INVALID_EMAIL'],
    // It is the user name as well.
    ['administrator.email', { administrator: { ...INES, email: 'a~b@vogt.example' } }, 'INVALID_USER_NAME'],
    ['administrator.email', { administrator: { ...INES, email: 'ju\u0308@vogt.example' } }, 'INVALID_USER_NAME'],
    ['id', { id: newId() }, 'UNKNOWN_FIELD'],
  ])('%s of %j is refused under its field, nothing is written', async (field, more, expected) => {
    const before = await accounts();
    const answer = await app.call('ada', 'POST', BASE, wanted(more));
    expect([answer.status < 500, answer.body.error.fields?.[field]?.status]).toEqual([true, expected]);
    expect(await accounts()).toBe(before);
  });

  test.each([1, 255, 256])('[A-267 A-269] a name of %i characters is accepted', async (length) => {
    expect((await app.call('ada', 'POST', BASE, wanted({ name: 'x'.repeat(length) }))).status).toBe(201);
  });
});

describe('bad input of accounts', () => {
  const LINK = {
    federated_account_id: 'F-88',
    federated_account_name: 'Twice',
    federated_account_details_url: 'https://federation.example/accounts/F-88',
  };

  test.each<[string, object, string, string]>([
    [
      'an address with a NUL',
      { administrator: { first_name: 'A', last_name: 'B', email: 'a\0@b.example' } },
      'administrator.email',
      'INVALID_EMAIL',
    ],
    [
      'an address with an invisible turn of direction',
      { administrator: { first_name: 'A', last_name: 'B', email: 'a\u202e@b.example' } },
      'administrator.email',
      'INVALID_EMAIL',
    ],
    [
      'a start in the year 0',
      { service_period: { from: '0000-01-01', to: '2027-01-01' } },
      'service_period.from',
      'INVALID_DATE',
    ],
    ['half a character in a name', { name: 'Kontor \ud800' }, 'name', 'invalidAccountNameError'],
    ['no language', { locale: undefined }, 'locale', 'REQUIRED'],
    [
      'a blank federated id',
      { federation: { ...LINK, federated_account_id: '  ' } },
      'federation.federated_account_id',
      'REQUIRED',
    ],
    [
      'a line break in a federated name',
      { federation: { ...LINK, federated_account_name: 'a\nb' } },
      'federation.federated_account_name',
      'INVALID_INPUT',
    ],
  ])('[S-218] %s', async (_what, more, field, reason) => {
    const before = await accounts();
    const { status: code, body } = await app.call('ada', 'POST', BASE, wanted(more));
    expect([code, body.error.fields[field]?.status]).toEqual([400, reason]);
    expect(await accounts()).toBe(before);
  });

  test('[A-264] one federated id for two accounts', async () => {
    expect((await app.call('ada', 'POST', BASE, wanted({ federation: LINK }))).status).toBe(201);
    expect(
      (await app.call('ada', 'POST', BASE, wanted({ federation: LINK }))).body.error.fields[
        'federation.federated_account_id'
      ].status,
    ).toBe('FEDERATED_ID_EXISTS');
    expect(
      (await app.call('ada', 'POST', `${BASE}/${(await create('ada')).id}/link`, LINK)).body.error.fields
        .federated_account_id.status,
    ).toBe('FEDERATED_ID_EXISTS');
  });

  test('a partner that is not in service gets no customer', async () => {
    const partner = await create('ada', { type: 'partner', name: 'Resting Partner' });
    await app.call('ada', 'PUT', `${BASE}/${partner.id}/active`, { active: false });
    const { id } = await create('ada');
    for (const answer of [
      await app.call('ada', 'PUT', `${BASE}/${id}/partner`, { partner_account_id: partner.id }),
      await app.call('ada', 'POST', BASE, wanted({ partner_account_id: partner.id })),
    ])
      expect([answer.status, answer.body.error.fields.partner_account_id.status]).toEqual([409, 'PARTNER_INACTIVE']);
  });

  test('[A-268] names as they are written elsewhere pass', async () => {
    for (const name of [
      '株式会社・テスト',
      'Kontor – Nord',
      '«Север» и Ко',
      'Smith & Sons; Ltd. [UK]',
      '“Quoted” Trading',
    ])
      expect((await app.call('ada', 'POST', BASE, wanted({ name, organization: { name } }))).status).toBe(201);
    expect((await app.call('ada', 'POST', BASE, wanted({ name: '<script>' }))).body.error.fields.name.status).toBe(
      'invalidAccountNameError',
    );
  });

  test('a search that begins with blanks finds what it names', async () => {
    const found = (await app.call('ada', 'GET', `${BASE}?name=%20nordmark%20`)).body;
    expect(found.items.map(({ name }: { name: string }) => name)).toEqual(['Nordmark Landesbank']);
  });

  test('a filter by a day of the year 0, or by a country that is none, is refused', async () => {
    expect((await app.call('ada', 'GET', `${BASE}?end_date_from=0000-01-01`)).status).toBe(400);
    expect((await app.call('ada', 'GET', '/account/ui-api/v1/organization?country=%00%00')).status).toBe(400);
  });
});
