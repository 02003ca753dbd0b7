/** A customer is taken from a partner: who belongs to both sides stays where they belong first. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedPeople, type SeedPerson } from '../../../seed/people.ts';
import { endTrials } from '../../account-features/trial-store.ts';
import { recordAudit } from '../../audit/record.ts';
import { eventOf } from '../../audit/testing.ts';
import type { Db } from '../../db/open.ts';
import { insertToken } from '../../testing/api-token.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { ACCOUNTS as BASE, wantedAccount } from '../../testing/new-account.ts';

const USER = '/account/ui-api/v1/user';
const SERVICE_USER = '/account/ui-api/v1/service-user';
const PLAN = `${BASE}/bulk/partner`;
const ADMINISTRATOR = ['account_manager/Account administrator'];
const UMBRA = ['umbra-trust', 'nordmark-lb'];

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const accountId = (identifier: string): string => app.accountIds.get(identifier) ?? '';
const sorted = (identifiers: readonly string[]): string[] =>
  identifiers.map(accountId).toSorted((one, other) => one.localeCompare(other));
const seed = (people: SeedPerson[]): Promise<Map<string, string>> =>
  seedPeople(app.db, people, app.accountIds, 'no password', app.clock.now());
const una: SeedPerson = {
  first: 'Una',
  last: 'Brandt',
  userName: 'una',
  scope: 'account',
  accounts: UMBRA,
  roles: ADMINISTRATOR,
};
const robot: SeedPerson = { ...una, first: 'Robot', last: '', userName: 'robot', serviceUser: true };

/** As a program with a token of the person asks for an account. */
async function asks(userId: string): Promise<(identifier: string) => Promise<number>> {
  const { text } = await insertToken(app, userId);
  return async (identifier) => {
    const headers = { 'x-api-key': text };
    return (await app.request('GET', `${BASE}/${accountId(identifier)}`, undefined, headers)).status;
  };
}
const give = (partner: string | null): Promise<Answer> =>
  app.call('ada', 'PUT', `${BASE}/${accountId('nordmark-lb')}/partner`, {
    partner_account_id: partner === null ? null : accountId(partner),
  });
const leaving = async (): Promise<number> =>
  (await app.call('ada', 'GET', `${BASE}/${accountId('nordmark-lb')}/effects`)).body.people_leaving;
const accountsOf = async (userId: string): Promise<string[]> => {
  const rows = await app.db
    .selectFrom('user_account')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id: id }) => id);
};

test('the former partner’s people and programs leave it at once, and are the partner’s own again', async () => {
  const ids = await seed([una, robot]);
  const [person, program] = [ids.get('una') ?? '', ids.get('robot') ?? ''];
  const [asPerson, asProgram] = [await asks(person), await asks(program)];
  expect([await asPerson('nordmark-lb'), await asProgram('nordmark-lb')]).toEqual([200, 200]);
  expect(await leaving()).toBe(2);
  expect((await give('calder-identity')).status).toBe(200);
  expect([await asPerson('nordmark-lb'), await asProgram('nordmark-lb')]).toEqual([404, 404]);
  expect([await asPerson('umbra-trust'), await asProgram('umbra-trust')]).toEqual([200, 200]);
  expect(await leaving()).toBe(0);
  expect((await app.call('ben', 'DELETE', `${USER}/${person}`)).status).toBe(204);
  expect((await app.call('ben', 'DELETE', `${SERVICE_USER}/${program}`)).status).toBe(204);
});

test('both accounts are told, each of its own side, and what the account made as a role goes along', async () => {
  const { body: role } = await app.call('cleo', 'POST', '/account/ui-api/v1/role', {
    name: 'Clerk',
    app_code: 'account_manager',
    description: '',
    permissions: ['view_account'],
    account_id: accountId('nordmark-lb'),
  });
  const id = (await seed([una])).get('una') ?? '';
  await app.db.insertInto('user_role').values({ user_id: id, role_id: role.id }).execute();
  await give(null);
  const events = await app.db
    .selectFrom('audit_event')
    .select(['account_id', 'action', 'resource_type', 'resource_name', 'before', 'after'])
    .where('resource_id', '=', id)
    .orderBy('id')
    .execute();
  const [administrator, clerk] = [ADMINISTRATOR[0], 'account_manager/Clerk'];
  const [umbra, nordmark] = UMBRA.map(accountId);
  const all = { action: 'UPDATE', resource_type: 'USER', resource_name: 'una' };
  expect(events).toEqual([
    {
      ...all,
      account_id: umbra,
      before: { account_ids: sorted(UMBRA), roles: [administrator, clerk] },
      after: { account_ids: [umbra], roles: [administrator] },
    },
    {
      ...all,
      account_id: nordmark,
      before: { account_ids: [nordmark], primary_account_id: null, roles: [administrator, clerk] },
      after: { account_ids: [], primary_account_id: null, roles: [] },
    },
  ]);
  expect(await app.db.selectFrom('user_role').select('role_id').where('role_id', '=', role.id).execute()).toEqual([]);
});

/** What somebody reads in the audit log of Nordmark itself. */
async function read(name: Name): Promise<Answer['body'][]> {
  const { status, body } = await app.call(name, 'GET', '/account/ui-api/v1/audit-log');
  expect(status).toBe(200);
  const ids = body.items.flatMap(({ id, resource_name }: Answer['body']) =>
    /^(Nordmark|By Ben)/.test(resource_name ?? '') ? [id] : [],
  );
  const whole = async (id: string) => (await app.call(name, 'GET', `/account/ui-api/v1/audit-log/${id}`)).body;
  return Promise.all(ids.map(whole));
}

test('each partner is told of its own side, and not who the other one is', async () => {
  expect((await give('calder-identity')).status).toBe(200);
  const [umbra, calder] = [accountId('umbra-trust'), accountId('calder-identity')];
  const event = { action: 'UPDATE', resource_type: 'ACCOUNT', resource_id: accountId('nordmark-lb') };
  const [ofBen, ofBea] = [await read('ben'), await read('bea')];
  const loses = { partner_account_id: umbra, partner_account_name: 'Umbra Trust Services' };
  const gets = { partner_account_id: calder, partner_account_name: 'Calder Identity' };
  const none = { partner_account_id: null, partner_account_name: null };
  expect(ofBen).toMatchObject([{ ...event, account_id: umbra, before: loses, after: none }]);
  expect(ofBea).toMatchObject([{ ...event, account_id: calder, before: none, after: gets }]);
  expect(JSON.stringify(ofBen)).not.toMatch(new RegExp(`${calder}|Calder`));
  expect(JSON.stringify(ofBea)).not.toMatch(new RegExp(`${umbra}|Umbra`));
});

test('what the former partner does while the change waits for it stays between it and the account', async () => {
  const ofBen = async (tx: Db): Promise<void> => {
    const at = app.clock.now();
    const event = eventOf(1, { at, account_id: accountId('nordmark-lb'), resource_name: 'By Ben' });
    await recordAudit(tx, event, app.runtime);
  };
  const given = await meanwhile(
    app,
    [sql`select from account where id = ${accountId('nordmark-lb')} for share`],
    () => give('calder-identity'),
    [{ execute: async () => app.clock.pass(1) }, { execute: ofBen }],
  );
  expect(given.status).toBe(200);
  const names = async (who: Name) => (await read(who)).map(({ resource_name: name }) => name);
  expect(await names('bea')).not.toContain('By Ben');
  app.clock.pass(1);
  await app.db.transaction().execute(ofBen);
  expect(await names('bea')).toContain('By Ben');
});

test('what a process whose clock is ahead has told of the account stays there, too', async () => {
  const at = new Date(app.clock.now().getTime() + 60_000);
  const event = eventOf(1, { at, account_id: accountId('nordmark-lb'), resource_name: 'By Ben' });
  await recordAudit(app.db, event, app.runtime);
  await give('calder-identity');
  expect((await read('bea')).map(({ resource_name: name }) => name)).not.toContain('By Ben');
});

test('of many who leave at once each is told of what is their own, and nobody else loses anything', async () => {
  const make = async (name: string, account: string): Promise<string> =>
    (
      await app.call('ada', 'POST', '/account/ui-api/v1/role', {
        name,
        app_code: 'account_manager',
        description: '',
        permissions: ['view_account'],
        account_id: accountId(account),
      })
    ).body.id;
  const [clerk, desk] = [await make('Clerk', 'nordmark-lb'), await make('Desk', 'umbra-trust')];
  // Una leaves Nordmark with what Nordmark made and keeps what Umbra made; with Nele it is the other way round.
  const nele = { ...una, first: 'Nele', userName: 'nele', accounts: ['nordmark-lb', 'umbra-trust'], roles: [] };
  const inBoth = { ...nele, first: 'Olga', userName: 'olga', accounts: ['umbra-trust', 'orsini-custody'] };
  const ids = await seed([una, nele, inBoth, robot]);
  const holders = ['una', 'nele', 'olga'].map((name) => ids.get(name) ?? '');
  const grants = [clerk, desk].flatMap((role_id) => holders.map((user_id) => ({ user_id, role_id })));
  await app.db.insertInto('user_role').values(grants).execute();
  const versionsOf = async () => {
    const rows = await app.db
      .selectFrom('app_user')
      .select(['user_name', 'version'])
      .where('id', 'in', [...ids.values()])
      .execute();
    return Object.fromEntries(rows.map(({ user_name: name, version }) => [name, version]));
  };
  expect((await give('calder-identity')).status).toBe(200);

  const [admin, ofClerk, ofDesk] = [ADMINISTRATOR[0], 'account_manager/Clerk', 'account_manager/Desk'];
  const [umbra, nordmark] = UMBRA.map(accountId);
  const none = { account_ids: [], primary_account_id: null, roles: [] };
  const out = (account_id: string | undefined, roles: unknown[]) => [
    account_id,
    { account_ids: [account_id], primary_account_id: null, roles },
    none,
  ];
  const told = async (name: string): Promise<unknown[]> => {
    const rows = await app.db
      .selectFrom('audit_event')
      .select(['resource_type', 'account_id', 'before', 'after'])
      .where('resource_id', '=', ids.get(name) ?? '')
      .orderBy('id')
      .execute();
    return rows.map(({ account_id, before, after }) => [account_id, before, after]);
  };
  expect(await told('una')).toEqual([
    [
      umbra,
      { account_ids: sorted(UMBRA), roles: [admin, ofClerk, ofDesk] },
      { account_ids: [umbra], roles: [admin, ofDesk] },
    ],
    out(nordmark, [admin, ofClerk]),
  ]);
  expect(await told('nele')).toEqual([
    [nordmark, { account_ids: sorted(UMBRA), roles: [ofClerk, ofDesk] }, { account_ids: [nordmark], roles: [ofClerk] }],
    out(umbra, [ofDesk]),
  ]);
  expect(await told('robot')).toEqual([
    [umbra, { account_ids: sorted(UMBRA), roles: [admin] }, { account_ids: [umbra], roles: [admin] }],
    out(nordmark, [admin]),
  ]);
  // Of neither side of the parting: with all that Olga had.
  expect(await told('olga')).toEqual([]);
  expect(await accountsOf(ids.get('olga') ?? '')).toEqual(sorted(['umbra-trust', 'orsini-custody']));
  const left = await app.db
    .selectFrom('user_role')
    .select(['user_id', 'role_id'])
    .where('role_id', 'in', [clerk, desk])
    .execute();
  const kept = [
    [ids.get('una'), desk],
    [ids.get('nele'), clerk],
    [ids.get('olga'), clerk],
    [ids.get('olga'), desk],
  ];
  expect(new Set(left.map((one) => `${one.user_id} ${one.role_id}`))).toEqual(
    new Set(kept.map((pair) => pair.join(' '))),
  );
  expect(await versionsOf()).toEqual({ una: 2, nele: 2, robot: 2, olga: 1 });
  // Each side has lost sight of the other's, and a third account never had any.
  const sees = async (name: 'ben' | 'cleo' | 'carl', other: string): Promise<number> =>
    (await app.call(name, 'GET', `${USER}/${ids.get(other)}`)).status;
  expect([await sees('ben', 'una'), await sees('cleo', 'nele')]).toEqual([200, 200]);
  expect([await sees('ben', 'nele'), await sees('cleo', 'una')]).toEqual([404, 404]);
  expect([await sees('carl', 'nele'), await sees('carl', 'una')]).toEqual([404, 404]);
});

test('of hundreds who leave at once none is forgotten in the log', async () => {
  const ids = await seed(Array.from({ length: 260 }, (_, n) => ({ ...una, userName: `una-${n}`, roles: [] })));
  expect((await give('calder-identity')).status).toBe(200);
  const told = await app.db
    .selectFrom('audit_event')
    .select(['resource_id', 'account_id'])
    .where('resource_type', '=', 'USER')
    .where('action', '=', 'UPDATE')
    .execute();
  const pairs = told.map(({ resource_id, account_id }) => `${resource_id} in ${account_id}`);
  const wanted = [...ids.values()].flatMap((id) => UMBRA.map((one) => `${id} in ${accountId(one)}`));
  expect(pairs.toSorted()).toEqual(wanted.toSorted());
});

test('people of the account leave what is the former partner’s, and stay in what is not', async () => {
  const both = { ...una, userName: 'nele', accounts: ['nordmark-lb', 'umbra-trust', 'orsini-custody'] };
  const none = { ...una, userName: 'nora', accounts: ['nordmark-lb'] };
  const ids = await seed([both, none]);
  expect(await leaving()).toBe(1);
  await give('calder-identity');
  expect(await accountsOf(ids.get('nele') ?? '')).toEqual(sorted(['nordmark-lb', 'orsini-custody']));
  expect(await accountsOf(ids.get('nora') ?? '')).toEqual([accountId('nordmark-lb')]);
});

test('who leaves is told of each account by both sides, and nobody is counted who stays', async () => {
  // Another customer of the partner, and one that was deleted.
  const other = (await app.call('ben', 'POST', BASE, wantedAccount())).body.id;
  const gone = (await app.call('ben', 'POST', BASE, wantedAccount())).body.id;
  app.accountIds.set('other', other).set('gone', gone);
  const ids = await seed([
    { ...una, userName: 'of-partner', accounts: ['umbra-trust', 'nordmark-lb', 'other', 'orsini-custody'] },
    { ...una, userName: 'of-other', accounts: ['other', 'nordmark-lb'] },
    { ...una, userName: 'of-account', accounts: ['nordmark-lb', 'umbra-trust', 'other', 'gone'] },
    { ...una, userName: 'of-stranger', accounts: ['orsini-custody', 'nordmark-lb', 'umbra-trust'] },
    { ...una, userName: 'of-gone', accounts: ['gone', 'nordmark-lb'] },
    { ...una, userName: 'with-gone', accounts: ['nordmark-lb', 'gone'] },
    { ...una, userName: 'of-platform', scope: 'system', accounts: ['signet-platform', 'nordmark-lb'] },
    { ...una, userName: 'of-none', scope: 'system', accounts: ['nordmark-lb'], roles: [] },
    { ...una, userName: 'deleted', accounts: UMBRA },
  ]);
  const idOf = (userName: string): string => ids.get(userName) ?? '';
  await app.db.updateTable('app_user').set({ primary_account_id: null }).where('user_name', '=', 'of-none').execute();
  await app.db
    .updateTable('app_user')
    .set({ deleted_at: app.clock.now() })
    .where('user_name', '=', 'deleted')
    .execute();
  expect((await app.call('ada', 'DELETE', `${BASE}/${gone}`)).status).toBe(204);
  const left = async (identifier: string): Promise<string[]> => {
    const { rows } = await sql<{ user_name: string }>`select u.user_name from app_user u
      where u.id = any(${[...ids.values()]}::uuid[]) and not exists (
        select from user_account m where m.user_id = u.id and m.account_id = ${accountId(identifier)})
      order by 1`.execute(app.db);
    return rows.map(({ user_name }) => user_name);
  };
  const wasOut = { nordmark: await left('nordmark-lb'), umbra: await left('umbra-trust'), other: await left('other') };
  expect(await leaving()).toBe(3);
  const effectsFor = (person: Name) => app.call(person, 'GET', `${BASE}/${accountId('nordmark-lb')}/effects`);
  for (const stranger of ['bea', 'carl'] as const) expect((await effectsFor(stranger)).status).toBe(404);
  // Of both customers at once: each person counts once.
  const { body: plan } = await app.call('ada', 'POST', PLAN, {
    ids: [accountId('nordmark-lb'), other],
    input: { partner_account_id: null },
  });
  expect(plan.effects).toMatchObject({ people_leaving: 3 });
  expect((await give('calder-identity')).status).toBe(200);
  const news = async (identifier: string, before: readonly string[]) =>
    (await left(identifier)).filter((one) => !before.includes(one));
  expect(await news('nordmark-lb', wasOut.nordmark)).toEqual(['of-other', 'of-partner']);
  expect(await news('umbra-trust', wasOut.umbra)).toEqual(['of-account']);
  expect(await news('other', wasOut.other)).toEqual(['of-account']);
  expect(await accountsOf(idOf('of-partner'))).toEqual(sorted(['umbra-trust', 'other', 'orsini-custody']));
  expect(await accountsOf(idOf('of-account'))).toEqual(sorted(['nordmark-lb', 'gone']));
});

test('a partner’s own administrator hears no more of the trials of a customer that it had', async () => {
  await seed([{ ...una, scope: 'partner', roles: ['account_manager/Partner administrator'] }]);
  const path = `/account/ui-api/v1/features/account/${accountId('nordmark-lb')}/document_signing_manager/features`;
  const trial = [{ feature_id: 'trial_account', enabled: true, end_date: '2026-11-25' }];
  expect((await app.call('ada', 'PUT', path, trial)).status).toBe(200);
  await give('calder-identity');
  await endTrials(app.runtime);
  const mails = await app.db.selectFrom('mail').select('recipient').where('kind', '=', 'trial-ending').execute();
  expect(mails).toEqual([{ recipient: 'cleo@nordmark-lb.example' }]);
});

test('the last administrator of an account is nobody whom it loses with its partner', async () => {
  await seed([una]);
  await app.db.updateTable('app_user').set({ active: false }).where('user_name', '=', 'cleo').execute();
  expect(await give('calder-identity')).toMatchObject({
    status: 409,
    body: { error: { status: 'LAST_ADMINISTRATOR' } },
  });
  const { body } = await app.call('ada', 'GET', `${BASE}/${accountId('nordmark-lb')}`);
  expect(body.partner_account_id).toBe(accountId('umbra-trust'));
});

test('of many at once, the plan says how many leave an account', async () => {
  await seed([una, robot]);
  const { body } = await app.call('ada', 'POST', PLAN, {
    ids: [accountId('nordmark-lb'), accountId('orsini-custody')],
    input: { partner_account_id: null },
  });
  expect(body.effects).toMatchObject({ people: 6, people_leaving: 2 });
});
