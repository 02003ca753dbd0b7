import { ZERO_UUID } from '@signet/contract/limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { insertToken } from '../../testing/api-token.ts';
import { PASSWORD, startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { undoable } from '../../testing/undo.ts';

const LIST = '/account/ui-api/v1/service-user';
const FIELDS = {
  name: 'Build pipeline',
  description: 'Signs releases',
  email: 'build@nordmark.example',
  locale: 'de_DE',
};

const { open, begin } = undoable();
let app: TestApp;
let takeBack: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp({ open });
});
afterAll(() => app.close());
beforeEach(async () => {
  takeBack = await begin();
  // Sessions of the tests before are taken back too.
  for (const name of ['ada', 'ben', 'bea', 'cleo', 'carl'] as const) app.forget(name);
});
afterEach(() => takeBack());

const account = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const dora = (): string => app.userIds.get('dora') ?? '';
const roleOf = async (name: string): Promise<string> =>
  (await app.db.selectFrom('role').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const create = (person: Name, fields: object = {}) =>
  app.call(person, 'POST', LIST, { ...FIELDS, access_scope: 'account', ...fields });
const update = (person: Name, id: string, fields: object = {}, query = '') =>
  app.call(person, 'PUT', `${LIST}/${id}${query}`, { ...FIELDS, ...fields });
const enable = (person: Name, id: string, enabled: unknown) =>
  app.call(person, 'PUT', `${LIST}/${id}/enable`, { enabled });
const newest = () =>
  app.db
    .selectFrom('audit_event')
    .selectAll()
    .where('resource_type', '=', 'SERVICE_USER')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** A role of Nordmark with these permissions. */
async function aRole(permissions: string[], fields: object = {}): Promise<string> {
  const id = newId();
  const role = { id, app_code: 'ca_manager' as const, name: `Role ${id}`, account_id: account('nordmark-lb') };
  await app.db
    .insertInto('role')
    .values({ ...role, permissions, created_at: app.clock.now(), ...fields })
    .execute();
  return id;
}

describe('a service user', () => {
  test.each([
    ['application/json', 'latin1', 400, 'BROKEN_JSON'],
    ['application/json; charset=ISO-8859-1', 'latin1', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/json;CHARSET="utf-16le"', 'utf16le', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['application/json; charset="UTF-8"', 'utf8', 201, null],
  ] as const)('[S-246] is never called otherwise than was sent: %s, in %s', async (type, encoding, status, problem) => {
    const { access_token } = await app.signIn('cleo');
    const body = { ...FIELDS, name: 'Müller', access_scope: 'account' };
    const answer = await app.app.inject({
      method: 'POST',
      url: LIST,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': type },
      payload: Buffer.from(JSON.stringify(body), encoding),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error?.status ?? null).toBe(problem);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from app_user
      where name = 'Müller' or name like ${'%\uFFFD%'}`.execute(app.db);
    expect(rows[0]?.n).toBe(problem === null ? 1 : 0);
  });

  test('[S-057 S-060 S-305 S-306] is created with its roles, read back, and audited', async () => {
    const auditor = await roleOf('Auditor');
    const answer = await create('cleo', { role_ids: [auditor] });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...FIELDS,
      access_scope: 'account',
      active: true,
      primary_account_id: account('nordmark-lb'),
      primary_account_name: 'Nordmark Landesbank',
      accounts: [{ id: account('nordmark-lb'), name: 'Nordmark Landesbank' }],
      roles: [{ id: auditor, app_code: 'account_manager', name: 'Auditor', archived: false }],
      version: 1,
      updated_by_name: 'Cleo Marchetti',
      why_not: { edit: null, govern: null },
    });
    expect(answer.body.permissions).toContain('view_audit_log');
    expect((await app.call('cleo', 'GET', `${LIST}/${answer.body.id}`)).body).toEqual(answer.body);
    expect(await newest()).toMatchObject({
      action: 'CREATE',
      resource_id: answer.body.id,
      resource_name: 'Build pipeline',
      account_id: account('nordmark-lb'),
      after: { ...FIELDS, active: true, access_scope: 'account', roles: ['account_manager/Auditor'] },
    });
  });

  test('[S-058 S-062 S-307] is edited, roles and all; what is left out stays', async () => {
    const { id } = (await create('cleo', { role_ids: [await roleOf('Auditor')] })).body;
    const renamed = await update('cleo', id, { name: 'Release pipeline' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ name: 'Release pipeline', version: 2, roles: [{ name: 'Auditor' }] });
    const support = await roleOf('Support');
    const roles = await update('cleo', id, { name: 'Release pipeline', role_ids: [support] });
    expect(roles.body).toMatchObject({ version: 3, roles: [{ id: support }] });
    expect(await newest()).toMatchObject({
      action: 'UPDATE',
      before: { roles: ['account_manager/Auditor'] },
      after: { name: 'Release pipeline', roles: ['account_manager/Support'] },
    });
    expect((await update('cleo', id, { name: 'Release pipeline', role_ids: [support] })).body.version).toBe(3);
    const edit = { name: 'R', description: 'B', email: 'b@nordmark.example', locale: 'fr_FR' };
    const all = { ...edit, api_credential: 'certificate' };
    expect((await update('cleo', id, all)).body).toMatchObject(all);
    expect((await app.call('cleo', 'GET', `${LIST}/${id}`)).body).toMatchObject({ ...all, version: 4 });
    expect((await update('cleo', id, edit)).body).toMatchObject({ ...all, version: 4 });
  });

  test('[S-057 S-307 S-424] is told in each account that it comes into or leaves, and that it is deleted', async () => {
    const [first, other] = [account('nordmark-lb'), account('orsini-custody')];
    const { id } = (await create('ada', { primary_account_id: first, account_ids: [other] })).body;
    for (const account_ids of [[], [other]]) expect((await update('ada', id, { account_ids })).status).toBe(200);
    expect((await app.call('ada', 'DELETE', `${LIST}/${id}`)).status).toBe(204);
    const told = await app.db
      .selectFrom('audit_event')
      .select(['action', 'resource_type', 'resource_name', 'before', 'after'])
      .where('resource_id', '=', id)
      .where('account_id', '=', other)
      .orderBy('id')
      .execute();
    const event = { resource_type: 'SERVICE_USER', resource_name: FIELDS.name };
    const [outside, inside] = [{ account_ids: [] }, { account_ids: [other] }];
    expect(told).toMatchObject([
      { ...event, action: 'UPDATE', before: outside, after: inside },
      { ...event, action: 'UPDATE', before: inside, after: outside },
      { ...event, action: 'UPDATE', before: outside, after: inside },
      { ...event, action: 'DELETE', before: inside, after: outside },
    ]);
  });

  test('[S-419] whose first account is the zero UUID belongs where one without belongs, and stays there', async () => {
    const none = { primary_account_id: ZERO_UUID, account_ids: [ZERO_UUID], role_ids: [ZERO_UUID] };
    const made = await create('cleo', none);
    expect([made.status, made.body.primary_account_name]).toEqual([201, 'Nordmark Landesbank']);
    const edited = await update('cleo', made.body.id, none);
    expect([edited.status, edited.body.primary_account_name]).toEqual([200, 'Nordmark Landesbank']);
  });

  test('of two who edit it the second is told, also where the first changed nothing but its roles', async () => {
    const { id } = (await create('cleo')).body;
    await update('ben', id, { role_ids: [await roleOf('Auditor')] }, '?version=1');
    const late = await update('cleo', id, { name: 'Mine' }, '?version=1');
    expect([late.status, late.body.error.status, late.body.error.params.by]).toEqual([
      409,
      'CHANGED_MEANWHILE',
      'Ben Okafor',
    ]);
    expect((await app.call('cleo', 'GET', `${LIST}/${id}`)).body.name).toBe('Build pipeline');
  });

  test('[S-308] is disabled and enabled again; what is so already is nobody’s change', async () => {
    const off = await enable('cleo', dora(), false);
    expect([off.status, off.body.active, off.body.version]).toEqual([200, false, 2]);
    expect(await newest()).toMatchObject({ action: 'UPDATE', before: { active: true }, after: { active: false } });
    expect((await enable('ben', dora(), false)).body).toMatchObject({ version: 2, updated_by_name: 'Cleo Marchetti' });
    expect((await enable('ben', dora(), true)).body).toMatchObject({ active: true, version: 3 });
    expect((await enable('cleo', dora(), 'no')).status).toBe(400);
  });

  test('[S-308 S-309] works by its token, as key or as bearer, until it is disabled', async () => {
    const { text } = await insertToken(app, dora());
    const calls = async (): Promise<number[]> => [
      (await app.request('GET', LIST, undefined, { authorization: `Bearer ${text}` })).status,
      (await app.request('GET', LIST, undefined, { 'x-api-key': text })).status,
    ];
    expect(await calls()).toEqual([200, 200]);
    await enable('cleo', dora(), false);
    expect(await calls()).toEqual([401, 401]);
    await enable('cleo', dora(), true);
    expect(await calls()).toEqual([200, 200]);
    await app.call('cleo', 'DELETE', `${LIST}/${dora()}`);
    expect(await calls()).toEqual([401, 401]);
  });

  test('a program with its token governs others as a person does, and not itself', async () => {
    const { text } = await insertToken(app, dora());
    const headers = { authorization: `Bearer ${text}` };
    const own = `${LIST}/${dora()}`;
    for (const [method, url, body] of [
      ['PUT', `${own}/enable`, { enabled: false }],
      ['PUT', own, { ...FIELDS, role_ids: [] }],
      ['DELETE', own, undefined],
    ] as const) {
      const refused = await app.request(method, url, body, headers);
      expect([refused.status, refused.body.error.status]).toEqual([409, 'YOURSELF']);
    }
    const { id } = (await create('cleo')).body;
    expect((await app.request('DELETE', `${LIST}/${id}`, undefined, headers)).status).toBe(204);
  });

  test('[S-309] signs in nowhere: its name, its id and its email are those of nobody', async () => {
    const { id, email } = (await create('cleo')).body;
    await app.db.updateTable('app_user').set({ email: 'dora@nordmark.example' }).where('id', '=', dora()).execute();
    const { user_name } = await app.db
      .selectFrom('app_user')
      .select('user_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const name of [FIELDS.name.replace(' ', '-'), user_name, email, 'dora', 'dora@nordmark.example']) {
      const login = { user_name: name, password: PASSWORD };
      expect((await app.request('POST', '/account/ui-api/v1/auth/login', login)).status, name).toBeGreaterThan(399);
      await app.request('POST', '/account/ui-api/v1/auth/forgot-password', { user_name: name });
    }
    await app.sendResets();
    expect(await app.db.selectFrom('user_code').selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  });

  test('[S-424] is deleted: its row is gone, its address not found', async () => {
    const { id } = (await create('cleo')).body;
    expect((await app.call('cleo', 'DELETE', `${LIST}/${id}`)).status).toBe(204);
    expect(await newest()).toMatchObject({ action: 'DELETE', resource_id: id, before: FIELDS });
    expect((await app.call('cleo', 'GET', `${LIST}/${id}`)).status).toBe(404);
    expect((await app.call('cleo', 'DELETE', `${LIST}/${id}`)).status).toBe(404);
    expect((await app.call('cleo', 'GET', LIST)).body.items).toHaveLength(1);
  });

  test('counts against the license of the platform, until it is deleted', async () => {
    const platform = { account_id: account('signet-platform'), app_code: 'account_manager' };
    await app.db
      .insertInto('account_license')
      .values({ ...platform, feature_version: 'v2' })
      .execute();
    const used = () =>
      app.db
        .selectFrom('license_use')
        .select('id')
        .where('subject_kind', '=', 'service_user')
        .where('released_at', 'is', null)
        .execute();
    const { id } = (await create('ada', { access_scope: 'system' })).body;
    expect(await used()).toHaveLength(1);
    await app.call('ada', 'DELETE', `${LIST}/${id}`);
    expect(await used()).toEqual([]);
  });

  test('two may have one name, in one account and in two', async () => {
    expect((await create('cleo')).status).toBe(201);
    expect((await create('cleo')).status).toBe(201);
    expect((await create('carl')).status).toBe(201);
  });
});

describe('the list of service users', () => {
  test('[S-059 S-304] has them by name, with paging, and no people', async () => {
    for (const name of ['Zebra scanner', 'Alarm bridge', 'ändere mich'])
      await create('cleo', { name, email: `${name.length}@nordmark.example` });
    const all = (await app.call('cleo', 'GET', LIST)).body;
    const names = all.items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Alarm bridge', 'ändere mich', 'Dora Service', 'Zebra scanner']);
    expect(all).toMatchObject({ total: 4, total_exact: true, offset: 0, limit: 20 });
    const page = (await app.call('cleo', 'GET', `${LIST}?limit=1&offset=1&sort=name:desc`)).body;
    expect(page).toMatchObject({ items: [{ name: 'Dora Service' }], total: 4 });
    expect((await app.call('cleo', 'GET', `${LIST}?sort=user_name:asc`)).body.error.status).toBe('UNKNOWN_SORT_COLUMN');
  });

  test('is filtered by text, status, scope, account and role, and exported so', async () => {
    const auditor = await roleOf('Auditor');
    const { id } = (await create('ada', { primary_account_id: account('nordmark-lb'), role_ids: [auditor] })).body;
    await enable('cleo', id, false);
    const found = async (query: string): Promise<string[]> =>
      (await app.call('ada', 'GET', `${LIST}?${query}`)).body.items.map(({ name }: { name: string }) => name);
    for (const query of [
      'name=PIPE',
      'name=build%40nord',
      'name=releases',
      'active=false',
      `role_id=${auditor}`,
      `account_id=${account('nordmark-lb')}&name=build`,
    ])
      expect(await found(query), query).toEqual(['Build pipeline']);
    expect(await found('access_scope=system')).toEqual([]);
    expect(await found(`account_id=${account('orsini-custody')}`)).toEqual([]);
    // The user name that the table asks for is not what anybody looks for.
    expect(await found('name=dora')).toEqual(['Dora Service']);
    const csv = (await app.call('ada', 'GET', `${LIST}/export?active=false`)).body;
    expect(csv).toContain('Build pipeline,Signs releases,build@nordmark.example,');
    expect(csv).toContain(',Disabled,Nordmark Landesbank,Auditor');
    expect(csv).not.toContain('Dora');
  });
});

describe('who may', () => {
  test('filtering by an account or a role out of sight tells nothing of them', async () => {
    const { id } = (await create('cleo')).body;
    const elsewhere = account('orsini-custody');
    const role = { name: 'Foreign', description: '', app_code: 'account_manager', permissions: ['view_account'] };
    const made = await app.call('ada', 'POST', '/account/ui-api/v1/role', { ...role, account_id: elsewhere });
    await app.db.insertInto('user_account').values({ user_id: id, account_id: elsewhere }).execute();
    await app.db.insertInto('user_role').values({ user_id: id, role_id: made.body.id }).execute();
    for (const filter of [`account_id=${elsewhere}`, `role_id=${made.body.id}`]) {
      expect((await app.call('ada', 'GET', `${LIST}?${filter}`)).body.total, filter).toBe(1);
      expect((await app.call('cleo', 'GET', `${LIST}?${filter}`)).body, filter).toMatchObject({ items: [], total: 0 });
    }
    expect((await app.call('cleo', 'GET', `${LIST}?account_id=${account('nordmark-lb')}`)).body.total).toBe(2);
  });

  test('the other partner and its people see and change nothing of it', async () => {
    const { id } = (await create('cleo')).body;
    for (const person of ['bea', 'carl'] as const) {
      expect((await app.call(person, 'GET', `${LIST}/${id}`)).status).toBe(404);
      expect((await update(person, id)).status).toBe(404);
      expect((await enable(person, id, false)).status).toBe(404);
      expect((await app.call(person, 'DELETE', `${LIST}/${id}`)).status).toBe(404);
      expect((await app.call(person, 'GET', LIST)).body.items).toEqual([]);
      const foreign = await create(person, { primary_account_id: account('nordmark-lb') });
      expect([foreign.status, Object.keys(foreign.body.error.fields)]).toEqual([404, ['primary_account_id']]);
    }
    expect((await app.call('cleo', 'GET', `${LIST}/${id}`)).body.version).toBe(1);
  });

  test('a person is no service user, and a service user no person', async () => {
    const cleo = app.userIds.get('cleo') ?? '';
    expect((await app.call('ada', 'GET', `${LIST}/${cleo}`)).status).toBe(404);
    expect((await app.call('ada', 'DELETE', `${LIST}/${cleo}`)).status).toBe(404);
    expect((await enable('ada', cleo, false)).status).toBe(404);
    expect((await app.call('ada', 'GET', `/account/ui-api/v1/user/${dora()}`)).status).toBe(404);
    expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/user/${dora()}`)).status).toBe(404);
  });

  test('nobody gives a program more than they hold, nor touches one that has more', async () => {
    const above = await aRole(['revoke_certificate', 'manage_template']);
    const { id } = (await create('cleo')).body;
    await app.db
      .updateTable('role')
      .set({ permissions: ['manage_account_user', 'view_user'] })
      .where('name', '=', 'Account administrator')
      .execute();
    for (const refused of [
      await create('cleo', { role_ids: [above] }),
      await update('cleo', id, { role_ids: [above] }),
    ])
      expect([refused.status, refused.body.error.fields.role_ids.status]).toEqual([403, 'ABOVE_OWN_RIGHTS']);
    await app.db.insertInto('user_role').values({ user_id: id, role_id: above }).execute();
    for (const refused of [
      await update('cleo', id),
      await enable('cleo', id, false),
      await app.call('cleo', 'DELETE', `${LIST}/${id}`),
    ])
      expect([refused.status, refused.body.error.status]).toEqual([403, 'ABOVE_OWN_RIGHTS']);
    expect((await app.call('cleo', 'GET', `${LIST}/${id}`)).body.why_not).toMatchObject({
      edit: { status: 'ABOVE_OWN_RIGHTS' },
      govern: { status: 'ABOVE_OWN_RIGHTS' },
    });
  });

  test('nobody makes one of a scope that they do not manage, nor moves one there', async () => {
    for (const access_scope of ['system', 'partner']) {
      const refused = await create('cleo', { access_scope });
      expect([refused.status, refused.body.error.fields.access_scope.status]).toEqual([403, 'SCOPE_NOT_MANAGEABLE']);
      expect((await update('cleo', dora(), { access_scope })).status).toBe(403);
    }
    const made = await create('ben', { access_scope: 'partner' });
    expect(made.body).toMatchObject({ access_scope: 'partner', primary_account_name: 'Umbra Trust Services' });
    const moved = await update('ada', made.body.id, { access_scope: 'system', account_ids: [] });
    expect(moved.body).toMatchObject({ access_scope: 'system', primary_account_name: 'Signet platform' });
    expect(moved.body.accounts).toHaveLength(1);
    expect((await app.call('ben', 'GET', `${LIST}/${made.body.id}`)).status).toBe(404);
  });

  test('bad input is refused under its field', async () => {
    const role = await aRole([], { archived_at: app.clock.now() });
    const foreign = await aRole([], { account_id: account('orsini-custody') });
    for (const [field, value, status] of [
      ['name', '', 'REQUIRED'],
      ['name', 'x'.repeat(256), 'MAX_LENGTH'],
      ['name', 'two\nlines', 'INVALID_INPUT'],
      ['description', 'x'.repeat(256), 'MAX_LENGTH'],
      ['email', 'nobody', 'INVALID_EMAIL'],
      ['access_scope', 'end_user', 'INVALID_INPUT'],
      ['locale', 'xx_XX', 'INVALID_INPUT'],
      ['role_ids', [role], 'ROLE_NOT_ASSIGNABLE'],
      ['role_ids', [newId()], 'NOT_FOUND'],
      ['role_ids', [foreign], 'NOT_FOUND'],
      ['account_ids', [account('orsini-custody')], 'NOT_FOUND'],
      ['user_name', 'robot', 'UNKNOWN_FIELD'],
      ['password', PASSWORD, 'UNKNOWN_FIELD'],
    ] as const) {
      const { status: http, body } = await create('cleo', { [field]: value });
      expect([field, http >= 400, body.error.fields?.[field]?.status]).toEqual([field, true, status]);
    }
    expect((await app.call('cleo', 'GET', LIST)).body.total).toBe(1);
  });
});

describe('the roles that can be given', () => {
  const assignable = async (person: Name, query: string) =>
    (await app.call(person, 'GET', `/account/ui-api/v1/assignable-role?limit=1000&${query}`)).body;

  test('are those of the platform and of the accounts, none archived, each with why not', async () => {
    const own = await aRole(['view_certificate']);
    const archived = await aRole([], { archived_at: app.clock.now() });
    const foreign = await aRole([], { account_id: account('orsini-custody') });
    const of = `account_id=${account('nordmark-lb')}&account_id=${account('orsini-custody')}`;
    const { items, total } = await assignable('cleo', `access_scope=account&${of}`);
    const found = (id: string) => items.find((one: { id: string }) => one.id === id);
    expect(total).toBe(items.length);
    expect(found(own)).toMatchObject({ app_code: 'ca_manager', account_name: 'Nordmark Landesbank', why_not: null });
    expect([found(archived), found(foreign)]).toEqual([undefined, undefined]);
    expect(found(await roleOf('Account administrator'))).toMatchObject({ account_name: null, why_not: null });
    // What a role lists beyond the scope means nothing there.
    expect(found(await roleOf('Platform administrator')).permissions).not.toContain('manage_system_user');
    expect((await assignable('cleo', 'access_scope=account')).items.some((one: { id: string }) => one.id === own)).toBe(
      false,
    );
  });

  test('carry the reason why the viewer may not give them', async () => {
    const above = await aRole(['manage_template']);
    await app.db
      .updateTable('role')
      .set({ permissions: ['manage_account_user'] })
      .where('name', '=', 'Account administrator')
      .execute();
    const { items } = await assignable('cleo', `access_scope=account&account_id=${account('nordmark-lb')}`);
    expect(items.find((one: { id: string }) => one.id === above).why_not).toEqual({
      status: 'ABOVE_OWN_RIGHTS',
      params: { permission: 'manage_template' },
    });
  });
});
