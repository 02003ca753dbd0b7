import { ZERO_UUID } from '@signet/contract/limits';
import { permissionsOffered } from '@signet/contract/permission-groups';
import { PERMISSIONS, type Permission } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { seedPeople } from '../../../seed/people.ts';
import { migrate } from '../../db/migrate.ts';
import { PLATFORM_ADMINISTRATOR } from '../../db/predefined-roles.ts';
import { runPlan } from '../../bulk/run.ts';
import { newId } from '../../ids.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { newestEvent } from '../../testing/sign-in.ts';
import { bulkActs } from '../bulk-acts.ts';

const BASE = '/account/ui-api/v1/role';
const GROUPS = '/account/ui-api/v1/permissiongroup';
const ACCOUNT_ADMINISTRATOR = '00000000-0000-7000-8000-000000000003';
const AUDITOR = '00000000-0000-7000-8000-000000000004';
const ISSUER: Permission[] = ['view_enrollment', 'manage_enrollment', 'view_certificate'];
const FIELDS = { app_code: 'ca_manager', name: 'Branch issuer', description: '', permissions: ISSUER };

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), {
  signedIn: ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'],
  lastMayGo: true,
});

const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const idOf = (name: Name): string => app.userIds.get(name) ?? '';
const create = (person: Name, fields: object = {}): Promise<Answer> =>
  app.call(person, 'POST', BASE, { ...FIELDS, ...fields });
const made = async (person: Name, fields: object = {}): Promise<Answer['body']> => {
  const answer = await create(person, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const read = (person: Name, id: string, query = ''): Promise<Answer> =>
  app.call(person, 'GET', `${BASE}/${id}${query}`);
const save = (person: Name, id: string, fields: object = {}, query = ''): Promise<Answer> => {
  const { app_code: _, ...edit } = FIELDS;
  return app.call(person, 'PUT', `${BASE}/${id}${query}`, { ...edit, ...fields });
};
const queryText = (query: Record<string, string>): string => new URLSearchParams(query).toString();
const names = (answer: Answer): string[] => answer.body.items.map((one: { name: string }) => one.name);
const refusal = ({ status, body }: Answer) => [status, body.error?.status, Object.keys(body.error?.fields ?? {})];
const give = (roleId: string, ...people: string[]) =>
  app.db
    .insertInto('user_role')
    .values(people.map((user_id) => ({ user_id, role_id: roleId })))
    .execute();
const newest = () => newestEvent(app);
/** What a person may do, as their next request has it. */
const permissionsOf = async (name: Name): Promise<string[]> =>
  (await app.call(name, 'GET', '/account/ui-api/v1/permission')).body.permissions.toSorted();
/** The person holds this alone. */
const holdsOnly = async (name: Name, permissions: readonly string[]): Promise<void> => {
  const role = {
    id: newId(),
    app_code: 'account_manager' as const,
    name: `Of ${name} alone`,
    created_at: app.clock.now(),
  };
  await app.db
    .insertInto('role')
    .values({ ...role, permissions: [...permissions] })
    .execute();
  await app.db
    .insertInto('user_role')
    .values({ user_id: idOf(name), role_id: role.id })
    .execute();
  await app.db.deleteFrom('user_role').where('user_id', '=', idOf(name)).where('role_id', '<>', role.id).execute();
};

describe('a role', () => {
  test('[S-235 S-282 S-283 S-192] is created in the own account, read back with every field, and audited', async () => {
    const description = 'Reads, approves (level 2): été';
    const answer = await create('cleo', { description });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...FIELDS,
      description,
      account_id: accountOf('nordmark-lb'),
      account_name: 'Nordmark Landesbank',
      reach: 'account',
      predefined: false,
      archived_at: null,
      cloned_from: null,
      users: 0,
      users_exact: true,
      version: 1,
      updated_by_name: 'Cleo Marchetti',
      abilities: { edit: true, archive: true, delete: true, clone: true },
      why_not: { edit: null, delete: null },
    });
    expect((await read('cleo', answer.body.id)).body).toEqual(answer.body);
    expect(await newest()).toMatchObject({
      action: 'CREATE',
      resource_type: 'ROLE',
      resource_id: answer.body.id,
      account_id: accountOf('nordmark-lb'),
      after: { ...FIELDS, description, account_id: accountOf('nordmark-lb'), archived_at: null },
      result: 'success',
    });
    expect((await read('cleo', newId())).status).toBe(404);
  });

  test('[S-282] lies in the named account of those who see it, in system scope the platform’s', async () => {
    expect(await made('ada')).toMatchObject({ account_id: null, account_name: null, reach: 'system' });
    expect(await made('ada', { name: 'Two', account_id: accountOf('signet-platform') })).toMatchObject({
      account_id: null,
    });
    expect((await made('ada', { account_id: accountOf('orsini-custody') })).account_name).toBe('Orsini Custody');
    expect(await made('ben')).toMatchObject({ account_name: 'Umbra Trust Services', reach: 'partner' });
    expect((await made('ben', { account_id: accountOf('nordmark-lb') })).reach).toBe('account');
    expect((await made('cleo', { name: 'Zero', account_id: ZERO_UUID })).account_name).toBe('Nordmark Landesbank');
    for (const [person, account] of [
      ['ben', 'orsini-custody'],
      ['ben', 'signet-platform'],
      ['cleo', 'umbra-trust'],
      ['carl', 'nordmark-lb'],
    ] as const)
      expect([person, ...refusal(await create(person, { name: 'Three', account_id: accountOf(account) }))]).toEqual([
        person,
        404,
        'NOT_FOUND',
        ['account_id'],
      ]);
  });

  test('[S-067] is cloned: the new one says of which, the source stays', async () => {
    const source = await made('cleo');
    const clone = await made('cleo', { name: 'Branch issuer north', cloned_from_id: source.id });
    expect(clone).toMatchObject({ permissions: ISSUER, cloned_from: { id: source.id, name: 'Branch issuer' } });
    expect((await read('cleo', source.id)).body).toEqual(source);
    const foreign = await made('carl');
    expect(refusal(await create('cleo', { name: 'Copy', cloned_from_id: foreign.id }))).toEqual([
      404,
      'NOT_FOUND',
      ['cloned_from_id'],
    ]);
    // Whoever can't see the source is not told its name.
    const { id: platforms } = await made('ada', { name: 'Of the platform' });
    const nordmarks = { name: 'Like it', account_id: accountOf('nordmark-lb'), cloned_from_id: platforms };
    const { id, cloned_from } = await made('ada', nordmarks);
    expect([cloned_from?.name, (await read('cleo', id)).body.cloned_from]).toEqual(['Of the platform', null]);
  });

  test('[S-066 S-289] is edited by one PUT, with its version; equal sets are equal whatever their order', async () => {
    const { id } = await made('cleo');
    const permissions: Permission[] = ['view_certificate', 'view_ca', 'view_ca'];
    const saved = await save('cleo', id, { name: 'Branch reader', permissions }, '?version=1');
    expect([saved.status, saved.body.permissions, saved.body.version]).toEqual([
      200,
      ['view_ca', 'view_certificate'],
      2,
    ]);
    expect((await read('cleo', id)).body).toEqual(saved.body);
    expect(await newest()).toMatchObject({
      action: 'UPDATE',
      before: { name: 'Branch issuer', permissions: ISSUER },
      after: { name: 'Branch reader', permissions: ['view_ca', 'view_certificate'] },
    });
    expect(refusal(await save('cleo', id, {}, '?version=1'))).toEqual([409, 'CHANGED_MEANWHILE', []]);
    const again = await save('cleo', id, { name: 'Branch reader', permissions: ['view_certificate', 'view_ca'] });
    expect([again.status, again.body.version]).toEqual([200, 2]);
    expect(refusal(await save('cleo', id, { app_code: 'device_manager' }))).toEqual([
      400,
      'UNKNOWN_FIELD',
      ['app_code'],
    ]);
  });

  test.each<[string, object, string, string]>([
    ['no name', { name: ' ' }, 'REQUIRED', 'name'],
    ['a name with a bracket', { name: 'Issuer (2)' }, 'INVALID_NAME', 'name'],
    ['no permission', { permissions: [] }, 'NO_PERMISSION_CHOSEN', 'permissions'],
    ['a permission that is none', { permissions: ['view_moon'] }, 'INVALID_INPUT', 'permissions.0'],
    ['an application that is none', { app_code: 'moon_manager' }, 'INVALID_INPUT', 'app_code'],
    ['a long description', { description: 'x'.repeat(501) }, 'MAX_LENGTH', 'description'],
    ['a description of two lines', { description: 'a\nb' }, 'INVALID_INPUT', 'description'],
    ['a member of its own', { predefined: true }, 'UNKNOWN_FIELD', 'predefined'],
  ])('is refused with %s under its field', async (_, fields, status, field) => {
    const answer = await create('cleo', fields);
    expect([answer.status, answer.body.error.fields[field]?.status]).toEqual([400, status]);
  });

  test('[S-236 S-287] has a name of its own in its application and account, whatever the case', async () => {
    const { id } = await made('cleo');
    const account_id = accountOf('nordmark-lb');
    const unique = async (person: Name, query: Record<string, string>): Promise<Answer> =>
      app.call(person, 'GET', `${BASE}/unique?${queryText({ application_id: 'ca_manager', account_id, ...query })}`);
    expect((await unique('cleo', { name: 'BRANCH issuer' })).body).toEqual({ unique: false });
    expect((await unique('cleo', { name: 'Branch issuer', role_id: id })).body).toEqual({ unique: true });
    expect((await unique('cleo', { name: 'Branch issuer 2' })).body).toEqual({ unique: true });
    expect((await unique('cleo', { name: 'Branch issuer', application_id: 'device_manager' })).body).toEqual({
      unique: true,
    });
    expect((await unique('ben', { name: 'Branch issuer', account_id: accountOf('umbra-trust') })).body).toEqual({
      unique: true,
    });
    expect((await unique('ada', { name: 'viewer', account_id: ZERO_UUID })).body).toEqual({ unique: false });
    expect(refusal(await unique('carl', { name: 'Branch issuer' }))).toEqual([404, 'NOT_FOUND', ['account_id']]);
    const auditor = { app_code: 'account_manager', name: 'AUDITOR', permissions: ['view_audit_log'] };
    expect((await unique('cleo', { application_id: 'account_manager', name: 'auditor' })).body).toEqual({
      unique: false,
    });
    for (const name of ['AUDITOR', 'Auditor'])
      expect(refusal(await create('cleo', { ...auditor, name }))).toEqual([409, 'ROLE_NAME_EXISTS', ['name']]);
    const own = await made('cleo', { ...auditor, name: 'Own auditor' });
    expect(refusal(await save('cleo', own.id, { name: 'auditor', permissions: auditor.permissions }))).toEqual([
      409,
      'ROLE_NAME_EXISTS',
      ['name'],
    ]);
    expect(refusal(await create('cleo', { name: 'branch ISSUER' }))).toEqual([409, 'ROLE_NAME_EXISTS', ['name']]);
    await made('cleo', { app_code: 'device_manager' });
    const other = await made('cleo', { name: 'Other' });
    expect(refusal(await save('cleo', other.id, { name: 'Branch issuer' }))).toEqual([
      409,
      'ROLE_NAME_EXISTS',
      ['name'],
    ]);
  });

  test('[S-281 S-064] is in the list of those who may see it, by name, application and account', async () => {
    await made('cleo');
    await made('carl', { name: 'Orsini issuer' });
    await made('ada', { name: 'Platform issuer' });
    const custom = async (person: Name) => names(await app.call(person, 'GET', `${BASE}?predefined=false&limit=100`));
    expect(await custom('ada')).toEqual(['Branch issuer', 'Orsini issuer', 'Platform issuer']);
    expect(await custom('ben')).toEqual(['Branch issuer']);
    expect(await custom('bea')).toEqual(['Orsini issuer']);
    expect(await custom('cleo')).toEqual(['Branch issuer']);
    expect((await app.call('emil', 'GET', BASE)).status).toBe(403);
    const list = await app.call('cleo', 'GET', `${BASE}?limit=100&sort=app_code:asc`);
    expect(list.body).toMatchObject({ total: 20, total_exact: true, offset: 0, limit: 100 });
    expect(list.body.items[0]).toMatchObject({ app_code: 'account_manager', name: 'Account administrator' });
    const found = async (query: string) => names(await app.call('ada', 'GET', `${BASE}?${query}`));
    expect(await found('name=ISSUER&application_id=ca_manager')).toEqual([
      'Branch issuer',
      'Orsini issuer',
      'Platform issuer',
    ]);
    expect(await found('name=issuer&application_id=device_manager')).toEqual([]);
    expect(await found(`account_id=${accountOf('orsini-custody')}`)).toEqual(['Orsini issuer']);
    expect((await found('limit=2&offset=1&sort=name:desc')).length).toBe(2);
    const csv = await app.call('cleo', 'GET', `${BASE}/export?predefined=false`);
    expect(csv.body).toContain('Branch issuer');
    expect(csv.body).not.toContain('Orsini');
  });

  test('[S-285] is found in the context of an account whose people can have it', async () => {
    const { id } = await made('cleo');
    await give(id, idOf('cleo'));
    const inAccount = (person: Name, account: string, role = id) =>
      read(person, role, `?account_id=${accountOf(account)}`);
    expect((await inAccount('ben', 'nordmark-lb')).body).toMatchObject({ id, users: 1 });
    expect((await inAccount('ben', 'umbra-trust')).status).toBe(404);
    expect((await inAccount('ada', 'orsini-custody')).status).toBe(404);
    expect((await inAccount('cleo', 'orsini-custody')).status).toBe(404);
    // Carl is Orsini's, and belongs to Nordmark too: Cleo does not see him.
    await app.db
      .insertInto('user_account')
      .values({ user_id: idOf('carl'), account_id: accountOf('nordmark-lb') })
      .execute();
    const ofNordmark = async (person: Name) =>
      (await inAccount(person, 'nordmark-lb', ACCOUNT_ADMINISTRATOR)).body.users;
    expect([await ofNordmark('ada'), await ofNordmark('cleo')]).toEqual([3, 2]);
    await app.db
      .updateTable('account')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', accountOf('umbra-trust'))
      .execute();
    expect((await inAccount('ada', 'umbra-trust', ACCOUNT_ADMINISTRATOR)).status).toBe(404);
    expect(refusal(await create('ada', { account_id: accountOf('umbra-trust') }))).toEqual([
      404,
      'NOT_FOUND',
      ['account_id'],
    ]);
    expect((await inAccount('bea', 'orsini-custody', ACCOUNT_ADMINISTRATOR)).body.users).toBe(1);
    expect((await read('ada', ACCOUNT_ADMINISTRATOR)).body.users).toBe(3);
  });

  test('[S-285] of the platform is there in each account to those who see it, and can be given there', async () => {
    const { id } = await made('ada', { name: 'Platform issuer' });
    expect((await app.call('ada', 'GET', `${BASE}/${id}`)).body).toMatchObject({ predefined: false, account_id: null });
    await give(id, idOf('cleo'));
    const nordmark = accountOf('nordmark-lb');
    const inNordmark = (person: Name, path: string) => app.call(person, 'GET', `${path}account_id=${nordmark}`);
    expect((await inNordmark('ada', `${BASE}/${id}?`)).body).toMatchObject({ id, users: 1 });
    expect(names(await inNordmark('ada', `${BASE}/${id}/users?`))).toEqual(['Cleo Marchetti']);
    for (const person of ['cleo', 'ben'] as const)
      expect((await inNordmark(person, `${BASE}/${id}?`)).status, person).toBe(404);
    for (const person of ['ada', 'ben', 'cleo'] as const) {
      const given = await inNordmark(person, '/account/ui-api/v1/assignable-role?limit=100&access_scope=account&');
      const listed = await app.call(person, 'GET', `${BASE}?limit=100&sort=app_code:asc&assignable_in=${nordmark}`);
      expect(names(listed).toSorted(), person).toEqual(names(given).toSorted());
      expect(names(listed).includes('Platform issuer'), person).toBe(person === 'ada');
    }
  });

  test('[S-235 S-281] of a foreign account is not there: neither read, edited, archived nor deleted', async () => {
    const { id } = await made('carl');
    for (const person of ['cleo', 'ben'] as const) {
      const answers = [
        await read(person, id),
        await save(person, id),
        await app.call(person, 'PUT', `${BASE}/${id}/archived`, { archived: true }),
        await app.call(person, 'DELETE', `${BASE}/${id}`),
        await app.call(person, 'GET', `${BASE}/${id}/users`),
        await app.call(person, 'POST', `${BASE}/${id}/preview`, { permissions: ISSUER }),
      ];
      expect([person, answers.map(({ status }) => status)]).toEqual([person, [404, 404, 404, 404, 404, 404]]);
    }
    expect((await read('carl', id)).body.version).toBe(1);
  });
});

describe('who has a role', () => {
  test('[S-237 S-286 S-068] is counted and listed as far as the viewer sees', async () => {
    const { id } = await made('cleo');
    await give(id, idOf('cleo'), idOf('dora'));
    const users = await app.call('cleo', 'GET', `${BASE}/${id}/users`);
    expect(users.body.total).toBe(2);
    expect(users.body.items).toEqual([
      expect.objectContaining({ name: 'Cleo Marchetti', user_name: 'cleo', service_user: false, active: true }),
      expect.objectContaining({ name: 'Dora Service', service_user: true, account_name: 'Nordmark Landesbank' }),
    ]);
    expect((await read('cleo', id)).body).toMatchObject({
      users: 2,
      abilities: { delete: false },
      why_not: { delete: { status: 'ROLE_IN_USE', params: { count: 2 } } },
    });
    expect((await app.call('cleo', 'GET', `${BASE}?predefined=false`)).body.items[0].users).toBe(2);
    // Of a predefined one everybody sees those in sight alone.
    const administrators = (person: Name) => app.call(person, 'GET', `${BASE}/${ACCOUNT_ADMINISTRATOR}/users`);
    expect(names(await administrators('ada'))).toEqual(['Carl Vestergaard', 'Cleo Marchetti', 'Dora Service']);
    expect(names(await administrators('ben'))).toEqual(['Cleo Marchetti', 'Dora Service']);
    expect(names(await administrators('carl'))).toEqual(['Carl Vestergaard']);
  });

  test('[S-237] is counted as its people are listed, to everybody, wherever they and their accounts go', async () => {
    const counted = async (person: Name): Promise<number> => {
      const one = `${BASE}/${ACCOUNT_ADMINISTRATOR}`;
      const { body: list } = await app.call(person, 'GET', `${BASE}?predefined=true&name=account+administrator`);
      const users = list.items.find(({ id }: { id: string }) => id === ACCOUNT_ADMINISTRATOR)?.users;
      expect((await app.call(person, 'GET', one)).body.users, person).toBe(users);
      expect((await app.call(person, 'GET', `${one}/users`)).body.total, person).toBe(users);
      return users;
    };
    const toEach = async () => [
      await counted('ada'),
      await counted('ben'),
      await counted('bea'),
      await counted('cleo'),
    ];
    const dora = idOf('dora');
    const carls = (await app.db.selectFrom('app_user').selectAll().where('id', '=', idOf('carl')).executeTakeFirst())
      ?.primary_account_id;
    const person = (fields: { primary_account_id?: string; deleted_at?: Date | null }) =>
      app.db.updateTable('app_user').set(fields).where('id', '=', dora).execute();
    const account = (fields: { partner_account_id?: string; deleted_at?: Date | null }) =>
      app.db
        .updateTable('account')
        .set(fields)
        .where('id', '=', carls ?? '')
        .execute();
    expect(await toEach()).toEqual([3, 2, 1, 2]);
    await person({ primary_account_id: carls ?? '' });
    expect(await toEach()).toEqual([3, 1, 2, 1]);
    await person({ deleted_at: app.clock.now() });
    expect(await toEach()).toEqual([2, 1, 1, 1]);
    await person({ deleted_at: null });
    await account({ partner_account_id: accountOf('umbra-trust') });
    expect(await toEach()).toEqual([3, 3, 0, 1]);
    await account({ deleted_at: app.clock.now() });
    expect(await toEach()).toEqual([3, 1, 0, 1]);
  });

  test('[S-237] that very many have lists each of them once on every page, with other roles or without', async () => {
    const { id } = await made('cleo');
    await sql`with many as (
      insert into app_user (id, user_name, email, first_name, last_name, access_scope, primary_account_id,
        service_user, created_at, updated_at)
      select gen_random_uuid(), 'many-' || n, n || '@many.example', 'Many', lpad(n::text, 4, '0'), 'account',
        ${accountOf('nordmark-lb')}::uuid, n % 3 = 0, now(), now() from generate_series(1, 700) n
      returning id
    ) insert into user_role (user_id, role_id) select many.id, r.id from many,
      (values (${id}::uuid), (${ACCOUNT_ADMINISTRATOR}::uuid)) r (id)`.execute(app.db);
    const page = (offset: number) => app.call('cleo', 'GET', `${BASE}/${id}/users?limit=20&offset=${offset}`);
    const numbered = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, n) => `Many ${String(from + n + 1).padStart(4, '0')}`);
    expect(names(await page(0))).toEqual(numbered(0, 20));
    expect(names(await page(600))).toEqual(numbered(600, 620));
    expect(names(await page(690))).toEqual(numbered(690, 700));
    expect((await page(600)).body.total).toBe(700);
    // Whoever gets another name stands where that one does.
    await app.db.updateTable('app_user').set({ last_name: '9999' }).where('user_name', '=', 'many-1').execute();
    expect(names(await page(0))).toEqual(numbered(1, 21));
    expect(names(await page(690)).at(-1)).toBe('Many 9999');
    const downwards = await app.call('cleo', 'GET', `${BASE}/${id}/users?limit=2&offset=600&sort=name:desc`);
    expect(names(downwards)).toEqual(['Many 0101', 'Many 0100']);
    // Another tenant sees none of them.
    expect((await app.call('carl', 'GET', `${BASE}/${id}/users`)).status).toBe(404);
  });

  test('[S-240 S-284] keeps it from being deleted, seen or not; nobody does not', async () => {
    const { id } = await made('cleo');
    await give(id, idOf('carl'));
    expect((await read('cleo', id)).body.users).toBe(0);
    const refused = await app.call('cleo', 'DELETE', `${BASE}/${id}`);
    expect(refusal(refused)).toEqual([409, 'ROLE_IN_USE', []]);
    expect(refused.body.error.message).toContain('given to 1 user');
    await app.db.deleteFrom('user_role').where('role_id', '=', id).execute();
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect(await newest()).toMatchObject({
      action: 'DELETE',
      resource_type: 'ROLE',
      before: { name: 'Branch issuer' },
    });
    expect((await read('cleo', id)).status).toBe(404);
    expect(names(await app.call('cleo', 'GET', `${BASE}?predefined=false`))).toEqual([]);
    expect((await made('cleo')).id).not.toBe(id);
  });

  test('[S-238] keeps an archived one, which nobody else is given; its name is free for another', async () => {
    const { id } = await made('cleo', { permissions: ['view_enrollment'] });
    await holdsOnly('carl', []);
    await give(id, idOf('carl'));
    const assignable = async () =>
      names(await app.call('cleo', 'GET', `${BASE}?limit=100&assignable_in=${accountOf('nordmark-lb')}`));
    expect(await assignable()).toContain('Branch issuer');
    const archived = await app.call('cleo', 'PUT', `${BASE}/${id}/archived`, { archived: true });
    expect([archived.status, archived.body.archived_at]).toEqual([200, '2026-11-21 12:00:00']);
    expect(await assignable()).not.toContain('Branch issuer');
    expect(await assignable()).toContain('Account administrator');
    expect(names(await app.call('cleo', 'GET', `${BASE}?archived=true`))).toEqual(['Branch issuer']);
    expect(await permissionsOf('carl')).toEqual(['view_enrollment']);
    await made('cleo');
    const back = await app.call('cleo', 'PUT', `${BASE}/${id}/archived`, { archived: false });
    expect(refusal(back)).toEqual([409, 'ROLE_NAME_EXISTS', ['name']]);
    await save('cleo', id, { name: 'Former issuer', permissions: ['view_enrollment'] });
    const restored = await app.call('cleo', 'PUT', `${BASE}/${id}/archived`, { archived: false });
    expect([restored.status, restored.body.archived_at]).toEqual([200, null]);
    expect(await newest()).toMatchObject({
      before: { archived_at: '2026-11-21 12:00:00' },
      after: { archived_at: null },
    });
  });

  test('of a deleted account nobody has it any more, also who belongs to another account', async () => {
    const { id } = await made('cleo');
    await holdsOnly('carl', []);
    await app.db
      .insertInto('user_account')
      .values({ user_id: idOf('carl'), account_id: accountOf('nordmark-lb') })
      .execute();
    await give(id, idOf('carl'));
    expect(await permissionsOf('carl')).toEqual(ISSUER.toSorted());
    expect((await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${accountOf('nordmark-lb')}`)).status).toBe(
      204,
    );
    expect(await permissionsOf('carl')).toEqual([]);
    expect((await read('ada', id)).status).toBe(404);
  });

  test('of a deleted account leaves who had it to be moved and given others, one by one and in a run', async () => {
    const { id } = await made('cleo');
    const program = { first: 'Build', last: 'pipeline', userName: 'pipeline', scope: 'account' as const, roles: [] };
    const cast = [{ ...program, accounts: ['orsini-custody', 'nordmark-lb'], serviceUser: true }];
    const seeded = await seedPeople(app.db, cast, app.accountIds, 'no password', app.clock.now());
    const pipeline = seeded.get('pipeline') ?? '';
    const membership = { user_id: idOf('carl'), account_id: accountOf('nordmark-lb') };
    await app.db.insertInto('user_account').values(membership).execute();
    await give(id, idOf('carl'), pipeline);
    await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${accountOf('nordmark-lb')}`);

    const elsewhere = { account_ids: [accountOf('umbra-trust')] };
    const user = `/account/ui-api/v1/user/${idOf('carl')}`;
    const { first_name, last_name, user_name, email, phone, locale } = (await app.call('ada', 'GET', user)).body;
    const as = { first_name, last_name, user_name, email, phone, locale };
    const moved = await app.call('ada', 'PUT', user, { ...as, ...elsewhere });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(moved.body.accounts.map((one: { name: string }) => one.name)).toEqual([
      'Orsini Custody',
      'Umbra Trust Services',
    ]);
    const before = await app.call('ada', 'POST', `${user}/preview`, { access_scope: 'account' });
    expect(before.status, JSON.stringify(before.body)).toBe(200);

    const service = `/account/ui-api/v1/service-user/${pipeline}`;
    const edit = { name: 'Build pipeline', email: 'build@orsini.example', locale: 'en_US', ...elsewhere };
    const saved = await app.call('ada', 'PUT', service, edit);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);

    const input = { role_id: AUDITOR, given: true };
    const plan = await app.call('ada', 'POST', '/account/ui-api/v1/user/bulk/role', { ids: [idOf('carl')], input });
    expect(plan.body.verdicts).toMatchObject({ change: 1 });
    await app.call('ada', 'PUT', `/account/ui-api/v1/bulk/${plan.body.id}/run`);
    await runPlan(app.runtime, bulkActs, plan.body.id);
    expect((await app.call('ada', 'GET', `/account/ui-api/v1/bulk/${plan.body.id}`)).body.outcomes).toMatchObject({
      done: 1,
      refused: 0,
    });
  });

  test('of a deleted account administers no other one by it', async () => {
    const permissions = ['manage_account_user', 'manage_permission'];
    const { id } = await made('cleo', { app_code: 'account_manager', permissions });
    await holdsOnly('carl', []);
    const membership = { user_id: idOf('carl'), account_id: accountOf('nordmark-lb') };
    await app.db.insertInto('user_account').values(membership).execute();
    await give(id, idOf('carl'));
    const administered = async () =>
      (await app.db.selectFrom('administrator').select('account_id').where('user_id', '=', idOf('carl')).execute())
        .length;
    expect(await administered()).toBe(2);
    await app.call('ada', 'DELETE', `/account/ui-api/v1/account/${accountOf('nordmark-lb')}`);
    expect(await administered()).toBe(0);
  });

  test('[S-066] gains and loses by a change of it on the very next request', async () => {
    const { id } = await made('cleo', { app_code: 'account_manager', permissions: ['view_organization'] });
    await holdsOnly('carl', []);
    await give(id, idOf('carl'));
    const organizations = async () => (await app.call('carl', 'GET', '/account/ui-api/v1/organization')).status;
    expect(await organizations()).toBe(200);
    await save('ada', id, { permissions: ['view_account'] });
    expect(await organizations()).toBe(403);
    await save('ada', id, { permissions: ['view_organization'] });
    expect(await organizations()).toBe(200);
  });
});

test(
  '[S-237] who is given a role while they move to another account is counted where they are then',
  alone(async () => {
    const { id } = await made('ada');
    const dora = idOf('dora');
    const elsewhere = sql`(select primary_account_id from app_user where id = ${idOf('carl')})`;
    const moved = Promise.withResolvers<void>();
    const going = app.db.transaction().execute(async (tx) => {
      await sql`update app_user set primary_account_id = ${elsewhere} where id = ${dora}`.execute(tx);
      await moved.promise;
    });
    const given = give(id, dora);
    const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`;
    await expect.poll(async () => (await waits.execute(app.db)).rows[0]?.waits).toBe(true);
    moved.resolve();
    await Promise.all([going, given]);
    const { rows } = await sql`select u.primary_account_id = g.primary_account_id
        and u.owner_account_id = g.owner_account_id as same
      from user_role g join app_user u on u.id = g.user_id where g.user_id = ${dora}`.execute(app.db);
    expect(rows).toEqual([{ same: true }, { same: true }]);
  }),
);

test(
  '[S-237] roles that were given by an older Signet are counted like those given since',
  alone(async () => {
    await app.db.updateTable('app_user').set({ deleted_at: app.clock.now() }).where('id', '=', idOf('dora')).execute();
    const given = () => app.db.selectFrom('user_role').selectAll().orderBy('user_id').orderBy('role_id').execute();
    const today = await given();
    expect(new Set(today.map(({ living }) => living))).toEqual(new Set([true, false]));
    await app.pool.query(`
      drop trigger app_user_roles_follow on app_user; drop function app_user_roles_follow;
      drop trigger user_role_person on user_role; drop function user_role_person;
      alter table user_role drop column owner_account_id, drop column primary_account_id, drop column living;
      delete from schema_migration where name = '0088-people-of-roles.sql'`);
    expect(await migrate(app.pool)).toEqual(['0088-people-of-roles.sql']);
    expect(await given()).toEqual(today);
  }),
);

test('[S-227] with their feature off, roles answer nobody', async () => {
  const flag = '/account/ui-api/v1/feature-flag/AM_enable_user_roles';
  const switched = await app.call('ada', 'PUT', flag, { enabled: false });
  expect(switched.status, JSON.stringify(switched.body)).toBeLessThan(300);
  expect(refusal(await app.call('cleo', 'GET', BASE))).toEqual([403, 'FEATURE_OFF', []]);
  expect(refusal(await create('cleo'))).toEqual([403, 'FEATURE_OFF', []]);
});

describe('predefined roles', () => {
  test('[S-235] stay as they are, whoever asks', async () => {
    for (const person of ['ada', 'cleo'] as const) {
      const answers = [
        await save(person, ACCOUNT_ADMINISTRATOR, { permissions: ['view_account'] }),
        await app.call(person, 'PUT', `${BASE}/${ACCOUNT_ADMINISTRATOR}/archived`, { archived: true }),
        await app.call(person, 'DELETE', `${BASE}/${ACCOUNT_ADMINISTRATOR}`),
        await app.call(person, 'POST', `${BASE}/${ACCOUNT_ADMINISTRATOR}/preview`, { permissions: ['view_account'] }),
      ];
      expect(answers.map(refusal)).toEqual(answers.map(() => [409, 'ROLE_PREDEFINED', []]));
    }
    expect((await read('cleo', ACCOUNT_ADMINISTRATOR)).body).toMatchObject({
      predefined: true,
      abilities: { edit: false, archive: false, delete: false, clone: true },
    });
  });

  test('are among what their application offers in the widest reach, so that a clone may have all of it', async () => {
    const { body } = await app.call('ada', 'GET', `${BASE}?predefined=true&limit=100`);
    expect(body.items).not.toEqual([]);
    for (const role of body.items) {
      const offered = permissionsOffered(role.app_code, 'system');
      expect([role.app_code, role.name, role.permissions.filter((one: Permission) => !offered.has(one))]).toEqual([
        role.app_code,
        role.name,
        [],
      ]);
    }
    expect([...permissionsOffered('account_manager', 'system')].toSorted()).toEqual([...PERMISSIONS].toSorted());
    expect((await read('ada', PLATFORM_ADMINISTRATOR)).body.permissions).toEqual(PERMISSIONS);
  });
});

describe('nobody gives what they do not hold', () => {
  test('a role with a permission its creator does not hold is refused under its field, and not made', async () => {
    await holdsOnly('cleo', ['manage_user_role', 'view_enrollment', 'view_certificate']);
    const answer = await create('cleo');
    expect(refusal(answer)).toEqual([403, 'ABOVE_OWN_RIGHTS', ['permissions']]);
    expect(answer.body.error.message).toContain('Manage enrollments');
    expect(
      names(await app.call('cleo', 'GET', `${BASE}?predefined=false&account_id=${accountOf('nordmark-lb')}`)),
    ).toEqual([]);
    await made('cleo', { permissions: ['view_enrollment'] });
  });

  test('what the editor lacks is neither added nor taken away; the rest may change', async () => {
    const { id } = await made('cleo');
    await holdsOnly('cleo', ['manage_user_role', 'view_certificate', 'view_ca']);
    const change = async (permissions: Permission[]) => refusal(await save('cleo', id, { permissions }));
    expect(await change([...ISSUER, 'view_profile'])).toEqual([403, 'ABOVE_OWN_RIGHTS', ['permissions']]);
    expect(await change(['view_enrollment', 'view_certificate'])).toEqual([403, 'ABOVE_OWN_RIGHTS', ['permissions']]);
    const saved = await save('cleo', id, { permissions: ['view_enrollment', 'manage_enrollment', 'view_ca'] });
    expect([saved.status, saved.body.permissions]).toEqual([200, ['view_enrollment', 'manage_enrollment', 'view_ca']]);
    expect((await save('cleo', id, { name: 'Renamed', permissions: saved.body.permissions })).status).toBe(200);
  });

  test('nor what means nothing there: of another application, or above the reach of the account', async () => {
    const manager = { app_code: 'account_manager' };
    for (const [person, fields] of [
      ['ada', { permissions: ['manage_system_settings'] }],
      ['ada', { ...manager, permissions: ['manage_system_settings'], account_id: accountOf('nordmark-lb') }],
      ['ada', { ...manager, permissions: ['manage_partner_user'], account_id: accountOf('nordmark-lb') }],
      ['ada', { ...manager, permissions: ['manage_system_user'], account_id: accountOf('umbra-trust') }],
      ['cleo', { permissions: ['view_device_manager_license'] }],
    ] as const)
      expect(refusal(await create(person, fields))).toEqual([400, 'PERMISSION_NOT_OFFERED', ['permissions']]);
    await made('ben', { ...manager, permissions: ['manage_partner_user'] });
    await made('ada', { ...manager, permissions: ['manage_system_settings'] });
  });

  test('[S-239 S-288] the groups of an application and account say what can’t be given, and why', async () => {
    await holdsOnly('cleo', ['view_user_role', 'view_certificate']);
    const groups = async (person: Name, query: Record<string, string>): Promise<Answer> =>
      app.call(person, 'GET', `${GROUPS}?${queryText(query)}`);
    const { status, body } = await groups('cleo', {
      application_id: 'ca_manager',
      account_id: accountOf('nordmark-lb'),
    });
    expect([status, body.total]).toEqual([200, body.items.length]);
    expect(body.items[0]).toEqual({
      name: 'certificate',
      shared: false,
      permissions: [
        { name: 'view_certificate', why_not: null },
        {
          name: 'revoke_certificate',
          why_not: { status: 'ABOVE_OWN_RIGHTS', params: { permission: 'revoke_certificate' } },
        },
      ],
    });
    const named = (answer: Answer): string[] => names(answer);
    expect(named({ status, body, headers: {} })).toContain('ca_manager_license');
    expect(
      body.items.filter((one: { shared: boolean }) => one.shared).map((one: { name: string }) => one.name),
    ).toEqual(['account', 'organization', 'user', 'audit_log']);
    const users = async (person: Name, account?: string) =>
      (
        await groups(person, {
          application_id: 'account_manager',
          ...(account ? { account_id: accountOf(account) } : {}),
        })
      ).body.items
        .find((one: { name: string }) => one.name === 'user')
        .permissions.map((one: { name: string }) => one.name);
    expect(await users('ada')).toContain('manage_system_user');
    expect(await users('ada', 'umbra-trust')).toEqual(['view_user', 'manage_account_user', 'manage_partner_user']);
    expect(await users('ben', 'nordmark-lb')).toEqual(['view_user', 'manage_account_user']);
    expect(
      refusal(await groups('cleo', { application_id: 'ca_manager', account_id: accountOf('orsini-custody') })),
    ).toEqual([404, 'NOT_FOUND', ['account_id']]);
    expect(refusal(await groups('cleo', { application_id: 'moon' }))).toEqual([
      400,
      'INVALID_INPUT',
      ['application_id'],
    ]);
  });
});

test(
  'a change of a role that would leave an account without an administrator is refused, and undone',
  alone(
    async () => {
      const permissions = ['manage_account_user', 'manage_permission'];
      const { id } = await made('cleo', { app_code: 'account_manager', permissions });
      await give(id, idOf('cleo'));
      await app.db.deleteFrom('user_role').where('user_id', '=', idOf('cleo')).where('role_id', '<>', id).execute();
      const strip = (kept: string[]) => save('ada', id, { permissions: kept });
      expect(refusal(await strip(['manage_account_user']))).toEqual([409, 'LAST_ADMINISTRATOR', []]);
      expect((await read('ada', id)).body).toMatchObject({ permissions, version: 1 });
      await give(ACCOUNT_ADMINISTRATOR, idOf('cleo'));
      expect((await strip(['manage_account_user'])).status).toBe(200);
    },
    { lastMayGo: false },
  ),
);

describe('a role that somebody has of whom its account has no say', () => {
  const wider = { permissions: [...ISSUER, 'view_audit_log'] };
  const held = { status: 'ROLE_HELD_ELSEWHERE', params: { count: 1 } };
  /** Made by Cleo, and given to somebody of another account or a scope above. */
  const heldBy = async (name: Name): Promise<string> => {
    const { id } = await made('cleo', { app_code: 'account_manager', name: `Held by ${name}` });
    await give(id, idOf(name));
    return id;
  };

  test('keeps its permissions, added or taken away: people of the platform, of a partner, of others', async () => {
    const known = await heldBy('ada');
    await app.db
      .insertInto('user_account')
      .values({ user_id: idOf('cleo'), account_id: accountOf('orsini-custody') })
      .execute();
    const before = await permissionsOf('ada');
    // Cleo sees that other account as well, but does not stand above it.
    for (const permissions of [wider.permissions, ISSUER.slice(1)]) {
      const answer = await save('cleo', known, { permissions });
      expect(refusal(answer)).toEqual([409, 'ROLE_HELD_ELSEWHERE', ['permissions']]);
      expect(answer.body.error.fields.permissions).toMatchObject(held);
    }
    for (const name of ['ben', 'bea'] as const)
      expect(refusal(await save('cleo', await heldBy(name), wider))[1]).toBe('ROLE_HELD_ELSEWHERE');
    expect(await permissionsOf('ada')).toEqual(before);
    expect((await save('ada', known, wider)).status).toBe(200);
  });

  test('of somebody who belongs to another account too, also by its partner; whoever sees them all may', async () => {
    const id = await heldBy('carl');
    await app.db
      .insertInto('user_account')
      .values({ user_id: idOf('carl'), account_id: accountOf('nordmark-lb') })
      .execute();
    for (const person of ['cleo', 'ben'] as const)
      expect(refusal(await save(person, id, wider))).toEqual([409, 'ROLE_HELD_ELSEWHERE', ['permissions']]);
    expect((await app.call('cleo', 'POST', `${BASE}/${id}/preview`, wider)).body.why_not).toMatchObject(held);
    expect((await app.call('ada', 'POST', `${BASE}/${id}/preview`, wider)).body.why_not).toBeNull();
    expect((await save('ada', id, wider)).status).toBe(200);
  });

  test('can be named anew and archived; an end user, to whom it means nothing, is no hindrance', async () => {
    const id = await heldBy('ada');
    expect((await save('cleo', id, { name: 'Of long ago', description: 'Before' })).status).toBe(200);
    expect((await app.call('cleo', 'PUT', `${BASE}/${id}/archived`, { archived: true })).status).toBe(200);
    const free = await heldBy('emil');
    await app.db
      .insertInto('user_account')
      .values({ user_id: idOf('emil'), account_id: accountOf('orsini-custody') })
      .execute();
    expect((await save('cleo', free, wider)).status).toBe(200);
  });
});

describe('before a role is changed', () => {
  const preview = async (person: Name, id: string, permissions: string[]) =>
    (await app.call(person, 'POST', `${BASE}/${id}/preview`, { permissions })).body;

  test('it says who gains and who loses what, by name, with their other roles and their scope in mind', async () => {
    const { id } = await made('cleo', { app_code: 'account_manager', permissions: ['view_organization', 'view_ca'] });
    const person = (first: string, scope: 'account' | 'end_user', roles: string[]) => ({
      first,
      last: 'Noor',
      userName: `${first.toLowerCase()}.noor`,
      scope,
      accounts: ['nordmark-lb'],
      roles,
    });
    const people = await seedPeople(
      app.db,
      [
        person('Ida', 'account', []),
        person('Ole', 'account', ['ca_manager/Viewer']),
        person('Una', 'account', ['account_manager/Auditor']),
        person('Eli', 'end_user', []),
      ],
      app.accountIds,
      'no password',
      app.clock.now(),
    );
    await give(id, ...people.values(), idOf('carl'));
    const effects = await preview('cleo', id, ['view_organization', 'view_account']);
    expect(effects).toMatchObject({ holders: 5, exact: true, why_not: { status: 'ROLE_HELD_ELSEWHERE' } });
    const [gain, loss] = effects.items;
    const told = ({ total, people: named }: { total: number; people: { name: string }[] }) => [
      total,
      named.map(({ name }) => name),
    ];
    expect([gain.permission, gain.effect, told(gain.changed), told(gain.unchanged)]).toEqual([
      'view_account',
      'gain',
      // Carl has it already, and nobody sees him from here; an end user may never do anything.
      [2, ['Ida Noor', 'Ole Noor']],
      [2, ['Una Noor']],
    ]);
    expect([loss.permission, loss.effect, told(loss.changed), told(loss.unchanged)]).toEqual([
      'view_ca',
      'lose',
      [1, ['Ida Noor']],
      [3, ['Ole Noor', 'Una Noor']],
    ]);
    expect([effects.gaining, effects.losing, gain.own, loss.own]).toEqual([2, 1, false, false]);
    expect((await read('cleo', id)).body.version).toBe(1);
  });

  test('it says that the viewer is among them, and nothing where nothing changes', async () => {
    const { id } = await made('cleo', { app_code: 'account_manager', permissions: ['manage_user_role', 'view_ca'] });
    await holdsOnly('cleo', []);
    await give(id, idOf('cleo'));
    const effects = await preview('cleo', id, ['manage_user_role']);
    expect(effects.items).toEqual([
      {
        permission: 'view_ca',
        effect: 'lose',
        changed: { total: 1, people: [{ id: idOf('cleo'), name: 'Cleo Marchetti', service_user: false }] },
        unchanged: { total: 0, people: [] },
        own: true,
      },
    ]);
    expect(await preview('cleo', id, ['view_ca', 'manage_user_role'])).toMatchObject({
      items: [],
      gaining: 0,
      losing: 0,
    });
  });
});
