import { ZERO_UUID } from '@signet/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { ADMINISTRATORS as BASE, administratorsIn, underField, why } from '../../testing/administrators.ts';
import { insertToken } from '../../testing/api-token.ts';
import { PASSWORD, startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { insertDomain } from '../../testing/email-domain.ts';
import { linkIn, mails, newestEvent } from '../../testing/sign-in.ts';

const ROLE = {
  partner: '00000000-0000-7000-8000-000000000002',
  account: '00000000-0000-7000-8000-000000000003',
  auditor: '00000000-0000-7000-8000-000000000004',
  support: '00000000-0000-7000-8000-000000000005',
  caViewer: '00000000-0000-7000-8000-000000000012',
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { accountOf, create, edit, read, signIn, somebody } = administratorsIn(() => app);
const idOf = (name: string): string => app.userIds.get(name) ?? '';
const stamps = () => ({ created_at: app.clock.now(), updated_at: app.clock.now() });
const newest = () => newestEvent(app);

describe('a new person', () => {
  test('[S-045 S-050 S-292] is created with roles, invited by mail, read back and audited', async () => {
    const answer = await create('cleo', { role_ids: [ROLE.auditor, ROLE.caViewer] });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'invited',
      verified: false,
      access_scope: 'account',
      primary_account_name: 'Nordmark Landesbank',
      roles: [
        { name: 'Auditor', app_code: 'account_manager', archived: false },
        { name: 'Viewer', app_code: 'ca_manager' },
      ],
      why_not: { edit: null, govern: null, help: null },
    });
    expect(answer.body.invited_at).not.toBeNull();
    expect(await read(answer.body.id)).toEqual(answer.body);
    const [mail] = await mails(app, answer.body.email, 'invitation');
    expect(mail).toMatchObject({ locale: 'de_DE', user_id: answer.body.id });
    expect(await newest()).toMatchObject({
      action: 'CREATE',
      resource_type: 'USER',
      resource_id: answer.body.id,
      account_id: accountOf('nordmark-lb'),
      after: { roles: ['account_manager/Auditor', 'ca_manager/Viewer'], access_scope: 'account', active: true },
    });
  });

  test('[S-298 S-310 S-026] chooses a name and password by the link, and signs in with the role’s rights', async () => {
    const { body } = await create('cleo', { role_ids: [ROLE.auditor] });
    expect(why(await app.call('cleo', 'PUT', `${BASE}/${body.id}/reset-password`))).toEqual([409, 'NOT_VERIFIED']);
    expect((await app.call('cleo', 'PUT', `${BASE}/${body.id}/email`)).status).toBe(204);
    const [first, second] = await mails(app, body.email, 'invitation');
    const choose = (text: string) =>
      app.request('POST', `${BASE}/${body.id}/verify`, {
        verification_code: linkIn(text).code,
        login: `${body.user_name}.chosen`,
        password: PASSWORD,
      });
    expect(why(await choose(first?.text ?? ''))).toEqual([410, 'CODE_INVALID']);
    expect((await choose(second?.text ?? '')).status).toBe(201);
    const { body: tokens } = await signIn(`${body.user_name}.chosen`);
    const bearer = { authorization: `Bearer ${tokens.access_token}` };
    await app.request('PUT', `${BASE}/${body.id}/agreement`, { locale: 'en_US' }, bearer);
    const { body: me } = await app.request('GET', '/account/api/v1/user/me', undefined, bearer);
    expect(me.permissions).toContain('view_audit_log');
    expect(me.permissions).not.toContain('manage_account');
    expect(why(await app.call('cleo', 'PUT', `${BASE}/${body.id}/email`))).toEqual([409, 'ALREADY_VERIFIED']);
  });

  test('[S-026 S-310] at another address: the first link opens nothing, and the new one is invited', async () => {
    const { body } = await create('cleo');
    const [wrong] = await mails(app, body.email, 'invitation');
    const email = `right.${body.email}`;
    expect((await edit('cleo', body.id, { email: email.toUpperCase() })).status).toBe(200);
    const choose = (text: string) =>
      app.request('POST', `${BASE}/${body.id}/verify`, {
        verification_code: linkIn(text).code,
        login: body.user_name,
        password: PASSWORD,
      });
    expect(why(await choose(wrong?.text ?? ''))).toEqual([410, 'CODE_INVALID']);
    expect((await edit('cleo', body.id, { email })).status).toBe(200);
    const right = await mails(app, email.toUpperCase(), 'invitation');
    expect(right).toHaveLength(1);
    expect((await choose(right[0]?.text ?? '')).status).toBe(201);
    expect((await edit('cleo', body.id, { email: body.email })).status).toBe(200);
    expect(await mails(app, body.email, 'invitation')).toHaveLength(1);
  });

  test.each<[string, object, string, number, string]>([
    ['[S-181] no user name', { user_name: '' }, 'user_name', 400, 'REQUIRED_USER_NAME'],
    ['[S-182] a bracket in the user name', { user_name: 'a(b' }, 'user_name', 400, 'INVALID_USER_NAME'],
    ['[S-182] a semicolon in the user name', { user_name: 'a;b' }, 'user_name', 400, 'INVALID_USER_NAME'],
    ['[S-184] a digit in the top-level domain', { email: 'a@b.c1' }, 'email', 400, 'INVALID_EMAIL'],
    ['[S-185] no email', { email: '' }, 'email', 400, 'REQUIRED'],
    ['[S-191] markup in a name', { first_name: 'Anna<3' }, 'first_name', 400, 'INVALID_NAME'],
    ['an unknown scope', { access_scope: 'galaxy' }, 'access_scope', 400, 'INVALID_INPUT'],
    ['an unknown role', { role_ids: ['00000000-0000-4000-8000-000000000001'] }, 'role_ids', 404, 'NOT_FOUND'],
    ['a foreign account', { primary_account_id: 'orsini-custody' }, 'primary_account_id', 404, 'NOT_FOUND'],
    ['a foreign second account', { account_ids: ['orsini-custody'] }, 'account_ids', 404, 'NOT_FOUND'],
    ['[S-314] partner scope', { access_scope: 'partner' }, 'access_scope', 403, 'SCOPE_NOT_MANAGEABLE'],
    ['[S-314] system scope', { access_scope: 'system' }, 'access_scope', 403, 'SCOPE_NOT_MANAGEABLE'],
    ['more rights than the own', { role_ids: [ROLE.partner] }, 'role_ids', 403, 'ABOVE_OWN_RIGHTS'],
    ['a field of nobody', { password_hash: 'x' }, 'password_hash', 400, 'UNKNOWN_FIELD'],
  ])('with %s is refused under its field, and nothing is left', async (_what, change, field, status, problem) => {
    const named = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [
        key,
        value === 'orsini-custody'
          ? accountOf(value)
          : Array.isArray(value) && value[0] === 'orsini-custody'
            ? [accountOf('orsini-custody')]
            : value,
      ]),
    );
    const people = () =>
      app.db
        .selectFrom('app_user')
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirst();
    const before = await people();
    const answer = await create('cleo', named);
    expect([answer.status, underField(answer, field)]).toEqual([status, problem]);
    expect(await people()).toEqual(before);
  });

  test('[S-183] with a taken user name is refused whatever its case, also of two at once', async () => {
    const answer = await create('cleo', { user_name: 'CARL' });
    expect([answer.status, underField(answer, 'user_name')]).toEqual([409, 'USERNAME_EXISTS']);
    const both = await Promise.all([create('cleo', { user_name: 'twice' }), create('ada', { user_name: 'Twice' })]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  test('takes no address of a domain that is verified for an account of others as user name', async () => {
    await insertDomain(app, 'orsini-custody', 'orsini.example');
    await insertDomain(app, 'nordmark-lb', 'nordmark.example');
    await insertDomain(app, 'orsini-custody', 'unproved.example', { verified: false });
    const taken = { user_name: 'Nils@ORSINI.example' };
    const refused = await create('cleo', taken);
    expect([refused.status, underField(refused, 'user_name')]).toEqual([400, 'DOMAIN_LEADS_ELSEWHERE']);
    expect(refused.body.error.fields.user_name.params).toEqual({ domain: 'orsini.example' });
    expect((await create('ben', { ...taken, email: 'nils@orsini.example' })).status).toBe(400);
    for (const user_name of ['nils@nordmark.example', 'nils@unproved.example', 'nils@below.orsini.example'])
      expect((await create('cleo', { user_name })).status).toBe(201);
    // One who belongs there as well is named by the provider of their first account alone.
    const account_ids = [accountOf('nordmark-lb'), accountOf('orsini-custody')];
    const member = await create('ada', { ...taken, account_ids });
    expect([member.status, underField(member, 'user_name')]).toEqual([400, 'DOMAIN_LEADS_ELSEWHERE']);
    const there = await create('ada', { ...taken, primary_account_id: account_ids[1], account_ids });
    expect(there.status).toBe(201);
    await app.call('ada', 'DELETE', `${BASE}/${there.body.id}`);
    // The platform names its people as it likes.
    const platforms = { access_scope: 'system', primary_account_id: undefined, role_ids: [] };
    expect((await create('ada', { ...platforms, user_name: 'ops@orsini.example' })).status).toBe(201);
  });

  test('[S-314] of system scope belongs to the platform, of partner scope to a partner', async () => {
    const system = { access_scope: 'system', primary_account_id: undefined, role_ids: [ROLE.auditor] };
    const one = await create('ada', system);
    expect([one.status, one.body.primary_account_name]).toEqual([201, 'Signet platform']);
    const partner = (account: string) => ({ access_scope: 'partner', primary_account_id: accountOf(account) });
    expect((await create('ada', partner('umbra-trust'))).status).toBe(201);
    const wrong = await create('ada', partner('nordmark-lb'));
    expect([wrong.status, underField(wrong, 'primary_account_id')]).toEqual([400, 'ACCOUNT_NOT_OF_SCOPE']);
  });

  test('[S-419] whose first account is the zero UUID belongs where one without belongs, and stays there', async () => {
    const none = { primary_account_id: ZERO_UUID, account_ids: [ZERO_UUID], role_ids: [ZERO_UUID] };
    const made = await create('cleo', none);
    expect([made.status, made.body.primary_account_name]).toEqual([201, 'Nordmark Landesbank']);
    const edited = await edit('cleo', made.body.id, none);
    expect([edited.status, edited.body.primary_account_name]).toEqual([200, 'Nordmark Landesbank']);
  });
});

describe('the list', () => {
  test('[S-044 S-290] has whom the viewer may see: everybody, the own and customers, the own account', async () => {
    const names = async (person: Name, query = '') =>
      (await app.call(person, 'GET', `${BASE}?limit=500&${query}`)).body.items.map(
        (one: { user_name: string }) => one.user_name,
      );
    expect(await names('ada')).toEqual(expect.arrayContaining(['ada', 'ben', 'bea', 'cleo', 'carl', 'emil']));
    expect(await names('ben')).toEqual(expect.arrayContaining(['ben', 'cleo', 'emil']));
    for (const foreign of ['ada', 'bea', 'carl', 'dora']) expect(await names('ben')).not.toContain(foreign);
    for (const foreign of ['ada', 'ben', 'carl']) expect(await names('cleo')).not.toContain(foreign);
    expect((await app.call('emil', 'GET', BASE)).status).toBe(403);
    expect(await names('ada', 'name=MARCHETTI')).toEqual(['cleo']);
    expect(await names('ada', 'name=cleo@nordmark')).toEqual(['cleo']);
    expect(await names('ada', 'access_scope=end_user')).toEqual(['emil']);
    expect(await names('cleo', 'status=invited')).not.toContain('cleo');
    expect(await names('ada', `account_id=${accountOf('orsini-custody')}`)).toEqual(['carl']);
    expect(await names('ada', `role_id=${ROLE.partner}`)).toEqual(expect.arrayContaining(['ben', 'bea']));
    expect(await names('ada', 'sort=user_name:desc&name=a')).toEqual(
      (await names('ada', 'sort=user_name:asc&name=a')).toReversed(),
    );
    expect(why(await app.call('ada', 'GET', `${BASE}?sort=password_hash:asc`))[0]).toBe(400);
  });

  test('filtered by an account or a role out of sight it has nobody, nor has a file or a plan', async () => {
    const { id } = (await create('cleo')).body;
    const elsewhere = accountOf('orsini-custody');
    const foreign = newId();
    const role = { id: foreign, name: 'Foreign', app_code: 'account_manager' as const, permissions: [] };
    await app.db
      .insertInto('role')
      .values({ ...role, account_id: elsewhere, ...stamps() })
      .execute();
    await app.db.insertInto('user_account').values({ user_id: id, account_id: elsewhere }).execute();
    await app.db.insertInto('user_role').values({ user_id: id, role_id: foreign }).execute();
    for (const [name, value] of [
      ['account_id', elsewhere],
      ['role_id', foreign],
    ] as const) {
      const filter = `${name}=${value}`;
      const rowsOf = async (person: Name) => (await app.call(person, 'GET', `${BASE}?${filter}&limit=500`)).body;
      expect((await rowsOf('ada')).items.map((one: { id: string }) => one.id)).toContain(id);
      expect(await rowsOf('cleo')).toMatchObject({ items: [], total: 0 });
      const file = (await app.call('cleo', 'GET', `${BASE}/export?${filter}`)).body;
      expect(file.trim().split('\r\n')).toHaveLength(1);
      const wanted = { filters: { [name]: value }, input: { active: false } };
      const plan = await app.call('cleo', 'POST', `${BASE}/bulk/active`, wanted);
      expect((await app.call('cleo', 'GET', `/account/ui-api/v1/bulk/${plan.body.id}`)).body.total ?? 0).toBe(0);
    }
    const own = `${BASE}?account_id=${accountOf('nordmark-lb')}&role_id=${ROLE.account}&limit=500`;
    expect((await app.call('cleo', 'GET', own)).body.total).toBeGreaterThan(0);
  });

  test('is exported as it is filtered', async () => {
    const { body } = await app.call('ada', 'GET', `${BASE}/export?name=marchetti`);
    expect(body).toContain('cleo@nordmark-lb.example');
    expect(body.trim().split('\r\n')).toHaveLength(2);
  });
});

describe('[S-291 S-293 S-047] editing', () => {
  test('a mistyped address of who was only invited learns nothing of the right one', async () => {
    const { body } = await create('cleo');
    expect((await edit('cleo', body.id, { email: 'right@nordmark-lb.example' })).status).toBe(200);
    expect(await mails(app, body.email, 'email-changed')).toEqual([]);
    const { code } = linkIn((await mails(app, body.email, 'invitation'))[0]?.text ?? '');
    const answer = { verification_code: code, login: 'stranger', password: PASSWORD };
    expect(why(await app.request('POST', `${BASE}/${body.id}/verify`, answer))).toEqual([410, 'CODE_INVALID']);
    expect(await mails(app, 'right@nordmark-lb.example', 'invitation')).toHaveLength(1);
  });

  test('stores names; the old address is told of a new one; a stale version is refused', async () => {
    const id = await somebody();
    const { version, email } = await read(id);
    const saved = await edit(
      'cleo',
      id,
      { last_name: 'Changed', email: 'new@nordmark-lb.example' },
      `?version=${version}`,
    );
    expect(saved.body).toMatchObject({ last_name: 'Changed', version: version + 1, updated_by_name: 'Cleo Marchetti' });
    expect(await mails(app, email, 'email-changed')).toHaveLength(1);
    expect(await newest()).toMatchObject({
      action: 'UPDATE',
      before: { email },
      after: { last_name: 'Changed', email: 'new@nordmark-lb.example' },
    });
    expect(why(await edit('cleo', id, { last_name: 'Other' }, `?version=${version}`))).toEqual([
      409,
      'CHANGED_MEANWHILE',
    ]);
    expect((await edit('cleo', id, {}, `?version=${version + 1}`)).body.version).toBe(version + 1);
  });

  test('gives no address of a domain that is verified for an account of others, and leaves an old one be', async () => {
    const id = await somebody();
    expect((await edit('cleo', id, { user_name: 'lena@foreign.example' })).status).toBe(200);
    await insertDomain(app, 'orsini-custody', 'foreign.example');
    expect((await edit('cleo', id, { last_name: 'Falk', user_name: 'Lena@foreign.example' })).status).toBe(200);
    const other = await edit('cleo', id, { user_name: 'lena.falk@foreign.example' });
    expect([other.status, underField(other, 'user_name')]).toEqual([400, 'DOMAIN_LEADS_ELSEWHERE']);
    expect((await read(id)).user_name).toBe('Lena@foreign.example');
    expect((await edit('cleo', id, { user_name: 'lena.falk' })).status).toBe(200);
    const account_ids = [accountOf('nordmark-lb'), accountOf('orsini-custody')];
    const joins = { access_scope: 'account', primary_account_id: account_ids[0], account_ids };
    const joined = await edit('ada', id, { user_name: 'lena@foreign.example', ...joins });
    expect([joined.status, underField(joined, 'user_name')]).toEqual([400, 'DOMAIN_LEADS_ELSEWHERE']);
    const goes = { ...joins, primary_account_id: account_ids[1] };
    expect((await edit('ada', id, { user_name: 'lena@foreign.example', ...goes })).status).toBe(200);
  });

  test('[S-048 S-049] gives and takes roles; what they come to holds at the next request', async () => {
    const id = await somebody();
    const { user_name } = await read(id);
    const { body: tokens } = await signIn(user_name);
    const list = () => app.request('GET', BASE, undefined, { authorization: `Bearer ${tokens.access_token}` });
    expect((await list()).status).toBe(403);
    const saved = await edit('cleo', id, { role_ids: [ROLE.auditor] });
    expect(saved.body.roles.map(({ name }: { name: string }) => name)).toEqual(['Auditor']);
    expect((await list()).status).toBe(200);
    expect(await newest()).toMatchObject({ before: { roles: [] }, after: { roles: ['account_manager/Auditor'] } });
    expect((await edit('cleo', id, { role_ids: [] })).body.version).toBe(saved.body.version + 1);
    expect((await list()).status).toBe(403);
  });

  test('by somebody with fewer rights is refused; mails to come in by are not', async () => {
    const [support, auditor] = [await somebody('Support'), await somebody('Auditor', 'Support')];
    const { user_name } = await read(support);
    const { body: tokens } = await signIn(user_name);
    const bySupport = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object) =>
      app.request(method, `${BASE}/${path}`, body, { authorization: `Bearer ${tokens.access_token}` });
    const { first_name, last_name, email, phone, locale, user_name: name } = await read(auditor);
    const names = { first_name, last_name, email, phone, locale, user_name: name };
    expect(why(await bySupport('PUT', auditor, { ...names, email: 'mine@evil.example' }))).toEqual([
      403,
      'ABOVE_OWN_RIGHTS',
    ]);
    expect(why(await bySupport('DELETE', auditor))).toEqual([403, 'ABOVE_OWN_RIGHTS']);
    expect(why(await bySupport('POST', `${auditor}/preview`, { role_ids: [] }))).toEqual([403, 'ABOVE_OWN_RIGHTS']);
    const record = (await bySupport('GET', auditor)).body;
    expect(record.why_not.edit.status).toBe('ABOVE_OWN_RIGHTS');
    // The row of the list knows as much, and what it is of the own.
    const listed = async (of: string) => (await bySupport('GET', `?name=${of}`)).body.items[0];
    expect((await listed(name)).why_not).toEqual(record.why_not);
    expect((await listed(user_name)).why_not).toEqual({ edit: null, govern: { status: 'YOURSELF' }, help: null });
    expect((await bySupport('PUT', `${auditor}/reset-password`)).status).toBe(204);
    expect(
      underField(
        await bySupport('PUT', await somebody(), { ...names, user_name: `${name}.x`, role_ids: [ROLE.account] }),
        'role_ids',
      ),
    ).toBe('ABOVE_OWN_RIGHTS');
  });

  test('of foreign people is 404, whatever is asked', async () => {
    for (const person of ['carl', 'bea'] as const)
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/session'],
        ['GET', '/applications'],
        ['DELETE', '/session'],
        ['PUT', '/email'],
        ['PUT', '/reset-password'],
        ['DELETE', '/lock'],
      ] as const)
        expect((await app.call(person, method, `${BASE}/${idOf('cleo')}${path}`)).status, `${person} ${path}`).toBe(
          404,
        );
    expect((await edit('carl', idOf('cleo'), { last_name: 'Mallory' })).status).toBe(404);
    expect((await app.call('ada', 'GET', `${BASE}/${newId()}`)).status).toBe(404);
    expect((await app.call('ada', 'GET', `${BASE}/${idOf('dora')}`)).status).toBe(404);
  });

  test('of the platform’s own role is not seen, and kept by who can’t see it', async () => {
    const id = await somebody('Auditor');
    const own = { id: newId(), app_code: 'account_manager' as const, name: 'Of the platform alone', permissions: [] };
    await app.db
      .insertInto('role')
      .values({ ...own, account_id: null, ...stamps() })
      .execute();
    await app.db.insertInto('user_role').values({ user_id: id, role_id: own.id }).execute();
    expect((await read(id)).roles.map(({ name }: { name: string }) => name)).toEqual(['Auditor']);
    expect((await read(id, 'ada')).roles).toHaveLength(2);
    expect((await edit('cleo', id, { role_ids: [ROLE.support] })).status).toBe(200);
    const held = await app.db.selectFrom('user_role').select('role_id').where('user_id', '=', id).execute();
    expect(held.map(({ role_id }) => role_id).toSorted()).toEqual([ROLE.support, own.id].toSorted());
  });

  test('of an account is seen by its name where the account is, and a deleted account counts for nothing', async () => {
    const id = await somebody('Auditor');
    await app.db
      .insertInto('user_account')
      .values({ user_id: id, account_id: accountOf('orsini-custody') })
      .execute();
    const names = (person: { accounts: { name: string }[] }) => person.accounts.map(({ name }) => name);
    expect(names(await read(id))).toEqual(['Nordmark Landesbank']);
    expect(names(await read(id, 'ada'))).toHaveLength(2);
    const gone = { id: newId(), name: 'Gone', display_name: 'Gone', friendly_identifier: 'gone-account' };
    await app.db
      .insertInto('account')
      .values({ ...gone, ...stamps(), service_from: '2026-01-01', type: 'standard', deleted_at: app.clock.now() })
      .execute();
    const other = await somebody('Auditor');
    await app.db.insertInto('user_account').values({ user_id: other, account_id: gone.id }).execute();
    expect((await edit('cleo', other, { active: false })).status).toBe(200);
    for (const field of ['primary_account_id', 'account_ids'])
      expect(underField(await create('ada', { [field]: field === 'account_ids' ? [gone.id] : gone.id }), field)).toBe(
        'NOT_FOUND',
      );
  });

  test('of who belongs to several accounts is for whoever sees them all, however often one asks', async () => {
    const id = await somebody('Auditor');
    const elsewhere = accountOf('orsini-custody');
    const join = (user_id: string) =>
      app.db.insertInto('user_account').values({ user_id, account_id: elsewhere }).execute();
    const edits = async () => {
      const answers = [];
      // A connection has its plan for any values from the sixth time on.
      for (let time = 0; time < 7; time += 1) answers.push((await read(id)).why_not.edit?.status ?? null);
      return [...new Set(answers)];
    };
    expect(await edits()).toEqual([null]);
    await join(id);
    expect(await edits()).toEqual(['BELONGS_ELSEWHERE']);
    await join(idOf('cleo'));
    expect(await edits()).toEqual([null]);
    expect((await read(idOf('cleo'))).why_not).toMatchObject({ edit: null });
    await app.db
      .deleteFrom('user_account')
      .where('user_id', '=', idOf('cleo'))
      .where('account_id', '=', elsewhere)
      .execute();
    expect(await edits()).toEqual(['BELONGS_ELSEWHERE']);
    expect((await app.call('carl', 'GET', `${BASE}/${id}`)).status).toBe(404);
  });

  test('of who belongs to an account out of sight too is refused; the mails to come in by are not', async () => {
    const id = await somebody('Auditor');
    const foreign = newId();
    const role = { id: foreign, app_code: 'ca_manager' as const, name: 'Orsini issuers', permissions: ['view_ca'] };
    await app.db
      .insertInto('role')
      .values({ ...role, account_id: accountOf('orsini-custody'), ...stamps() })
      .execute();
    await app.db
      .insertInto('user_account')
      .values({ user_id: id, account_id: accountOf('orsini-custody') })
      .execute();
    await app.db.insertInto('user_role').values({ user_id: id, role_id: foreign }).execute();
    for (const change of [{ role_ids: [] }, { last_name: 'Changed' }, { active: false }])
      expect(why(await edit('cleo', id, change))).toEqual([403, 'BELONGS_ELSEWHERE']);
    expect(why(await app.call('cleo', 'DELETE', `${BASE}/${id}`))).toEqual([403, 'BELONGS_ELSEWHERE']);
    const { user_name, why_not } = await read(id);
    expect(why_not).toMatchObject({ edit: { status: 'BELONGS_ELSEWHERE' }, help: null });
    expect((await app.call('cleo', 'GET', `${BASE}?name=${user_name}`)).body.items[0].why_not).toEqual(why_not);
    expect((await app.call('cleo', 'PUT', `${BASE}/${id}/reset-password`)).status).toBe(204);
    expect((await read(id, 'ada')).accounts).toHaveLength(2);
    expect((await edit('ada', id, { role_ids: [foreign] })).status).toBe(200);
    expect(underField(await edit('cleo', await somebody(), { role_ids: [foreign] }), 'role_ids')).toBe('NOT_FOUND');
    expect(underField(await edit('ada', await somebody(), { role_ids: [foreign] }), 'role_ids')).toBe(
      'ROLE_NOT_ASSIGNABLE',
    );
  });

  test('[S-238] an archived role stays on who has it and is given to nobody', async () => {
    const [holder, other, archived] = [await somebody(), await somebody(), newId()];
    const role = { id: archived, app_code: 'ca_manager' as const, name: 'Old issuers', permissions: ['view_ca'] };
    const own = { ...role, account_id: accountOf('nordmark-lb') };
    await app.db
      .insertInto('role')
      .values({ ...own, ...stamps() })
      .execute();
    expect((await edit('cleo', holder, { role_ids: [archived] })).status).toBe(200);
    await app.db.updateTable('role').set({ archived_at: app.clock.now() }).where('id', '=', archived).execute();
    expect((await edit('cleo', holder, { role_ids: [archived, ROLE.auditor] })).body.roles).toHaveLength(2);
    expect(underField(await edit('cleo', other, { role_ids: [archived] }), 'role_ids')).toBe('ROLE_NOT_ASSIGNABLE');
  });
});

test('the own record is changed at its address too; the log has both sides, and a refusal by one’s name', async () => {
  const id = await somebody('Auditor');
  const { first_name, last_name, user_name, email, phone, locale } = await read(id);
  const authorization = `Bearer ${(await signIn(user_name)).body.access_token}`;
  const save = (change: object, query = '', as: Record<string, string> = { authorization }) => {
    const body = { first_name, last_name, user_name, email, phone, locale, ...change };
    return app.request('PUT', `${BASE}/${id}${query}`, body, as);
  };
  expect((await save({ last_name: 'Renamed' })).status).toBe(200);
  const named = { resource_type: 'USER', resource_id: id, resource_name: user_name, actor_id: id };
  const saved = { before: { last_name }, after: { last_name: 'Renamed' } };
  expect(await newest()).toMatchObject({ ...named, ...saved, action: 'UPDATE', result: 'success' });
  const late = await save({ last_name: 'Late' }, '?version=1');
  expect(why(late)).toEqual([409, 'CHANGED_MEANWHILE']);
  // A program in the person's name changes nothing of what is theirs.
  const { text } = await insertToken(app, id);
  const program = await save({ last_name: 'Program' }, '', { 'x-api-key': text });
  expect(why(program)).toEqual([403, 'SESSION_NEEDED']);
  expect((await read(id)).last_name).toBe('Renamed');
  const refused = await save({ user_name: 'cleo' });
  expect(underField(refused, 'user_name')).toBe('USERNAME_EXISTS');
  await insertDomain(app, 'orsini-custody', 'elsewhere.example');
  const foreign = await save({ user_name: 'nils@elsewhere.example' });
  expect([foreign.status, underField(foreign, 'user_name')]).toEqual([400, 'DOMAIN_LEADS_ELSEWHERE']);
  expect(await newest()).toMatchObject({ ...named, account_id: accountOf('nordmark-lb'), result: 'failure' });
  // Letters of which JavaScript makes another lower case than the database.
  for (const name of ['İlker.Demir', 'ΝΙΚΟΣ'])
    expect(underField(await save({ user_name: `${name}@elsewhere.example` }), 'user_name')).toBe(
      'DOMAIN_LEADS_ELSEWHERE',
    );
});
