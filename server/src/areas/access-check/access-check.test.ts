import { endpoints } from '@signet/contract';
import { ACTS, actOf } from '@signet/contract/acts';
import { ACCESS, accessText, type Access } from '@signet/contract/access';
import type { Endpoint } from '@signet/contract/endpoint';
import { ZERO_UUID } from '@signet/contract/limits';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { seedPeople, type SeedPerson } from '../../../seed/people.ts';
import { requireAccess } from '../../http/access.ts';
import { newId } from '../../ids.ts';
import { resolveViewer } from '../../sign-in/viewer.ts';
import { insertToken } from '../../testing/api-token.ts';
import type { Answer, Name, TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';

const CHECK = '/account/ui-api/v1/access-check';
let app: TestApp;
const { undo } = onePlatform((one) => void (app = one), {
  signedIn: ['ada', 'ben', 'bea', 'cleo', 'carl', 'emil'],
});

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const accountOf = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const check = (as: Name | null, query: Record<string, string>): Promise<Answer> =>
  app.call(as, 'GET', `${CHECK}?${new URLSearchParams(query).toString()}`);
const checked = async (as: Name, query: Record<string, string>): Promise<Answer['body']> => {
  const answer = await check(as, query);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const refusal = ({ status, body }: Answer) => [status, body.error?.status, body.error?.fields];
const step = (body: Answer['body'], name: string) =>
  body.permissions.find((one: { name: string }) => one.name === name);
const names = (roles: { name: string }[]): string[] => roles.map(({ name }) => name);

/** A role of Nordmark's with these permissions, given to nobody yet. */
async function role(name: string, permissions: string[], account = 'nordmark-lb'): Promise<string> {
  const id = newId();
  const row = { id, app_code: 'account_manager' as const, name, permissions, account_id: accountOf(account) };
  await app.db
    .insertInto('role')
    .values({ ...row, created_at: app.clock.now() })
    .execute();
  return id;
}
async function person(userName: string, more: Partial<SeedPerson> = {}): Promise<string> {
  const one = {
    first: 'Nora',
    last: 'Vint',
    userName,
    scope: 'account' as const,
    accounts: ['nordmark-lb'],
    roles: [],
  };
  const ids = await seedPeople(app.db, [{ ...one, ...more }], app.accountIds, 'no password', app.clock.now());
  return ids.get(userName) ?? '';
}
const give = (user_id: string, role_id: string, given = '2026-11-01T08:00:00Z') =>
  app.db
    .insertInto('user_role')
    .values({ user_id, role_id, given_at: new Date(given) })
    .execute();
/** What was kept of changes of this test was kept at this moment. */
async function keptAt(moment: string): Promise<void> {
  for (const table of ['user_role_past', 'user_account_past', 'app_user_past', 'role_past', 'account_past'] as const)
    await app.db
      .updateTable(table)
      .set({ until: new Date(moment) })
      .execute();
  await app.db
    .updateTable('feature_flag_past')
    .set({ until: new Date(moment) })
    .execute();
}

/** An endpoint of this access: what it answers shows whether the access was granted, before anything is read. */
const endpointOf = (access: Access): Endpoint | undefined =>
  endpoints.find((one) => one.access !== 'public' && !one.access.beforeTerms && sameAccess(one.access, access));
const sameAccess = (one: Access, other: Access): boolean => accessText(one) === accessText(other);

async function isAdmitted(endpoint: Endpoint, headers: Record<string, string>): Promise<boolean> {
  const path = endpoint.path.replace(/\{\w+\}/g, ZERO_UUID);
  const { status, body } = await undo(() =>
    app.request(endpoint.method, path, endpoint.method === 'GET' ? undefined : { no: 'field' }, headers),
  );
  const lacking = ['FORBIDDEN', 'SESSION_NEEDED', 'FEATURE_OFF', 'TERMS_NOT_ACCEPTED'];
  const refused = [...lacking, 'ACCOUNT_EXPIRED', 'UNAUTHORIZED'];
  return !(status === 401 || (status === 403 && refused.includes(body.error.status)));
}

/** The same of an access that no endpoint has for itself, such as that of a page. */
const isGranted = (access: Access, headers: Record<string, string>): Promise<boolean> =>
  resolveViewer(app.runtime, { headers, address: '127.0.0.1', presented: null }, app.clock.now())
    .then((viewer) => requireAccess(access, viewer, app.db))
    .then(
      () => true,
      () => false,
    );

describe('what is explained is what is answered', () => {
  /** Each is set up before what is taken back: its name, and the headers that it calls with. */
  const KINDS: Record<string, () => Promise<{ id: string; headers: Record<string, string> }>> = {
    'a system administrator': () => signedIn('ada'),
    'a partner administrator': () => signedIn('ben'),
    'an account administrator': () => signedIn('cleo'),
    'an end user': () => signedIn('emil'),
    'a service user': async () => ({ id: idOf('dora'), headers: tokenOf(await insertToken(app, idOf('dora'))) }),
    'an auditor of an account': () => holding(['account_manager/Auditor']),
    'somebody without any role': () => holding([]),
    'somebody who has not accepted the terms': () =>
      holding(['account_manager/Account administrator'], { agreed: false }),
    'somebody who is disabled': async () => {
      const one = await signedIn('cleo');
      const other = { user_id: idOf('emil'), account_id: accountOf('nordmark-lb') };
      await app.db.insertInto('administrator').values(other).execute();
      await app.db.updateTable('app_user').set({ active: false }).where('id', '=', one.id).execute();
      return one;
    },
    'somebody whose account has ended': async () => {
      const one = await signedIn('cleo');
      await app.db
        .updateTable('account')
        .set({ service_to: '2026-11-20' })
        .where('id', '=', accountOf('nordmark-lb'))
        .execute();
      return one;
    },
    'an administrator where every feature is off': async () => {
      for (const access of ACTS.values())
        if (access.feature)
          await sql`insert into feature_flag (name, key, enabled, updated_at)
            values (${access.feature}, '', false, now()) on conflict do nothing`.execute(app.db);
      return signedIn('ben');
    },
  };
  const signedIn = async (name: Name) => {
    const answer = await app.signIn(name);
    return { id: idOf(name), headers: { authorization: `Bearer ${answer.access_token}` } };
  };
  const tokenOf = ({ text }: { text: string }) => ({ authorization: `Bearer ${text}` });
  const holding = async (roles: string[], more: Partial<SeedPerson> = {}) => {
    const id = await person('nora', { roles, ...more });
    const now = app.clock.now();
    const sessionId = newId();
    const expires_at = new Date(now.getTime() + 3_600_000);
    const row = { id: sessionId, user_id: id, created_at: now, last_used_at: now, expires_at, ip: '', user_agent: '' };
    await app.db.insertInto('session').values(row).execute();
    const { token } = app.runtime.accessTokens.issue({ userId: id, sessionId, termsAccepted: true }, now, 300);
    return { id, headers: { authorization: `Bearer ${token}` } };
  };

  test.each(Object.keys(KINDS))('%s: every act there is', async (kind) => {
    const { id, headers } = (await KINDS[kind]?.()) ?? { id: '', headers: {} };
    const explained: Record<string, boolean> = {};
    const answered: Record<string, boolean> = {};
    for (const [act, access] of ACTS) {
      const endpoint = endpointOf(access);
      explained[act] = (await checked('ada', { act, user_id: id })).allowed;
      answered[act] = await (endpoint ? isAdmitted(endpoint, headers) : isGranted(access, headers));
    }
    expect(explained).toEqual(answered);
  });

  test('every endpoint has an access that can be asked about', () => {
    const nameless = endpoints.filter(
      ({ access }) => access !== 'public' && ![...ACTS.values()].some((one) => sameAccess(one, access)),
    );
    expect(nameless.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    expect(actOf(ACCESS.accounts.edit)).toBe('accounts.edit');
  });
});

describe('why somebody can', () => {
  test('each permission with the roles that give it', async () => {
    await give(idOf('cleo'), await role('Branch lead', ['view_account']));
    const answer = await checked('ben', { act: 'accounts.view', user_id: idOf('cleo') });
    expect(answer).toMatchObject({
      act: 'accounts.view',
      date: null,
      allowed: true,
      obstacles: [],
      scopes: null,
      feature: null,
      in_session_only: false,
      person: { id: idOf('cleo'), name: 'Cleo Marchetti', service_user: false, access_scope: 'account' },
    });
    expect(names(step(answer, 'view_account').roles)).toEqual(['Account administrator', 'Branch lead']);
    expect(step(answer, 'view_account')).toMatchObject({ needed: 'any', held: true, hidden_roles: 0, given_by: [] });
  });

  test('whose roles the viewer does not see are counted, and not named', async () => {
    const id = await person('nora', { accounts: ['nordmark-lb', 'orsini-custody'] });
    await give(id, await role('Vault keeper', ['view_account'], 'orsini-custody'));
    const answer = await checked('cleo', { act: 'accounts.view', user_id: id });
    expect(step(answer, 'view_account')).toMatchObject({ held: true, roles: [], hidden_roles: 1 });
    expect(JSON.stringify(answer)).not.toContain('Vault keeper');
    expect(names(step(await checked('ada', { act: 'accounts.view', user_id: id }), 'view_account').roles)).toEqual([
      'Vault keeper',
    ]);
  });

  test('by which of the person’s tokens, where some have fewer rights', async () => {
    await insertToken(app, idOf('cleo'), { name: 'Everything' });
    await insertToken(app, idOf('cleo'), { name: 'Licenses', permissions: ['view_license'] });
    await insertToken(app, idOf('cleo'), { name: 'Over', end_date: '2026-11-20' });
    await insertToken(app, idOf('cleo'), { name: 'Off', enabled: false });
    const tokens = async (act: string) =>
      (await checked('cleo', { act })).tokens.map((one: { name: string; allowed: boolean }) => [one.name, one.allowed]);
    expect(await tokens('accounts.view')).toEqual([
      ['Everything', true],
      ['Licenses', false],
    ]);
    expect((await checked('cleo', { act: 'apiTokens.manage' })).in_session_only).toBe(true);
    expect(await tokens('apiTokens.manage')).toEqual([
      ['Everything', false],
      ['Licenses', false],
    ]);
  });
});

describe('why somebody can’t', () => {
  test('a missing permission with roles that would give it, the one with the fewest first', async () => {
    const id = await person('nora');
    await role('Reader of accounts', ['view_account']);
    await role('Of Orsini', ['view_account'], 'orsini-custody');
    const answer = await checked('cleo', { act: 'accounts.view', user_id: id });
    expect(answer.allowed).toBe(false);
    expect(step(answer, 'view_account')).toMatchObject({ held: false, roles: [] });
    expect(names(step(answer, 'view_account').given_by)).toEqual(['Reader of accounts', 'Support', 'Auditor']);
  });

  test('a permission that a role lists and that means nothing in the scope is given by no role', async () => {
    const id = await person('nora', { roles: ['account_manager/Platform administrator'] });
    const answer = await checked('ada', { act: 'featureFlags.manage', user_id: id });
    expect(answer).toMatchObject({ allowed: false, scopes: ['system'], person: { access_scope: 'account' } });
    expect(step(answer, 'manage_system_settings')).toMatchObject({ held: false, given_by: [] });
    expect(names(step(answer, 'manage_system_settings').roles)).toEqual(['Platform administrator']);
  });

  test('where the scope forbids it no role is offered, nor one that is made for people of another scope', async () => {
    await app.db
      .updateTable('role')
      .set({ archived_at: app.clock.now() })
      .where('predefined', '=', true)
      .where('name', 'not in', ['Platform administrator', 'Partner administrator', 'Account administrator'])
      .execute();
    const [nora, paul] = [await person('nora'), await person('paul', { scope: 'partner', accounts: ['umbra-trust'] })];
    const offered = async (user_id: string, act: string, permission: string) =>
      names(step(await checked('ada', { act, user_id }), permission).given_by);
    expect(await offered(nora, 'accounts.view', 'view_account')).toEqual(['Account administrator']);
    expect(await offered(paul, 'accounts.view', 'view_account')).toEqual([
      'Account administrator',
      'Partner administrator',
    ]);
    expect(await offered(nora, 'accounts.edit', 'manage_account')).toEqual([]);
    expect(await offered(paul, 'accounts.edit', 'manage_account')).toContain('Partner administrator');
  });

  test('a feature that is switched off', async () => {
    const flag = { name: 'AM_enable_user_roles', key: accountOf('nordmark-lb'), enabled: false };
    await app.db
      .insertInto('feature_flag')
      .values({ ...flag, updated_at: app.clock.now() })
      .execute();
    const off = await checked('ada', { act: 'roles.view', user_id: idOf('cleo') });
    expect(off).toMatchObject({ allowed: false, feature: { name: 'AM_enable_user_roles', on: false } });
    const on = await checked('ada', { act: 'roles.view', user_id: idOf('carl') });
    expect(on).toMatchObject({ allowed: true, feature: { on: true } });
  });

  test('whatever keeps the person out altogether', async () => {
    const of = async (id: string) => (await checked('ada', { act: 'accounts.view', user_id: id })).obstacles;
    expect(await of(await person('nora', { invited: true }))).toEqual(['not_verified', 'terms_open']);
    const otto = await person('otto');
    await app.db.updateTable('app_user').set({ active: false }).where('id', '=', otto).execute();
    expect(await of(otto)).toEqual(['disabled']);
  });

  test('a service user can’t do what is done at the console alone', async () => {
    expect(await checked('cleo', { act: 'apiTokens.manage', user_id: idOf('dora') })).toMatchObject({
      allowed: false,
      in_session_only: true,
      person: { service_user: true },
    });
  });
});

describe('on a day gone by', () => {
  const ACT = { act: 'accounts.view' };
  const allowed = async (id: string, date?: string, act = 'accounts.view') =>
    (await checked('ada', { act, user_id: id, ...(date ? { date } : {}) })).allowed;
  const since = (id: string, created: string) =>
    app.db
      .updateTable('app_user')
      .set({ created_at: new Date(created), verified_at: new Date(created), agreement_accepted_at: new Date(created) })
      .where('id', '=', id)
      .execute();
  /** Somebody of the first of November. */
  async function nora(): Promise<string> {
    const id = await person('nora');
    await since(id, '2026-11-01T07:00:00Z');
    await sql`delete from app_user_past`.execute(app.db);
    await app.db
      .updateTable('user_account')
      .set({ given_at: new Date('2026-11-01T07:00:00Z') })
      .where('user_id', '=', id)
      .execute();
    return id;
  }

  test('a role that was taken is told of the days on which it was had', async () => {
    const id = await nora();
    const lead = await role('Branch lead', ['view_account']);
    await give(id, lead, '2026-11-03T09:00:00Z');
    await app.db.deleteFrom('user_role').where('user_id', '=', id).execute();
    await keptAt('2026-11-10T09:00:00Z');
    expect(
      await Promise.all(
        ['2026-11-02', '2026-11-03', '2026-11-09', '2026-11-10', undefined].map((day) => allowed(id, day)),
      ),
    ).toEqual([false, true, true, false, false]);
    const then = await checked('cleo', { ...ACT, user_id: id, date: '2026-11-09' });
    expect(then).toMatchObject({ date: '2026-11-09', allowed: true, tokens: [] });
    expect(names(step(then, 'view_account').roles)).toEqual(['Branch lead']);
    expect(step(await checked('cleo', { ...ACT, user_id: id, date: '2026-11-10' }), 'view_account').given_by).toEqual(
      [],
    );
  });

  test('a role is told with the permissions and the name that it had', async () => {
    const id = await nora();
    const lead = await role('Branch lead', ['view_account']);
    await give(id, lead, '2026-11-03T09:00:00Z');
    await app.db
      .updateTable('role')
      .set({ name: 'Clerk', permissions: ['view_seat'] })
      .where('id', '=', lead)
      .execute();
    await keptAt('2026-11-10T09:00:00Z');
    const then = await checked('ada', { ...ACT, user_id: id, date: '2026-11-09' });
    expect([then.allowed, names(step(then, 'view_account').roles)]).toEqual([true, ['Branch lead']]);
    expect(await allowed(id, '2026-11-10')).toBe(false);
  });

  test('scope, switch, accounts and features as they were', async () => {
    const id = await nora();
    await give(id, await role('Branch lead', ['view_account', 'view_user_role']), '2026-11-01T09:00:00Z');
    const flag = { name: 'AM_enable_user_roles', enabled: false, updated_at: app.clock.now() };
    await app.db.insertInto('feature_flag').values(flag).execute();
    await app.db.updateTable('app_user').set({ active: false }).where('id', '=', id).execute();
    await app.db
      .updateTable('account')
      .set({ service_to: '2026-11-12' })
      .where('id', '=', accountOf('nordmark-lb'))
      .execute();
    await keptAt('2026-11-10T09:00:00Z');
    expect(await allowed(id, '2026-11-09', 'roles.view')).toBe(true);
    const after = await checked('ada', { act: 'roles.view', user_id: id, date: '2026-11-11' });
    expect(after).toMatchObject({ allowed: false, obstacles: ['disabled'], feature: { on: false } });
    const ended = await checked('ada', { act: 'roles.view', user_id: id, date: '2026-11-13' });
    expect(ended.obstacles).toEqual(['disabled', 'accounts_ended']);
  });

  test('before the person was there, and before anything was written down, nothing is guessed', async () => {
    const id = await nora();
    const then = await checked('ada', { ...ACT, user_id: id, date: '2026-10-31' });
    expect(then).toMatchObject({ allowed: false });
    expect(then.obstacles).toContain('not_yet');
    await app.db
      .insertInto('platform_setting')
      .values({ name: 'access_recorded_from', value: '"2026-11-05T10:00:00Z"', updated_at: app.clock.now() })
      .execute();
    const early = await check('ada', { ...ACT, user_id: id, date: '2026-11-04' });
    expect(early.status).toBe(400);
    expect(early.body.error.fields.date).toMatchObject({ status: 'NOT_RECORDED', params: { date: '2026-11-05' } });
    expect((await check('ada', { ...ACT, user_id: id, date: '2026-11-05' })).status).toBe(200);
  });

  test('before the account was its customer, a partner is told of no day; the customer itself is', async () => {
    const id = await nora();
    await give(id, await role('Branch lead', ['view_account']), '2026-11-01T09:00:00Z');
    await app.db
      .updateTable('account')
      .set({ partner_since: new Date('2026-11-08T10:00:00Z') })
      .where('id', '=', accountOf('nordmark-lb'))
      .execute();
    const on = (name: Name, date?: string) => check(name, { ...ACT, user_id: id, ...(date ? { date } : {}) });
    const before = await on('ben', '2026-11-07');
    expect(before.status).toBe(400);
    expect(before.body.error.fields.date).toMatchObject({ status: 'BEFORE_CUSTOMER', params: { date: '2026-11-08' } });
    expect((await on('ben', '2026-11-08')).status).toBe(200);
    expect((await on('ben')).status).toBe(200);
    expect((await on('cleo', '2026-11-07')).body.allowed).toBe(true);
    expect((await on('ada', '2026-11-07')).status).toBe(200);
  });

  test('the current day is now; a later one is refused under its field', async () => {
    expect(await checked('ada', { ...ACT, date: '2026-11-21' })).toMatchObject({ date: null, allowed: true });
    const ahead = await check('ada', { ...ACT, date: '2026-11-22' });
    expect([ahead.status, ahead.body.error.fields.date.status]).toEqual([400, 'DATE_AHEAD']);
  });
});

describe('who may ask', () => {
  test('everybody of themselves, also who may see nobody', async () => {
    expect((await checked('emil', { act: 'accounts.view' })).person.id).toBe(idOf('emil'));
    expect((await checked('emil', { act: 'accounts.view', user_id: idOf('emil') })).allowed).toBe(false);
  });

  test('of others, who sees them: nobody of the second tenant, nobody without the right to see people', async () => {
    for (const name of ['bea', 'carl', 'emil'] as const)
      expect(refusal(await check(name, { act: 'accounts.view', user_id: idOf('cleo') })), name).toEqual([
        404,
        'NOT_FOUND',
        undefined,
      ]);
    await app.db.updateTable('app_user').set({ deleted_at: app.clock.now() }).where('id', '=', idOf('emil')).execute();
    expect((await check('ada', { act: 'accounts.view', user_id: idOf('emil') })).status).toBe(404);
    expect((await check('ada', { act: 'accounts.view', user_id: newId() })).status).toBe(404);
    expect((await check(null, { act: 'accounts.view' })).status).toBe(401);
  });

  test.each([
    [{ act: 'accounts.own' }, 'act'],
    [{ act: 'constructor' }, 'act'],
    [{}, 'act'],
    [{ act: 'accounts.view', user_id: 'cleo' }, 'user_id'],
    [{ act: 'accounts.view', date: '2026-02-30' }, 'date'],
    [{ act: 'accounts.view', date: 'yesterday' }, 'date'],
    [{ act: 'accounts.view', on: '2026-11-20' }, 'on'],
  ])('%j is refused under its field', async (query, field) => {
    const { status, body } = await check('ada', query);
    expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
  });
});
