/** Whom an administrator lets go, shuts out or helps in. */
import { storedDateTime } from '@signet/contract/dates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { ADMINISTRATORS as BASE, administratorsIn, underField, why } from '../../testing/administrators.ts';
import { PASSWORD, startTestApp, type Name, type TestApp } from '../../testing/app.ts';
import { linkIn, mails, newestEvent } from '../../testing/sign-in.ts';

const ROLE = {
  partner: '00000000-0000-7000-8000-000000000002',
  auditor: '00000000-0000-7000-8000-000000000004',
  support: '00000000-0000-7000-8000-000000000005',
  caViewer: '00000000-0000-7000-8000-000000000012',
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const { accountOf, create, edit, read, seeded, signIn, somebody } = administratorsIn(() => app);
const idOf = (name: string): string => app.userIds.get(name) ?? '';
const stamps = () => ({ created_at: app.clock.now(), updated_at: app.clock.now() });
const newest = () => newestEvent(app);

describe('switching off and deleting', () => {
  test('[S-294] a deleted person is gone, signs in no more, and the name is free again', async () => {
    const id = await somebody('Auditor');
    const { user_name } = await read(id);
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect(await newest()).toMatchObject({ action: 'DELETE', resource_id: id, before: { user_name } });
    expect((await app.call('cleo', 'GET', `${BASE}/${id}`)).status).toBe(404);
    expect((await signIn(user_name)).status).toBe(401);
    expect((await create('cleo', { user_name })).status).toBe(201);
  });

  test('a disabled person is out at the next request; enabled, the password opens again', async () => {
    const id = await somebody('Auditor');
    const { user_name } = await read(id);
    const { body: tokens } = await signIn(user_name);
    const me = () =>
      app.request('GET', '/account/ui-api/v1/auth/me', undefined, { authorization: `Bearer ${tokens.access_token}` });
    expect((await me()).status).toBe(200);
    expect((await edit('cleo', id, { active: false })).body.status).toBe('disabled');
    expect((await me()).status).toBe(401);
    expect((await signIn(user_name)).body.error.status).toBe('USER_DISABLED');
    expect((await edit('cleo', id, { active: true })).body.status).toBe('active');
    // What was ended stays so.
    expect((await me()).status).toBe(401);
    expect((await signIn(user_name)).status).toBe(200);
  });

  test('a deleted person is sent no mail, unlocked by nobody and not edited', async () => {
    const id = await somebody('Auditor');
    await app.db.updateTable('app_user').set({ deleted_at: app.clock.now() }).where('id', '=', id).execute();
    for (const [method, path] of [
      ['PUT', '/email'],
      ['PUT', '/reset-password'],
      ['DELETE', '/lock'],
      ['DELETE', '/session'],
      ['DELETE', ''],
    ] as const)
      expect((await app.call('cleo', method, `${BASE}/${id}${path}`)).status, path).toBe(404);
    expect((await app.call('cleo', 'POST', `${BASE}/${id}/preview`, { role_ids: [] })).status).toBe(404);
  });

  test('[S-315] nobody deletes themselves', async () => {
    expect(why(await app.call('cleo', 'DELETE', `${BASE}/${idOf('cleo')}`))).toEqual([409, 'YOURSELF']);
  });

  test('the last administrator of an account keeps account, scope, role and life', async () => {
    const id = idOf('carl');
    for (const change of [{ active: false }, { role_ids: [] }, { access_scope: 'end_user' }])
      expect(why(await edit('ada', id, change)), JSON.stringify(change)).toEqual([409, 'LAST_ADMINISTRATOR']);
    expect(why(await app.call('ada', 'DELETE', `${BASE}/${id}`))).toEqual([409, 'LAST_ADMINISTRATOR']);
    expect(await read(id, 'ada')).toMatchObject({ status: 'active', access_scope: 'account' });
    const moved = await edit('ada', id, { primary_account_id: accountOf('nordmark-lb'), account_ids: [] });
    expect(why(moved)).toEqual([409, 'LAST_ADMINISTRATOR']);
  });

  test('is told in each account that somebody comes into or leaves, which learns of no other', async () => {
    const [nordmark, orsini] = [accountOf('nordmark-lb'), accountOf('orsini-custody')];
    const id = await somebody('Auditor');
    const { user_name } = await read(id);
    const told = async (who: Name, action = 'UPDATE') => {
      const address = `/account/ui-api/v1/audit-log?action=${action}&resource_id=${id}`;
      const { items } = (await app.call(who, 'GET', address)).body;
      const events = items.map((one: { id: string }) => app.call(who, 'GET', `/account/ui-api/v1/audit-log/${one.id}`));
      return (await Promise.all<{ body: object }>(events)).map(({ body }) => body);
    };
    const OUTSIDE = { account_ids: [], primary_account_id: null, roles: [] };
    const roles = ['account_manager/Auditor'];
    const what = { resource_type: 'USER', resource_name: user_name, result: 'success' };

    await edit('ada', id, { account_ids: [orsini] });
    expect(await told('carl')).toMatchObject([
      {
        ...what,
        account_id: orsini,
        before: OUTSIDE,
        after: { account_ids: [orsini], primary_account_id: null, roles },
      },
    ]);

    await edit('ada', id, { primary_account_id: orsini, account_ids: [] });
    const first = { account_ids: [nordmark], primary_account_id: nordmark, roles };
    expect((await told('cleo'))[0]).toMatchObject({ ...what, account_id: nordmark, before: first, after: OUTSIDE });
    expect(JSON.stringify((await told('cleo'))[0])).not.toContain(orsini);
    expect(await told('carl')).toHaveLength(2);

    await edit('ada', id, { account_ids: [nordmark] });
    expect((await app.call('ada', 'DELETE', `${BASE}/${id}`)).status).toBe(204);
    expect(await told('cleo', 'DELETE')).toMatchObject([{ ...what, account_id: nordmark, after: OUTSIDE }]);
  });

  test('somebody who is made in two accounts is told in both', async () => {
    const [nordmark, orsini] = [accountOf('nordmark-lb'), accountOf('orsini-custody')];
    const { body } = await create('ada', { account_ids: [orsini] });
    const events = await app.db
      .selectFrom('audit_event')
      .select(['action', 'account_id'])
      .where('resource_id', '=', body.id)
      .orderBy('account_id')
      .execute();
    expect(events).toEqual(
      expect.arrayContaining([
        { action: 'CREATE', account_id: nordmark },
        { action: 'UPDATE', account_id: orsini },
      ]),
    );
  });

  test('of two administrators who remove each other at once, one stays', async () => {
    const place = { accounts: ['umbra-trust'], roles: ['account_manager/Partner administrator'] };
    const twin = (userName: string) => ({
      first: userName,
      last: 'Noor',
      userName,
      scope: 'partner' as const,
      ...place,
    });
    const ids = await seeded([twin('ida'), twin('ole')]);
    await edit('ada', idOf('ben'), { active: false });
    const tokens = await Promise.all(['ida', 'ole'].map(async (name) => (await signIn(name)).body.access_token));
    const ends = await Promise.all(
      [0, 1].map((one) =>
        app.request('DELETE', `${BASE}/${ids[1 - one]}`, undefined, { authorization: `Bearer ${tokens[one]}` }),
      ),
    );
    const count = await app.db
      .selectFrom('administrator')
      .select('user_id')
      .where('account_id', '=', accountOf('umbra-trust'))
      .execute();
    expect(ends.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(count).toHaveLength(1);
    await edit('ada', idOf('ben'), { active: true });
  });

  test('what a person uses of a license is counted, moved with the account, and given back', async () => {
    const used = async (identifier: string) => {
      const { rows } = await app.pool.query(
        `select count(*)::int as n from license_use
         where subject_kind = 'administrator' and released_at is null and account_id = $1`,
        [accountOf(identifier)],
      );
      return rows[0].n;
    };
    const [nordmark, orsini] = [await used('nordmark-lb'), await used('orsini-custody')];
    const { body } = await create('ada');
    expect(await used('nordmark-lb')).toBe(nordmark + 1);
    await edit('ada', body.id, { primary_account_id: accountOf('orsini-custody'), account_ids: [] });
    expect([await used('nordmark-lb'), await used('orsini-custody')]).toEqual([nordmark, orsini + 1]);
    await app.call('ada', 'DELETE', `${BASE}/${body.id}`);
    expect(await used('orsini-custody')).toBe(orsini);
  });
});

describe('helping somebody in', () => {
  test('[S-311] a reset link is mailed and audited, five an hour', async () => {
    const id = await somebody();
    const { email } = await read(id);
    for (let sent = 0; sent < 5; sent += 1)
      expect((await app.call('cleo', 'PUT', `${BASE}/${id}/reset-password`)).status).toBe(204);
    expect(await newest()).toMatchObject({ action: 'SEND_RESET_PASSWORD', resource_id: id, actor_id: idOf('cleo') });
    expect(await mails(app, email, 'password-reset')).toHaveLength(5);
    // The first of five is an hour old in so many seconds.
    app.clock.pass(120);
    const answer = await app.call('cleo', 'PUT', `${BASE}/${id}/reset-password`);
    expect([...why(answer), answer.headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '3480']);
  });

  test('a link to unlock is sent neither to who is switched off nor to who was only invited', async () => {
    const off = await somebody();
    await edit('cleo', off, { active: false });
    expect(why(await app.call('cleo', 'DELETE', `${BASE}/${off}/lock`))).toEqual([403, 'USER_DISABLED']);
    const invited = await somebody();
    await app.db.updateTable('app_user').set({ verified_at: null }).where('id', '=', invited).execute();
    expect(why(await app.call('cleo', 'DELETE', `${BASE}/${invited}/lock`))).toEqual([409, 'NOT_VERIFIED']);
  });

  test('nobody is mailed whose account is switched off or over, and none is made there', async () => {
    const id = await somebody();
    const invited = (await create('ada')).body.id;
    const nordmark = (values: { active?: boolean; service_from?: string; service_to?: string | null }) =>
      app.db.updateTable('account').set(values).where('id', '=', accountOf('nordmark-lb')).execute();
    const { service_from } = await app.db
      .selectFrom('account')
      .select('service_from')
      .where('id', '=', accountOf('nordmark-lb'))
      .executeTakeFirstOrThrow();
    const off = ['PUT reset-password', 'PUT resendSsoEmail', 'PUT inviteToStandardLogin', 'DELETE lock'];
    const ask = (call: string, who: string) => {
      const [method, path] = call.split(' ') as ['PUT' | 'DELETE', string];
      return app.call('ada', method, `${BASE}/${who}/${path}`);
    };
    for (const out of [{ active: false }, { service_to: '2026-01-01' }]) {
      await nordmark(out);
      for (const call of [...off, 'PUT sendSetupCacBasedLoginEmail'])
        expect([call, ...why(await ask(call, id))]).toEqual([call, 409, 'ACCOUNT_OUT_OF_SERVICE']);
      expect(why(await ask('PUT email', invited))).toEqual([409, 'ACCOUNT_OUT_OF_SERVICE']);
      const late = await create('ada', { user_name: 'late' });
      expect([late.status, underField(late, 'primary_account_id')]).toEqual([409, 'ACCOUNT_OUT_OF_SERVICE']);
      expect((await read(id, 'ada')).account_open).toBe(false);
      await nordmark({ active: true, service_to: null });
    }
    // Before its service begins its people can be made, who wait.
    await nordmark({ service_from: '2027-06-01' });
    expect((await create('ada')).status).toBe(201);
    await nordmark({ service_from });
    expect((await ask('PUT email', invited)).status).toBe(204);
  });

  test('nobody is mailed at an address that is none: it is said, and what only tells goes on without', async () => {
    const addressless = async (id: string) => {
      await app.db.updateTable('app_user').set({ email: 'x' }).where('id', '=', id).execute();
      return id;
    };
    const id = await addressless(await somebody());
    const invited = await addressless((await create('cleo')).body.id);
    const refused = { result: 'failure', message: 'NO_MAIL_ADDRESS', account_id: accountOf('nordmark-lb') };
    expect(why(await app.call('cleo', 'PUT', `${BASE}/${id}/reset-password`))).toEqual([409, 'NO_MAIL_ADDRESS']);
    expect(await newest()).toMatchObject({ ...refused, action: 'SEND_RESET_PASSWORD', resource_id: id });
    // Whoever looks on from above is told of it in the account of the person.
    expect(why(await app.call('ada', 'PUT', `${BASE}/${invited}/email`))).toEqual([409, 'NO_MAIL_ADDRESS']);
    expect(await newest()).toMatchObject({ ...refused, action: 'UPDATE', resource_id: invited });
    const { user_name } = await read(id);
    const forgot = { user_name, locale: 'en_US' };
    expect((await app.request('POST', '/account/ui-api/v1/auth/forgot-password', forgot)).status).toBe(204);
    expect((await edit('cleo', id, { email: 'nils@nordmark-lb.example' })).status).toBe(200);
    expect(await app.db.selectFrom('mail').select('kind').where('recipient', '=', 'x').execute()).toEqual([]);
  });

  test('[S-313] who is locked is mailed a link that lifts the lock, once', async () => {
    const id = await somebody();
    const { email, user_name } = await read(id);
    expect(why(await app.call('cleo', 'DELETE', `${BASE}/${id}/lock`))).toEqual([409, 'NOT_LOCKED']);
    for (let tries = 0; tries < 10; tries += 1)
      await app.request('POST', '/account/ui-api/v1/auth/login', { user_name, password: 'wrong' });
    expect(await read(id)).toMatchObject({ locked_until: expect.any(String), locked_where_known: false });
    expect((await signIn(user_name)).body.error.status).toBe('USER_LOCKED');
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}/lock`)).status).toBe(204);
    const { code } = linkIn((await mails(app, email, 'unlock'))[0]?.text ?? '');
    const unlock = (user_id: string) => app.request('POST', '/account/ui-api/v1/auth/unlock', { user_id, code });
    expect(why(await unlock(idOf('carl')))).toEqual([410, 'CODE_INVALID']);
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}/lock`)).status).toBe(204);
    expect(why(await unlock(id)), 'an older link').toEqual([410, 'CODE_INVALID']);
    const { code: newer } = linkIn((await mails(app, email, 'unlock')).at(-1)?.text ?? '');
    const body = { user_id: id, code: newer };
    await app.db.updateTable('app_user').set({ email_proved: null }).where('id', '=', id).execute();
    await app.db.updateTable('mail').set({ status: 'sent' }).where('user_id', '=', id).execute();
    expect((await app.request('POST', '/account/ui-api/v1/auth/unlock', body)).status).toBe(204);
    const person = app.db.selectFrom('app_user').select('email_proved').where('id', '=', id);
    expect((await person.executeTakeFirst())?.email_proved, 'vouched for by whoever reads that mail').toBeNull();
    expect(why(await app.request('POST', '/account/ui-api/v1/auth/unlock', body))).toEqual([410, 'CODE_INVALID']);
    expect((await signIn(user_name)).status).toBe(200);
    expect((await read(id)).locked_until).toBeNull();
  });

  test('no link of before opens anything once the person has another address', async () => {
    const id = await somebody();
    const { email, user_name } = await read(id);
    for (let tries = 0; tries < 10; tries += 1)
      await app.request('POST', '/account/ui-api/v1/auth/login', { user_name, password: 'wrong' });
    const KINDS = [
      ['PUT', 'reset-password', 'password-reset', 'reset'],
      ['DELETE', 'lock', 'unlock', 'unlock'],
      ['PUT', 'inviteToStandardLogin', 'password-invitation', 'reset'],
    ] as const;
    for (const [n, [method, path, kind, purpose]] of KINDS.entries()) {
      // Who has a password is invited to none.
      if (kind === 'password-invitation')
        await app.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute();
      expect((await app.call('cleo', method, `${BASE}/${id}/${path}`)).status, path).toBe(204);
      const to = (await read(id)).email;
      const { code } = linkIn((await mails(app, to, kind)).at(-1)?.text ?? '');
      const check = () => app.request('POST', '/account/ui-api/v1/auth/check-code', { user_id: id, code, purpose });
      expect((await check()).status, path).toBe(200);
      expect((await edit('cleo', id, { email: `${n}.${email}` })).status).toBe(200);
      expect(why(await check()), path).toEqual([410, 'CODE_INVALID']);
    }
  });

  test('[S-313] who is locked in a browser of their own alone is seen to be, and is helped the same way', async () => {
    const id = await somebody();
    const { email, user_name } = await read(id);
    const cookie = (await signIn(user_name)).headers['set-cookie']?.split(';')[0] ?? '';
    const tryThere = (password = PASSWORD) =>
      app.request('POST', '/account/ui-api/v1/auth/login', { user_name, password }, { cookie });
    for (let tries = 0; tries < 10; tries += 1) await tryThere('wrong');
    expect(why(await tryThere())).toEqual([423, 'USER_LOCKED']);
    const until = storedDateTime(new Date(app.clock.now().getTime() + 900_000));
    expect(await read(id)).toMatchObject({ locked_until: until, locked_where_known: true });
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}/lock`)).status).toBe(204);
    const { code } = linkIn((await mails(app, email, 'unlock'))[0]?.text ?? '');
    const body = { user_id: id, code };
    expect((await app.request('POST', '/account/ui-api/v1/auth/unlock', body)).status).toBe(204);
    expect(await read(id)).toMatchObject({ locked_until: null, locked_where_known: false });
    expect((await tryThere()).status).toBe(200);
    // A browser that was forgotten is a stranger's: what was typed in it locks nobody any more.
    for (let tries = 0; tries < 10; tries += 1) await tryThere('wrong');
    await app.db.deleteFrom('known_device').where('user_id', '=', id).execute();
    expect((await read(id)).locked_until).toBeNull();
    expect(why(await app.call('cleo', 'DELETE', `${BASE}/${id}/lock`))).toEqual([409, 'NOT_LOCKED']);
  });

  test('what the provider of the account calls a person is seen, and forgotten by who may govern them', async () => {
    const id = await somebody('Auditor');
    const named = { saml_username: 'E1001', oidc_username: '00u-nils' };
    await app.db
      .updateTable('app_user')
      .set(named)
      .where('id', 'in', [id, idOf('cleo')])
      .execute();
    const names = async (of: string) => {
      const { saml_username, oidc_username } = await read(of);
      return { saml_username, oidc_username };
    };
    const forget = (person: Name, of = id) => app.call(person, 'DELETE', `${BASE}/${of}/provider-name`);
    expect(why(await forget('carl'))).toEqual([404, 'NOT_FOUND']);
    expect(why(await forget('cleo', idOf('cleo')))).toEqual([409, 'YOURSELF']);
    expect(await names(id)).toEqual(named);
    expect((await forget('cleo')).status).toBe(204);
    const none = { saml_username: null, oidc_username: null };
    expect(await names(id)).toEqual(none);
    expect(await names(idOf('cleo'))).toEqual(named);
    const told = { action: 'UPDATE', resource_type: 'USER', resource_id: id, before: named, after: none };
    const event = await newest();
    expect(event).toMatchObject(told);
    // Once more there is nothing to forget, and nothing to tell.
    expect((await forget('cleo')).status).toBe(204);
    expect((await newest()).id).toBe(event.id);
  });

  test('sessions of a person are seen, and ended one or all', async () => {
    const id = await somebody();
    const { user_name } = await read(id);
    const tokens = [await signIn(user_name), await signIn(user_name), await signIn(user_name)];
    const alive = async () => {
      const all = await Promise.all(
        tokens.map(({ body }) =>
          app.request('GET', '/account/ui-api/v1/auth/me', undefined, { authorization: `Bearer ${body.access_token}` }),
        ),
      );
      return all.filter(({ status }) => status === 200).length;
    };
    const sessions = async () => (await app.call('cleo', 'GET', `${BASE}/${id}/session`)).body;
    const { items, total } = await sessions();
    expect([total, items.length, await alive()]).toEqual([3, 3, 3]);
    expect((await app.call('carl', 'DELETE', `${BASE}/${id}/session/${items[0].id}`)).status).toBe(404);
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}/session/${items[0].id}`)).status).toBe(204);
    expect(await newest()).toMatchObject({ action: 'LOGOUT', resource_id: id, actor_id: idOf('cleo') });
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}/session/${items[0].id}`)).status).toBe(404);
    expect(await alive()).toBe(2);
    expect((await app.call('cleo', 'DELETE', `${BASE}/${id}/session`)).status).toBe(204);
    expect([await alive(), (await sessions()).total]).toEqual([0, 0]);
  });

  test('[S-300] the first application is a path of this console alone', async () => {
    const set = (person: Name, id: string, appUrl: string) =>
      app.call(person, 'PUT', `${BASE}/${id}/defaultManager`, { appUrl });
    expect((await set('cleo', idOf('cleo'), '/account/accounts')).status).toBe(204);
    expect((await read(idOf('cleo'))).default_app_url).toBe('/account/accounts');
    expect((await app.call('cleo', 'GET', '/account/api/v1/user/me')).body.default_app_url).toBe('/account/accounts');
    for (const foreign of ['https://evil.example', '//evil.example', '/account/../x', 'javascript:alert(1)'])
      expect(underField(await set('cleo', idOf('cleo'), foreign), 'appUrl'), foreign).toBe('INVALID_INPUT');
    expect((await set('carl', idOf('cleo'), '/account/profile')).status).toBe(404);
    expect((await set('cleo', idOf('cleo'), '')).status).toBe(204);
  });

  test('[S-297] the applications of a person are those of the roles', async () => {
    const id = await somebody('Auditor');
    await edit('cleo', id, { role_ids: [ROLE.auditor, ROLE.caViewer] });
    const { items } = (await app.call('cleo', 'GET', `${BASE}/${id}/applications`)).body;
    expect(items.map((one: { app_code: string }) => one.app_code)).toEqual(['account_manager', 'ca_manager']);
    expect(items[1].permissions).toContain('view_ca');
  });

  test('[S-221 S-240] who goes to another account leaves the roles that the former one made', async () => {
    const role = {
      id: newId(),
      app_code: 'account_manager' as const,
      permissions: ['manage_organization'],
      ...stamps(),
    };
    const [from, to] = [accountOf('nordmark-lb'), accountOf('orsini-custody')];
    const theirs = { ...role, id: newId(), name: 'Issuers of Orsini', account_id: to };
    await app.db
      .insertInto('role')
      .values([{ ...role, name: 'Issuers of Nordmark', account_id: from }, theirs])
      .execute();
    const id = await somebody('Auditor');
    expect((await edit('ada', id, { role_ids: [ROLE.auditor, role.id] })).status).toBe(200);
    const move = { primary_account_id: to, account_ids: [] };
    const { body } = await app.call('ada', 'POST', `${BASE}/${id}/preview`, move);
    expect(body).toEqual({ gains: [], loses: ['manage_organization'] });
    const instead = { ...move, role_ids: [ROLE.auditor, theirs.id] };
    expect((await app.call('ada', 'POST', `${BASE}/${id}/preview`, instead)).body).toEqual({ gains: [], loses: [] });
    expect((await edit('ada', id, { ...move, role_ids: [ROLE.auditor, role.id, theirs.id] })).status).toBe(200);
    const held = (await read(id, 'ada')).roles.map((one: { id: string }) => one.id);
    expect(held.toSorted()).toEqual([ROLE.auditor, theirs.id].toSorted());
  });

  test('what another scope or role would give and take is told before, and changes nothing', async () => {
    const id = await somebody('Auditor');
    const before = await read(id);
    const ask = (person: Name, body: object) => app.call(person, 'POST', `${BASE}/${id}/preview`, body);
    const { gains, loses } = (await ask('cleo', { role_ids: [ROLE.support] })).body;
    expect(gains.toSorted()).toEqual(['manage_account_user', 'manage_enrollment']);
    expect(loses).toContain('view_account_manager_license');
    expect((await ask('cleo', { access_scope: 'end_user' })).body).toEqual({ gains: [], loses: before.permissions });
    expect(underField(await ask('cleo', { role_ids: [ROLE.partner] }), 'role_ids')).toBe('ABOVE_OWN_RIGHTS');
    expect((await ask('carl', {})).status).toBe(404);
    expect(await read(id)).toEqual(before);
  });

  test('[S-313] while everybody is locked out that is told, not the longer lock of a known browser', async () => {
    const id = await somebody();
    const { user_name } = await read(id);
    const cookie = (await signIn(user_name)).headers['set-cookie']?.split(';')[0] ?? '';
    const guess = async (headers = {}): Promise<void> => {
      for (let tries = 0; tries < 10; tries += 1)
        await app.request('POST', '/account/ui-api/v1/auth/login', { user_name, password: 'wrong' }, headers);
    };
    await guess();
    const { locked_until } = await read(id);
    app.clock.pass(60);
    await guess({ cookie });
    expect(await read(id)).toMatchObject({ locked_until, locked_where_known: false });
  });
});
