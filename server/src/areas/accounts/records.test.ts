import { ZERO_UUID } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runPlan } from '../../bulk/run.ts';
import { openDatabase, TIME_LIMITS } from '../../db/open.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { ACCOUNTS as BASE, accountsIn, TODAY, wantedAccount as wanted } from '../../testing/new-account.ts';
import { PASSWORD, startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { newestEvent } from '../../testing/sign-in.ts';
import { bulkActs } from '../bulk-acts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ lastMayGo: true });
});
afterAll(() => app.close());

const { idOf, read, status, create } = accountsIn(() => app);
const newest = () => newestEvent(app);
const edit = (more: object = {}) => ({
  name: 'Nordmark Landesbank',
  locale: 'de_DE',
  service_period: { from: '2025-01-01', to: '2028-12-31' },
  ...more,
});

describe('editing an account', () => {
  test('[A-049 A-061 A-271] system and owning partner save name, language and an end, today too', async () => {
    const { id, version } = await create('ben');
    const answer = await app.call('ben', 'PUT', `${BASE}/${id}?version=${version}`, {
      name: 'Kontor Nord',
      locale: 'fr_FR',
      service_period: { from: TODAY, to: TODAY },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        name: 'Kontor Nord',
        display_name: 'Kontor Nord',
        locale: 'fr_FR',
        service_period: { from: TODAY, to: TODAY },
        version: version + 1,
        updated_by_name: 'Ben Okafor',
      },
    });
    expect(await newest()).toMatchObject({
      action: 'UPDATE',
      resource_type: 'ACCOUNT',
      account_id: id,
      before: { name: 'Müller & Co. (Berlin)', service_to: '2027-11-20' },
      after: { name: 'Kontor Nord', service_to: TODAY },
    });
    expect((await app.call('ada', 'PUT', `${BASE}/${id}?version=${version}`, edit())).body.error).toMatchObject({
      status: 'CHANGED_MEANWHILE',
      params: { by: 'Ben Okafor' },
    });
    expect((await read('ada', id)).name).toBe('Kontor Nord');
  });

  test('the platform’s own account keeps its name; its language may change', async () => {
    const id = idOf('signet-platform');
    const { name, service_period } = await read('ada', id);
    const save = (values: object) =>
      app.call('ada', 'PUT', `${BASE}/${id}`, { name, locale: 'de_DE', service_period, ...values });
    expect((await save({ name: 'Another name' })).body.error.fields.name.status).toBe('SYSTEM_ACCOUNT');
    expect(await save({})).toMatchObject({ status: 200, body: { name, locale: 'de_DE' } });
    expect((await save({ locale: 'en_US' })).status).toBe(200);
  });

  test('[A-046 A-061 A-272] refused to an account and to a partner for its own; a foreign one is unknown', async () => {
    expect(await status('cleo', 'PUT', idOf('nordmark-lb'), edit())).toBe(403);
    expect(await status('bea', 'PUT', idOf('nordmark-lb'), edit())).toBe(404);
    expect(await status('ben', 'PUT', idOf('umbra-trust'), edit())).toBe(403);
    expect((await read('ben', idOf('umbra-trust'))).why_not).toMatchObject({
      edit: { status: 'FORBIDDEN' },
      end_date: { status: 'FIELD_LOCKED' },
    });
    expect((await read('ada', idOf('nordmark-lb'))).name).toBe('Nordmark Landesbank');
  });

  test.each([
    ['service_period.to', { service_period: { from: TODAY, to: '2026-11-20' } }, 'END_IN_PAST'],
    ['service_period.to', { service_period: { from: '2027-05-01', to: '2027-04-30' } }, 'END_BEFORE_START'],
    ['service_period.to', { service_period: { from: TODAY, to: null } }, 'REQUIRED'],
    ['name', { name: 'x'.repeat(257) }, 'MAX_LENGTH'],
    ['name', { name: 'a<b' }, 'invalidAccountNameError'],
    ['locale', { locale: '' }, 'REQUIRED_CHOICE'],
    ['friendly_identifier', { friendly_identifier: 'another' }, 'UNKNOWN_FIELD'],
  ])('[A-045 A-267 A-268 A-270 A-271 A-273] %s of %j is refused', async (field, more, expected) => {
    const { id } = await create('ada');
    const answer = await app.call('ada', 'PUT', `${BASE}/${id}`, edit(more));
    expect([answer.status, answer.body.error.fields[field].status]).toEqual([400, expected]);
    expect((await read('ada', id)).version).toBe(1);
  });

  test('the platform’s own account keeps its open end', async () => {
    const own = idOf('signet-platform');
    expect(
      (
        await app.call('ada', 'PUT', `${BASE}/${own}`, {
          name: 'Signet platform',
          locale: 'en_US',
          service_period: { from: '2021-01-01', to: '2030-01-01' },
        })
      ).body.error.fields['service_period.to'].status,
    ).toBe('FIELD_LOCKED');
    expect(
      (
        await app.call('ada', 'PUT', `${BASE}/${own}`, {
          name: 'Signet platform',
          locale: 'en_US',
          service_period: { from: '2021-01-01', to: null },
        })
      ).status,
    ).toBe(200);
  });

  test('[A-049] an account without an end keeps none while its name is edited; an end stays', async () => {
    const { id } = await create('ada');
    await app.db.updateTable('account').set({ service_to: null }).where('id', '=', id).execute();
    const saved = await app.call(
      'ada',
      'PUT',
      `${BASE}/${id}`,
      edit({ name: 'Ohne Ende', service_period: { from: TODAY, to: null } }),
    );
    expect([saved.status, saved.body.name, saved.body.service_period]).toEqual([
      200,
      'Ohne Ende',
      { from: TODAY, to: null },
    ]);
    expect(await status('ada', 'PUT', id, edit({ service_period: { from: TODAY, to: '2027-12-31' } }))).toBe(200);
    expect(await status('ada', 'PUT', id, edit({ service_period: { from: TODAY, to: null } }))).toBe(400);
  });
});

describe('switching an account off', () => {
  beforeEach(() => app.forget('carl'));

  test('its people are out at the next request and cannot come back until it is on again; others stay', async () => {
    const id = idOf('orsini-custody');
    const { access_token, refresh_token } = await app.signIn('carl');
    const whoAmI = async (): Promise<number> =>
      (await app.request('GET', '/account/ui-api/v1/auth/me', undefined, { authorization: `Bearer ${access_token}` }))
        .status;
    const renewed = () => app.request('POST', '/imauth/api/v1/refresh', { refresh_token });
    expect(await whoAmI()).toBe(200);
    expect((await app.call('bea', 'GET', `${BASE}/${id}/effects`)).body).toMatchObject({ people: 1, customers: 0 });
    expect((await app.call('bea', 'PUT', `${BASE}/${id}/active`, { active: false })).body).toMatchObject({
      active: false,
      switched_on: false,
    });
    expect(await newest()).toMatchObject({ action: 'UPDATE', before: { active: true }, after: { active: false } });
    // The session is over, and the person hears why: as they would where the service period had run out.
    expect(await whoAmI()).toBe(403);
    expect((await renewed()).body.error.status).toBe('ACCOUNT_EXPIRED');
    expect(
      (await app.request('POST', '/account/ui-api/v1/auth/login', { user_name: 'carl', password: PASSWORD })).status,
    ).toBe(403);
    expect(await status('cleo', 'GET', idOf('nordmark-lb'))).toBe(200);
    expect((await app.call('bea', 'PUT', `${BASE}/${id}/active`, { active: true })).body.active).toBe(true);
    // For good: what was switched off by somebody is not woken by switching on.
    expect(await whoAmI()).toBe(401);
    expect((await renewed()).body.error.status).toBe('UNAUTHORIZED');
    expect(
      (await app.request('POST', '/account/ui-api/v1/auth/login', { user_name: 'carl', password: PASSWORD })).status,
    ).toBe(200);
  });

  test('refused for the platform’s account, the viewer’s own, and to a foreign partner and an account', async () => {
    expect(
      (await app.call('ada', 'PUT', `${BASE}/${idOf('signet-platform')}/active`, { active: false })).body.error.status,
    ).toBe('SYSTEM_ACCOUNT');
    expect(await status('ben', 'PUT', `${idOf('umbra-trust')}/active`, { active: false })).toBe(403);
    expect(await status('ben', 'PUT', `${idOf('orsini-custody')}/active`, { active: false })).toBe(404);
    expect(await status('cleo', 'PUT', `${idOf('nordmark-lb')}/active`, { active: false })).toBe(403);
  });
});

describe('deleting an account', () => {
  test('[A-050] system scope deletes it from list and address; its identifier and its trail stay', async () => {
    const { id, friendly_identifier } = await create('ada');
    expect(await status('ada', 'DELETE', id)).toBe(204);
    expect(await newest()).toMatchObject({ action: 'DELETE', resource_type: 'ACCOUNT', resource_id: id });
    expect(await status('ada', 'GET', id)).toBe(404);
    expect((await app.call('ada', 'GET', `${BASE}?friendly_identifier=${friendly_identifier}`)).body.total).toBe(0);
    expect((await app.call('ada', 'GET', `${BASE}/find?friendly_identifier=${friendly_identifier}`)).body).toEqual({
      exists: true,
    });
    expect((await app.call('ada', 'POST', BASE, wanted({ friendly_identifier }))).status).toBe(409);
  });

  test('[A-050] a partner that gets a customer while it is deleted stays', async () => {
    const [partner, customer] = [await create('ada', { type: 'partner' }), await create('ada')];
    const refused = await meanwhile(
      app,
      [
        sql`select from account where id = ${partner.id} for share`,
        sql`update account set partner_account_id = ${partner.id} where id = ${customer.id}`,
      ],
      () => app.call('ada', 'DELETE', `${BASE}/${partner.id}`),
    );
    expect(refused.body.error).toMatchObject({ status: 'HAS_CUSTOMERS', params: { count: 1 } });
    expect(await status('ada', 'GET', partner.id)).toBe(200);
  });

  test('[A-050] refused: the platform’s own, a partner with customers, and to everybody but system scope', async () => {
    expect((await app.call('ada', 'DELETE', `${BASE}/${idOf('signet-platform')}`)).body.error.status).toBe(
      'SYSTEM_ACCOUNT',
    );
    expect((await app.call('ada', 'DELETE', `${BASE}/${idOf('calder-identity')}`)).body.error).toMatchObject({
      status: 'HAS_CUSTOMERS',
      params: { count: 1 },
    });
    for (const person of ['ben', 'bea', 'cleo', 'carl'] as const)
      expect(await status(person, 'DELETE', idOf('nordmark-lb'))).toBe(403);
    expect(await status('ada', 'GET', idOf('nordmark-lb'))).toBe(200);
  });
});

describe('a customer’s partner', () => {
  test('is changed by system scope: the old partner loses sight of it, the new one gains it', async () => {
    const { id } = await create('ben');
    expect(
      (await app.call('ada', 'PUT', `${BASE}/${id}/partner`, { partner_account_id: idOf('calder-identity') })).body,
    ).toMatchObject({ partner_account_name: 'Calder Identity' });
    const told = app.db.selectFrom('audit_event').selectAll().where('account_id', '=', id).orderBy('id', 'desc');
    expect(await told.executeTakeFirst()).toMatchObject({
      before: { partner_account_name: 'Umbra Trust Services' },
      after: { partner_account_name: 'Calder Identity' },
    });
    expect([await status('ben', 'GET', id), await status('bea', 'GET', id)]).toEqual([404, 200]);
    expect(
      (await app.call('ada', 'PUT', `${BASE}/${id}/partner`, { partner_account_id: null })).body.partner_account_id,
    ).toBeNull();
    expect([await status('ben', 'GET', id), await status('bea', 'GET', id)]).toEqual([404, 404]);
  });

  test('is not changed by who comes second: what they read would follow of it is not so any more', async () => {
    const { id } = await create('ben');
    const give = (to: string | null, from: string | null) =>
      app.call('ada', 'PUT', `${BASE}/${id}/partner`, { partner_account_id: to, old_partner_account_id: from });
    expect((await give(idOf('calder-identity'), idOf('umbra-trust'))).status).toBe(200);
    const late = await give(null, idOf('umbra-trust'));
    expect([late.status, late.body.error.status]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(await status('bea', 'GET', id)).toBe(200);
    expect((await give(null, idOf('calder-identity'))).status).toBe(200);
    expect((await give(idOf('umbra-trust'), null)).status).toBe(200);
  });

  test('[S-419] the zero UUID is none', async () => {
    const made = await create('ada', { partner_account_id: ZERO_UUID });
    expect(made.partner_account_id).toBeNull();
    await app.call('ada', 'PUT', `${BASE}/${made.id}/partner`, { partner_account_id: idOf('umbra-trust') });
    expect(
      (await app.call('ada', 'PUT', `${BASE}/${made.id}/partner`, { partner_account_id: ZERO_UUID })).body
        .partner_account_id,
    ).toBeNull();
  });

  test('is refused: a partner account, one that is no partner, and everybody but system scope', async () => {
    expect(
      (
        await app.call('ada', 'PUT', `${BASE}/${idOf('umbra-trust')}/partner`, {
          partner_account_id: idOf('calder-identity'),
        })
      ).body.error.status,
    ).toBe('PARTNER_ACCOUNT');
    expect(
      (
        await app.call('ada', 'PUT', `${BASE}/${idOf('nordmark-lb')}/partner`, {
          partner_account_id: idOf('orsini-custody'),
        })
      ).body.error.fields.partner_account_id.status,
    ).toBe('NOT_FOUND');
    expect(await status('ben', 'PUT', `${idOf('nordmark-lb')}/partner`, { partner_account_id: null })).toBe(403);
  });

  test('a partner that is renamed carries its new name at its customers', async () => {
    const partner = idOf('umbra-trust');
    expect(
      (
        await app.call('ada', 'PUT', `${BASE}/${partner}`, {
          name: 'Umbra Trust AG',
          locale: 'en_US',
          service_period: { from: '2021-07-01', to: '2029-06-30' },
        })
      ).status,
    ).toBe(200);
    expect((await read('cleo', idOf('nordmark-lb'))).partner_account_name).toBe('Umbra Trust AG');
    await app.call('ada', 'PUT', `${BASE}/${partner}`, {
      name: 'Umbra Trust Services',
      locale: 'en_US',
      service_period: { from: '2021-07-01', to: '2029-06-30' },
    });
  });
});

test('an account so large that it takes longer than other requests is deleted, and given away', async () => {
  const busy = await startTestApp({ open: (connection, size) => openDatabase(connection, size, TIME_LIMITS.request) });
  try {
    const of = accountsIn(() => busy);
    const made = [await of.create('ben'), await of.create('ben')] as const;
    await busy.pool.query(`create function take_long() returns trigger language plpgsql as
      $$ begin perform pg_sleep(4.2); return coalesce(new, old); end $$;
      create trigger take_long before delete or update of owner_account_id on organization
      for each row execute function take_long()`);
    const partner = { partner_account_id: of.idOf('calder-identity') };
    const answers = await Promise.all([
      busy.call('ada', 'DELETE', `${BASE}/${made[0].id}`),
      busy.call('ada', 'PUT', `${BASE}/${made[1].id}/partner`, partner),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([204, 200]);
    expect([await of.status('ada', 'GET', made[0].id), await of.status('bea', 'GET', made[1].id)]).toEqual([404, 200]);
  } finally {
    await busy.close();
  }
});

test('whom it touches is told of one so large, too, and of it among several', async () => {
  const busy = await startTestApp({ open: (connection, size) => openDatabase(connection, size, TIME_LIMITS.request) });
  try {
    const of = accountsIn(() => busy);
    const { id } = await of.create('ben');
    // Counting its organization takes its time.
    await busy.pool.query(`alter table organization rename to organization_kept;
      create view organization as select * from organization_kept
      where case when account_id = '${id}' then pg_sleep(4.2) is not null else true end`);
    const [one, plan] = await Promise.all([
      busy.call('ada', 'GET', `${BASE}/${id}/effects`),
      busy.call('ada', 'POST', `${BASE}/bulk/delete`, { ids: [id], input: {} }),
    ]);
    expect([one.status, plan.status]).toEqual([200, 201]);
    expect([one.body.organizations, plan.body.effects.organizations]).toEqual([1, 1]);
    expect((await busy.call('bea', 'GET', `${BASE}/${id}/effects`)).status).toBe(404);
  } finally {
    await busy.close();
  }
});

describe('a linked account', () => {
  const LINK = {
    federated_account_id: 'F-77',
    federated_account_name: 'Nordmark',
    federated_account_details_url: 'https://federation.example/accounts/F-77',
  };
  const NOTHING = {
    federated_account_id: null,
    federated_account_name: null,
    federated_account_details_url: null,
    federation_status: null,
  };

  test('[A-243 A-245 A-247 A-264] is linked by system scope and unlinked by whoever manages it', async () => {
    const id = idOf('nordmark-lb');
    expect((await app.call('cleo', 'POST', `${BASE}/${id}/unlink`)).body.error.status).toBe('NOT_LINKED');
    expect(await status('ben', 'POST', `${id}/link`, LINK)).toBe(403);
    expect(
      (
        await app.call('ada', 'POST', `${BASE}/${id}/link`, {
          ...LINK,
          federated_account_details_url: 'javascript:alert(1)',
        })
      ).status,
    ).toBe(400);
    expect(await app.call('ada', 'POST', `${BASE}/${id}/link`, LINK)).toMatchObject({
      status: 201,
      body: { ...LINK, has_onelogin_id: true, can_account_be_unlinked: true },
    });
    expect((await app.call('ada', 'POST', `${BASE}/${id}/link`, LINK)).body.error.status).toBe('ALREADY_LINKED');
    for (const person of ['bea', 'carl'] as const) expect(await status(person, 'POST', `${id}/unlink`)).toBe(404);
    expect(await app.call('cleo', 'POST', `${BASE}/${id}/unlink`)).toMatchObject({
      status: 201,
      body: { ...NOTHING, has_onelogin_id: false, can_account_be_unlinked: false },
    });
    expect(await read('cleo', id)).toMatchObject(NOTHING);
  });

  test('[A-248] unlinking needs manage account', async () => {
    const id = idOf('nordmark-lb');
    await app.call('ada', 'POST', `${BASE}/${id}/link`, LINK);
    const role = (name: string) =>
      app.db
        .selectFrom('role')
        .select('id')
        .where('app_code', '=', 'account_manager')
        .where('name', '=', name)
        .where('predefined', '=', true)
        .executeTakeFirstOrThrow();
    const give = async (name: string) =>
      app.db
        .updateTable('user_role')
        .set({ role_id: (await role(name)).id })
        .where('user_id', '=', app.userIds.get('cleo') ?? '')
        .execute();
    await give('Auditor');
    expect(await status('cleo', 'POST', `${id}/unlink`)).toBe(403);
    expect(await read('cleo', id)).toMatchObject({ federated_account_id: 'F-77', can_account_be_unlinked: false });
    await give('Account administrator');
    expect(await read('cleo', id)).toMatchObject({ federated_account_id: 'F-77', can_account_be_unlinked: true });
  });
});

test('the history tells who changed what, newest first, to those who see the account', async () => {
  const { id } = await create('ben');
  await app.call('ben', 'PUT', `${BASE}/${id}`, edit({ name: 'Kontor Ost' }));
  await app.call('ada', 'POST', '/account/ui-api/v1/organization', {
    name: 'Kontor Ost GmbH',
    country: 'DE',
    account_id: id,
  });
  const { body } = await app.call('ben', 'GET', `${BASE}/${id}/history`);
  expect(
    body.items.map((one: { action: string; resource_type: string; actor_name: string }) => [
      one.action,
      one.resource_type,
      one.actor_name,
    ]),
  ).toEqual([
    ['CREATE', 'ORGANIZATION', 'Ada Lindqvist'],
    ['UPDATE', 'ACCOUNT', 'Ben Okafor'],
    ['CREATE', 'ORGANIZATION', 'Ben Okafor'],
    ['CREATE', 'ACCOUNT', 'Ben Okafor'],
  ]);
  expect(body.items[1]).toMatchObject({ before: { name: 'Müller & Co. (Berlin)' }, after: { name: 'Kontor Ost' } });
  for (const person of ['bea', 'cleo'] as const) expect(await status(person, 'GET', `${id}/history`)).toBe(404);
  expect(await status('ben', 'GET', `${id}/history?limit=0`)).toBe(400);
});

test('the history before a change of partner is hidden from the next partner; system scope reads it', async () => {
  const { id } = await create('ben');
  const [organization] = (await app.call('ada', 'GET', `/account/ui-api/v1/organization?account_id=${id}`)).body.items;
  const savedBy = async (person: Name) =>
    (await app.call(person, 'GET', `/account/ui-api/v1/organization/${organization.id}`)).body.updated_by_name;
  expect(await savedBy('ben')).toBe('Ben Okafor');
  const events = async (person: Name) => (await app.call(person, 'GET', `${BASE}/${id}/history`)).body.items;
  app.clock.pass(1);
  expect(await status('ada', 'PUT', `${id}/partner`, { partner_account_id: idOf('calder-identity') })).toBe(200);
  expect(await events('bea')).toEqual([]);
  expect([await savedBy('bea'), await savedBy('ada')]).toEqual([null, 'Ben Okafor']);
  expect(await status('ben', 'GET', `${id}/history`)).toBe(404);
  app.clock.pass(1);
  await app.call('bea', 'PUT', `${BASE}/${id}`, edit({ name: 'Kontor West' }));
  expect(JSON.stringify(await events('bea'))).not.toMatch(/Okafor|Umbra/);
  expect(await events('bea')).toHaveLength(1);
  expect(await events('ada')).toHaveLength(4);
});

describe('an account that is deleted takes along who belongs to it alone', () => {
  const administrator = { first_name: 'Erik', last_name: 'Holm', email: 'erik.holm@kontor.example' };

  test('its first administrator is told with what they were given', async () => {
    const first = { first_name: 'Ida', last_name: 'Roos', email: 'ida.roos@kontor.example' };
    const { id } = await create('ada', { administrator: first });
    const event = await app.db
      .selectFrom('audit_event')
      .select(['action', 'after'])
      .where('account_id', '=', id)
      .where('resource_type', '=', 'USER')
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      action: 'CREATE',
      after: {
        name: 'Ida Roos',
        email: first.email,
        access_scope: 'account',
        primary_account_id: id,
        account_ids: [id],
        roles: ['account_manager/Account administrator'],
      },
    });
  });

  test('the invited administrator: link, search and user name', async () => {
    const { id } = await create('ada', { administrator });
    expect((await app.call('ada', 'GET', `${BASE}/${id}/effects`)).body).toMatchObject({
      people: 1,
      people_of_no_other: 1,
    });
    const mails = await app.call('ada', 'GET', '/account/ui-api/v1/mail?to=erik.holm');
    const { text } = (await app.call('ada', 'GET', `/account/ui-api/v1/mail/${mails.body.items[0].id}`)).body;
    const [, userId, code] = /\/verify\/([\w-]+)\/(\S+)/.exec(text) ?? [];
    const found = async () =>
      (await app.call('ada', 'GET', '/account/ui-api/v1/search?text=erik%20holm')).body.people.length;
    expect(await found()).toBe(1);
    expect(await status('ada', 'DELETE', id)).toBe(204);
    expect(await found()).toBe(0);
    expect(
      (
        await app.request('POST', `/account/ui-api/v1/user/${userId}/verify`, {
          verification_code: code,
          login: 'erik.holm',
          password: PASSWORD,
        })
      ).body.error.status,
    ).toBe('CODE_INVALID');
    expect((await app.call('ada', 'POST', BASE, wanted({ administrator }))).status).toBe(201);
    // And taken once more: said under the address, since that is what was asked for.
    expect(
      (await app.call('ada', 'POST', BASE, wanted({ administrator }))).body.error.fields['administrator.email'].status,
    ).toBe('PERSON_EXISTS');
  });

  test('who belongs to another account stays there', async () => {
    const { id } = await create('ada');
    const carl = app.userIds.get('carl') ?? '';
    await app.db.insertInto('user_account').values({ user_id: carl, account_id: id }).execute();
    await app.db.updateTable('app_user').set({ primary_account_id: id }).where('id', '=', carl).execute();
    expect((await app.call('ada', 'GET', `${BASE}/${id}/effects`)).body).toMatchObject({
      people: 1,
      people_of_no_other: 0,
    });
    expect(await status('ada', 'DELETE', id)).toBe(204);
    expect(
      await app.db
        .selectFrom('app_user')
        .select(['deleted_at', 'primary_account_id'])
        .where('id', '=', carl)
        .executeTakeFirst(),
    ).toEqual({ deleted_at: null, primary_account_id: idOf('orsini-custody') });
    expect(await status('carl', 'GET', idOf('orsini-custody'))).toBe(200);
    const told = await app.db
      .selectFrom('audit_event')
      .select(['account_id', 'action', 'resource_type', 'resource_name', 'before', 'after'])
      .where('resource_id', '=', carl)
      .where('action', '=', 'UPDATE')
      .orderBy('id')
      .execute();
    const there = { account_ids: [idOf('orsini-custody')], roles: ['account_manager/Account administrator'] };
    expect(told).toEqual([
      {
        account_id: idOf('orsini-custody'),
        action: 'UPDATE',
        resource_type: 'USER',
        resource_name: 'carl',
        before: { ...there, primary_account_id: null },
        after: { ...there, primary_account_id: idOf('orsini-custody') },
      },
    ]);
  });

  test('each of whom the log of the account tells, one at a time or with many', async () => {
    const kaja = { first_name: 'Kaja', last_name: 'Holm', email: 'kaja.holm@kontor.example' };
    const lars = { first_name: 'Lars', last_name: 'Holm', email: 'lars.holm@kontor.example' };
    const [one, other] = [await create('ada', { administrator: kaja }), await create('ada', { administrator: lars })];
    const told = (account: string) =>
      app.db
        .selectFrom('audit_event')
        .select(['resource_type', 'resource_name', 'actor_name', 'before'])
        .where('account_id', '=', account)
        .where('action', '=', 'DELETE')
        .where('resource_type', '=', 'USER')
        .execute();
    expect(await status('ada', 'DELETE', one.id)).toBe(204);
    const before = { user_name: kaja.email, name: 'Kaja Holm', email: kaja.email, access_scope: 'account' };
    expect(await told(one.id)).toEqual([
      {
        resource_type: 'USER',
        resource_name: kaja.email,
        actor_name: expect.stringMatching(/^Ada /),
        before,
      },
    ]);
    const { body: plan } = await app.call('ada', 'POST', `${BASE}/bulk/delete`, { ids: [other.id], input: {} });
    expect((await app.call('ada', 'PUT', `/account/ui-api/v1/bulk/${plan.id}/run`)).status).toBe(200);
    await runPlan(app.runtime, bulkActs, plan.id);
    expect(await told(other.id)).toMatchObject([{ resource_name: lars.email, before: { name: 'Lars Holm' } }]);
  });
});

describe('what changes nothing', () => {
  test('neither counts as a change nor is recorded', async () => {
    const { id } = await create('ada', { partner_account_id: idOf('umbra-trust') });
    const same = { name: 'Müller & Co. (Berlin)', locale: 'de_DE', service_period: { from: TODAY, to: '2027-11-20' } };
    const before = [await read('ada', id), await newest()];
    for (const [path, body] of [
      ['', same],
      ['/active', { active: true }],
      ['/partner', { partner_account_id: idOf('umbra-trust') }],
    ] as const)
      expect(await status('ada', 'PUT', `${id}${path}`, body)).toBe(200);
    expect([await read('ada', id), await newest()]).toEqual(before);
  });
});

describe('a start after today', () => {
  test('[A-053] is no way around what may not be switched off: the platform’s own account', async () => {
    const platform = (await app.call('ada', 'GET', `${BASE}?name=signet%20platform`)).body.items[0];
    const later = { from: '2030-01-01', to: null as string | null };
    const answer = await app.call('ada', 'PUT', `${BASE}/${platform.id}`, {
      name: platform.name,
      locale: 'en_US',
      service_period: later,
    });
    expect([answer.status, answer.body.error.fields['service_period.from'].status]).toEqual([409, 'SYSTEM_ACCOUNT']);
    expect((await read('ada', platform.id)).active).toBe(true);
  });

  test('takes a customer out of service, which may be switched off as well', async () => {
    const { id } = await create('ben');
    expect(
      (
        await app.call(
          'ben',
          'PUT',
          `${BASE}/${id}`,
          edit({ service_period: { from: '2027-06-01', to: '2028-12-31' } }),
        )
      ).body,
    ).toMatchObject({ active: false, switched_on: true });
  });
});

test('what will end soon: the service period, where it ends within a year', async () => {
  const soon = await create('ada', { service_period: { from: TODAY, to: '2026-12-01' } });
  expect((await app.call('ada', 'GET', `${BASE}/${soon.id}/endings`)).body.items).toEqual([
    { kind: 'service_period', id: soon.id, name: soon.name, app_code: null, ends: '2026-12-01', days: 10 },
  ]);
  const late = await create('ada', { service_period: { from: TODAY, to: '2030-12-01' } });
  expect((await app.call('ada', 'GET', `${BASE}/${late.id}/endings`)).body.items).toEqual([]);
});

test('and its trials, beside it by their last days; neither those that are off nor another account’s', async () => {
  const one = await create('ada', { service_period: { from: TODAY, to: '2026-12-20' } });
  const other = await create('ada');
  const trial = async (id: string, application: string, switched: object) => {
    const path = `/account/ui-api/v1/features/account/${id}/${application}/features`;
    expect((await app.call('ada', 'PUT', path, [{ feature_id: 'trial_account', ...switched }])).status).toBe(200);
  };
  await trial(one.id, 'ca_manager', { enabled: true, end_date: '2026-12-20' });
  await trial(one.id, 'device_manager', { enabled: true, end_date: '2026-11-30' });
  await trial(one.id, 'device_trust_manager', { enabled: true, end_date: '2026-11-30' });
  await trial(one.id, 'device_trust_manager', { enabled: false });
  await trial(other.id, 'ca_manager', { enabled: true, end_date: '2026-12-01' });
  const { body } = await app.call('ada', 'GET', `${BASE}/${one.id}/endings`);
  const of = { id: one.id, name: one.name };
  expect(body.items).toEqual([
    { kind: 'trial', ...of, app_code: 'device_manager', ends: '2026-11-30', days: 9 },
    { kind: 'service_period', ...of, app_code: null, ends: '2026-12-20', days: 29 },
    { kind: 'trial', ...of, app_code: 'ca_manager', ends: '2026-12-20', days: 29 },
  ]);
});
