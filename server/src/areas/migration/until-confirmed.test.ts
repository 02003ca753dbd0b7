/** What becomes of an account here before somebody confirms it: its partner, its license, and its deletion. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { step } from '../../account-migration/arrival-job.ts';
import { newId } from '../../ids.ts';
import { allocate } from '../../license-ledger/allocate-store.ts';
import { countUncounted } from '../../license-ledger/uncounted-store.ts';
import { consume } from '../../license-ledger/use-store.ts';
import { newcomers } from '../../people/newcomer-store.ts';
import { refreshMetadata } from '../../provider-metadata/refresh-store.ts';
import { rewriteAccountFile } from '../../testing/account-file.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { requireBalance } from '../../testing/ledger/books.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { A_REQUEST, aTemplate } from '../../testing/sample.ts';
import {
  arrivalAt as at,
  depart,
  fileOf,
  type Harbor,
  MIGRATE,
  openMove,
  receiveFile,
  work,
} from '../../testing/moving-account.ts';

let source: TestApp;
let target: TestApp;
let harbor: Harbor;
beforeEach(async () => {
  ({ source, target, harbor } = await openMove());
});
afterEach(() => Promise.all([source.close(), target.close()]));

const SEATS = { app_code: 'enterprise_manager', feature: 'seat_units', generation: 'v2', limit: 5 };
const partner = (identifier: string): string => target.accountIds.get(identifier) ?? '';
const account = (act = ''): string => `/account/ui-api/v1/account/${harbor.id}${act}`;
const act = (id: string, name: string): Promise<Answer> => target.call('ada', 'PUT', at(id, name));
const read = async (id: string): Promise<Answer['body']> => (await target.call('ada', 'GET', at(id))).body;

/** The file of a customer of a partner, with an allocation of five seats, is checked here. */
async function rehearsed(): Promise<Answer['body']> {
  const departure = await depart(source, harbor.id);
  const file = await rewriteAccountFile(await fileOf(source, departure.id), departure, {
    row: (table, row) => (table === 'account' ? { ...row, partner_account_id: partner('umbra-trust') } : row),
    end: (about) => ({ ...about, licenses: [SEATS] }),
  });
  return receiveFile(target, file, departure.code);
}

/** It is here, and not in service. */
async function arrived(): Promise<string> {
  const { id } = await rehearsed();
  expect((await target.call('ada', 'POST', MIGRATE, { account_identifier: 'harbor', migration_id: id })).status).toBe(
    201,
  );
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'arrived', failure: null });
  return id;
}

async function giveSeats(identifier: string, limit = 50): Promise<void> {
  const by = { id: target.userIds.get('ada') ?? '', name: 'Ada' };
  const allocation = {
    account: { id: partner(identifier), partner_account_id: null, type: 'partner' as const },
    app: 'enterprise_manager' as const,
    generation: 'v2' as const,
    rows: [{ name: SEATS.feature, limit, old_limit: 0, reset: false }],
    scope: 'system' as const,
  };
  await target.db
    .transaction()
    .execute((tx) => allocate(tx, allocation, { operationId: newId(), by, now: target.clock.now() }));
}

/** From whose seats those of the account are given. */
async function seatsOf(): Promise<{ held: string; owner: string | null }[]> {
  const { rows } = await sql<{ held: string; owner: string | null }>`
    select p.held::text, owner.account_id::text as owner from license_pool p
    left join license_pool owner on owner.id = p.owner_pool_id
    where p.account_id = ${harbor.id} and p.feature = ${SEATS.feature}`.execute(target.db);
  return rows;
}

test('one that was deleted here is not confirmed: it gets no license, and what came can be undone', async () => {
  await giveSeats('umbra-trust');
  const id = await arrived();
  expect(await read(id)).toMatchObject({ account_deleted: false });
  expect((await target.call('ada', 'DELETE', account())).status).toBe(204);
  expect(await read(id)).toMatchObject({ state: 'arrived', account_deleted: true });
  const { status, body } = await act(id, 'confirm');
  expect([status, body.error.status]).toEqual([409, 'MIGRATION_DELETED']);
  expect(await seatsOf()).toEqual([]);
  const rows = () =>
    target.db.selectFrom('account').select(['active', 'deleted_at']).where('id', '=', harbor.id).execute();
  expect(await rows()).toEqual([{ active: false, deleted_at: expect.any(Date) }]);

  expect((await act(id, 'undo')).status).toBe(200);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'undone', failure: null });
  expect(await rows()).toEqual([]);
});

test('whom it has invited is told nothing when it is deleted here: links go on where it came from', async () => {
  await giveSeats('umbra-trust');
  await arrived();
  const expires_at = new Date(target.clock.now().getTime() + 86_400_000);
  const open = target.db.updateTable('enrollment').set({ expires_at }).where('account_id', '=', harbor.id);
  expect((await open.executeTakeFirst()).numUpdatedRows).toBe(1n);
  expect((await target.call('ada', 'DELETE', account())).status).toBe(204);
  const canceled = target.db.selectFrom('mail').select('recipient').where('kind', 'like', '%-canceled');
  expect(await canceled.execute()).toEqual([]);
});

test('one that is deleted while it comes goes no further', async () => {
  await giveSeats('umbra-trust');
  const { id } = await rehearsed();
  await target.call('ada', 'POST', MIGRATE, { account_identifier: 'harbor', migration_id: id });
  while ((await target.call('ada', 'GET', account())).status !== 200) await step(target.runtime, id);
  expect((await target.call('ada', 'DELETE', account())).status).toBe(204);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'stopped', failure: { status: 'MIGRATION_DELETED' } });
  const living = sql`select from app_user where primary_account_id = ${harbor.id} and deleted_at is null`;
  expect((await living.execute(target.db)).rows).toEqual([]);
  expect((await act(id, 'undo')).status).toBe(200);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'undone', failure: null });
});

test('what its roles have left with others does not keep it from being undone', async () => {
  await giveSeats('umbra-trust');
  const id = await arrived();
  const made = await target.call('ada', 'POST', '/account/ui-api/v1/role', {
    app_code: 'account_manager',
    name: 'Like Harbor',
    permissions: ['view_account'],
    cloned_from_id: harbor.role,
  });
  expect(made.status).toBe(201);
  expect((await target.call('ada', 'DELETE', `/account/ui-api/v1/role/${made.body.id}`)).status).toBe(204);
  const ben = target.userIds.get('ben') ?? '';
  await sql`insert into user_role (user_id, role_id, given_at)
    values (${ben}, ${harbor.role}, ${target.clock.now()})`.execute(target.db);
  target.clock.pass(60);
  await sql`delete from user_role where user_id = ${ben} and role_id = ${harbor.role}`.execute(target.db);
  expect((await act(id, 'undo')).status).toBe(200);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'undone', failure: null });
});

test('no job writes into it while it comes', async () => {
  await giveSeats('umbra-trust');
  const { id } = await rehearsed();
  await target.call('ada', 'POST', MIGRATE, { account_identifier: 'harbor', migration_id: id });
  const address = { metadata_url: 'https://idp.harbor.example/metadata', refresh_at: null };
  const isDue = target.db.updateTable('saml_config').where('account_id', '=', harbor.id).set(address);
  while ((await isDue.executeTakeFirst()).numUpdatedRows === 0n) await step(target.runtime, id);
  expect(await refreshMetadata(target.runtime)).toEqual({ looked: 0, failed: 0 });
});

test('one that stopped and was deleted here since goes on no more, and what came of it can be undone', async () => {
  await giveSeats('umbra-trust');
  const { id } = await rehearsed();
  await target.call('ada', 'POST', MIGRATE, { account_identifier: 'harbor', migration_id: id });
  await sql`update app_user set user_name = 'hugo' where user_name = 'carl'`.execute(target.db);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'stopped', account_deleted: false });
  expect((await target.call('ada', 'DELETE', account())).status).toBe(204);
  const { status, body } = await act(id, 'again');
  expect([status, body.error.status]).toEqual([409, 'MIGRATION_DELETED']);
  expect(await read(id)).toMatchObject({ state: 'stopped', account_deleted: true });
  expect((await act(id, 'undo')).status).toBe(200);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'undone', failure: null });
});

test('what it uses of the pool above by then is taken over by its allocation, which it does not hinder', async () => {
  await giveSeats('umbra-trust', SEATS.limit);
  const id = await arrived();
  const seats = { app_code: 'enterprise_manager', feature_version: 'v2' } as const;
  await target.db
    .insertInto('account_license')
    .values({ account_id: harbor.id, ...seats })
    .execute();
  const use = { app: seats.app_code, feature: SEATS.feature, account: harbor.id, quantity: 3, now: target.clock.now() };
  await target.db.transaction().execute((tx) => consume(tx, { ...use, subject: { kind: 'seat', id: newId() } }));
  expect((await act(id, 'confirm')).status).toBe(200);
  expect(await seatsOf()).toEqual([{ held: `${SEATS.limit}`, owner: partner('umbra-trust') }]);
});

test('what it uses of a pool above is free again once it is undone, though that pool shrinks meanwhile', async () => {
  await giveSeats('umbra-trust');
  const seats = { app_code: 'enterprise_manager', feature_version: 'v2' } as const;
  await source.db
    .insertInto('account_license')
    .values({ account_id: harbor.id, ...seats })
    .execute();
  const id = await arrived();
  const use = { app: seats.app_code, feature: SEATS.feature, account: harbor.id, quantity: 3, now: target.clock.now() };
  await target.db.transaction().execute((tx) => consume(tx, { ...use, subject: { kind: 'seat', id: newId() } }));
  expect((await act(id, 'undo')).status).toBe(200);
  // Few need fewer slots, so that those that there are are written anew.
  const holder = { id: partner('umbra-trust'), partner_account_id: null, type: 'partner' as const };
  const rows = [{ name: SEATS.feature, limit: 3, old_limit: 50, reset: false }];
  const allocation = { account: holder, app: seats.app_code, generation: 'v2', rows, scope: 'system' } as const;
  const shrunk = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const shrinking = target.db.transaction().execute(async (tx) => {
    await allocate(tx, allocation, { operationId: newId(), by: null, now: target.clock.now() });
    shrunk.resolve();
    await end.promise;
  });
  await Promise.race([shrunk.promise, shrinking]);
  const undoing = work(target, id);
  await expect
    .poll(async () => {
      const { rows: waiting } = await sql`select from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(target.db);
      return waiting.length;
    })
    .toBeGreaterThan(0);
  end.resolve();
  await Promise.all([shrinking, undoing]);
  expect(await read(id)).toMatchObject({ state: 'undone', failure: null });
  await requireBalance(target.db);
});

/** How many administrators are counted of the pool of a partner. */
async function administratorsOf(identifier: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select sum(s.used)::int as used
    from license_slot s join license_pool p on p.id = s.pool_id
    where p.account_id = ${partner(identifier)} and p.feature = 'administrators'`.execute(target.db);
  return rows[0]?.used ?? 0;
}

test('one for whose people there is no room any more is not confirmed before there is', async () => {
  const roomFor = (administrators: number) => giveLicense(target, 'umbra-trust', 'account_manager', { administrators });
  await countUncounted(target.db, target.clock.now());
  await giveSeats('umbra-trust');
  // Its own administrator is one of them.
  await roomFor(4);
  const id = await arrived();
  for (const name of ['kontor', 'quay']) {
    const made = await target.call('ben', 'POST', '/account/ui-api/v1/account', {
      name,
      friendly_identifier: name,
      service_period: { from: '2026-11-21', to: '2027-11-20' },
      locale: 'en_US',
      organization: { name },
      administrator: { first_name: name, last_name: 'Kerr', email: `${name}@kontor.example` },
    });
    expect(made.status).toBe(201);
  }
  expect(await administratorsOf('umbra-trust')).toBe(3);
  const { status, body } = await act(id, 'confirm');
  expect([status, body.error.status]).toEqual([409, 'MIGRATION_UNRESOLVED']);
  const { state, conflicts } = await read(id);
  expect(state).toBe('arrived');
  expect(conflicts).toMatchObject([{ kind: 'used_up', name: 'administrators', params: { needed: 2, left: 1 } }]);
  // Counted already, they need no room beside that.
  await countUncounted(target.db, target.clock.now());
  expect(await administratorsOf('umbra-trust')).toBe(5);
  await roomFor(5);
  expect((await act(id, 'confirm')).status).toBe(200);
  await countUncounted(target.db, target.clock.now());
  expect(await administratorsOf('umbra-trust')).toBe(5);
});

/** Why nobody gives the account a license, a package or a feature; null where it may be given. */
async function whyNotGiven(): Promise<unknown[]> {
  const get = async (path: string): Promise<Answer['body']> => (await target.call('ada', 'GET', path)).body;
  return [(await get(LICENSE())).why_not.edit, (await get(PACKAGES())).why_not, (await get(FEATURES())).why_not_switch];
}
const LICENSE = (): string => account('/license/usage/enterprise_manager');
const PACKAGES = (): string => `/account/ui-api/v1/package/account/${harbor.id}`;
const FEATURES = (): string => `/account/ui-api/v1/features/account/${harbor.id}`;

/** Gives it one of each, on top of so many seats; what each was answered. */
async function give(old_limit: number): Promise<unknown[]> {
  const seats = [{ name: SEATS.feature, attributes: { limit: old_limit + 5 }, old_limit }];
  const answers = [
    await target.call('ada', 'PUT', LICENSE(), { license_feature_version: 'v2', features: seats }),
    await target.call('ada', 'PUT', `${PACKAGES()}/application/discovery_automation_manager`, {
      package_code: 'premium',
    }),
    await target.call('ada', 'PUT', `${FEATURES()}/secure_software_manager/features`, [
      { feature_id: 'public_issuance', enabled: true },
    ]),
  ];
  return answers.map(({ status, body }) => body.error?.status ?? status);
}

const UNCONFIRMED = 'MIGRATION_UNCONFIRMED';

test('nothing is given to it that undoing could not take away: no license, package or feature', async () => {
  await giveSeats('umbra-trust');
  const id = await arrived();
  expect(await whyNotGiven()).toEqual([{ status: UNCONFIRMED }, { status: UNCONFIRMED }, { status: UNCONFIRMED }]);
  expect(await give(0)).toEqual([UNCONFIRMED, UNCONFIRMED, UNCONFIRMED]);
  expect((await act(id, 'undo')).status).toBe(200);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'undone', failure: null });
});

const V1 = '/account/ui-api/v1';

/** A template of the platform, by which a seat of any account gets a certificate. */
async function sharedTemplate(): Promise<string> {
  const template = await aTemplate(target);
  const { profile_id } = await target.db
    .updateTable('certificate_template')
    .set({ account_id: null })
    .where('id', '=', template)
    .returning('profile_id')
    .executeTakeFirstOrThrow();
  await target.db.updateTable('certificate_profile').set({ account_id: null }).where('id', '=', profile_id).execute();
  return template;
}

/** What an edit of a person sends beside what it changes. */
const namesOf = (user_name: string) =>
  target.db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'user_name', 'email', 'phone', 'locale'])
    .where('user_name', '=', user_name)
    .executeTakeFirstOrThrow();

/** Has made, or moved there, what is at most archived or marked deleted; the field and the reason of each. */
async function makeForGood(seat_id: string): Promise<[string, string[], string | number][]> {
  const account_id = harbor.id;
  const template_id = await sharedTemplate();
  const key = { common_name: 'Harbor CA', key_type: 'ec_p256' };
  const usage = { key_usage: ['digitalSignature'], purposes: ['server_auth'], key_types: ['ec_p256'], days: 90 };
  const role = { app_code: 'account_manager', permissions: ['view_account'], description: '' };
  const person = { email: 'quay@harbor.example', locale: 'en_US', access_scope: 'account' };
  const names = { first_name: 'Quay', last_name: 'Hale', user_name: 'quay' };
  const both = { primary_account_id: partner('nordmark-lb'), account_ids: [account_id] };
  const asked: [string, string, 'POST' | 'PUT', object][] = [
    ['authority', '/certificate-authority/api/v1/ca', 'POST', { ...key, name: 'Harbor CA', account_id }],
    ['profile', `${V1}/profile`, 'POST', { ...usage, name: 'Quay', account_id }],
    [
      'template',
      `${V1}/template`,
      'POST',
      { name: 'Quay', profile_id: template_id, seat_types: ['device'], account_id },
    ],
    ['role', `${V1}/role`, 'POST', { ...role, name: 'Quay', account_id }],
    ['person', `${V1}/user`, 'POST', { ...person, ...names, role_ids: [], ...both }],
    ['service user', `${V1}/service-user`, 'POST', { ...person, name: 'Quay', primary_account_id: account_id }],
    ['member', `${V1}/user/${target.userIds.get('cleo')}`, 'PUT', { ...(await namesOf('cleo')), ...both }],
    ['certificate', `${V1}/certificate`, 'POST', { seat_id, template_id, csr: A_REQUEST }],
    ['certificate of a person', `${V1}/user/${harbor.hugo}/client-auth-certificate`, 'POST', { csr: A_REQUEST }],
    ['departure', account('/departure'), 'POST', {}],
  ];
  const answers: [string, string[], string | number][] = [];
  for (const [what, path, method, body] of asked) {
    const answer = await target.call('ada', method, path, body);
    const { error } = answer.body;
    answers.push([what, Object.keys(error?.fields ?? {}), error?.status ?? answer.status]);
  }
  return answers;
}

test('nothing is made for it that is never deleted again; what can be, is in the way until it is', async () => {
  await giveSeats('umbra-trust');
  const id = await arrived();
  const seat = await target.call('ada', 'POST', `${V1}/seat`, {
    account_id: harbor.id,
    type: 'device',
    name: 'Gate',
    identifier: 'gate-7',
  });
  expect(seat.status).toBe(201);
  expect(await makeForGood(seat.body.id)).toEqual([
    ['authority', ['account_id'], UNCONFIRMED],
    ['profile', ['account_id'], UNCONFIRMED],
    ['template', ['account_id'], UNCONFIRMED],
    ['role', ['account_id'], UNCONFIRMED],
    ['person', ['account_ids'], UNCONFIRMED],
    ['service user', ['primary_account_id'], UNCONFIRMED],
    ['member', ['account_ids'], UNCONFIRMED],
    ['certificate', ['seat_id'], UNCONFIRMED],
    ['certificate of a person', [], UNCONFIRMED],
    ['departure', [], UNCONFIRMED],
  ]);
  // Who came with it is edited as ever.
  const hugo = await target.call('ada', 'PUT', `${V1}/user/${harbor.hugo}`, {
    ...(await namesOf('hugo')),
    role_ids: [],
    account_ids: [],
  });
  expect(hugo.status).toBe(200);
  expect((await act(id, 'undo')).status).toBe(200);
  await work(target, id);
  expect(await read(id)).toMatchObject({ failure: { status: 'MIGRATION_SINCE', params: { table: 'seat' } } });
  expect((await target.call('ada', 'DELETE', `/account/ui-api/v2/seat/${seat.body.id}`)).status).toBe(204);
  expect((await act(id, 'undo')).status).toBe(200);
  await work(target, id);
  expect(await read(id)).toMatchObject({ state: 'undone', failure: null });
});

test('switched on before it is confirmed it gets nobody by its provider', async () => {
  await giveSeats('umbra-trust');
  const id = await arrived();
  const email = 'quay@harbor.example';
  const created_at = target.clock.now();
  await target.db
    .updateTable('account')
    .set({ active: true, allow_user_creation_via_sso: true })
    .where('id', '=', harbor.id)
    .execute();
  const proved = { name: 'harbor.example', verified_at: created_at, verified_by: 'dns' } as const;
  await target.db.updateTable('account_email_domain').set(proved).where('account_id', '=', harbor.id).execute();
  const quay = { accountId: harbor.id, method: 'saml', name: 'Q', email, firstName: 'Quay', lastName: 'Hale' } as const;
  const whyNot = () => newcomers.whyNot(target.db, quay, created_at);
  expect(await whyNot()).toBe('not_allowed');
  await target.db.updateTable('account').set({ active: false }).where('id', '=', harbor.id).execute();
  expect((await act(id, 'confirm')).status).toBe(200);
  await target.db.updateTable('account').set({ active: true }).where('id', '=', harbor.id).execute();
  expect(await whyNot()).toBeNull();
});

test('once it is confirmed it gets licenses, packages and features', async () => {
  await giveSeats('umbra-trust');
  const id = await arrived();
  expect((await act(id, 'confirm')).status).toBe(200);
  expect(await whyNotGiven()).toEqual([null, null, null]);
  expect(await give(SEATS.limit)).toEqual([200, 200, 200]);
});

test('one that was given to another partner has its license from that one', async () => {
  await giveSeats('umbra-trust');
  const id = await arrived();
  await giveSeats('calder-identity');
  const given = { partner_account_id: partner('calder-identity') };
  expect((await target.call('ada', 'PUT', account('/partner'), given)).status).toBe(200);
  expect((await act(id, 'confirm')).status).toBe(200);
  expect(await seatsOf()).toEqual([{ held: '5', owner: partner('calder-identity') }]);
});

test('a partner that is not in service gets no customer: the account comes without, which is said', async () => {
  const off = `/account/ui-api/v1/account/${partner('umbra-trust')}/active`;
  expect((await target.call('ada', 'PUT', off, { active: false })).status).toBe(200);
  const id = await arrived();
  expect((await read(id)).left_behind).toContainEqual(expect.objectContaining({ kind: 'partner', count: 1 }));
  expect((await act(id, 'confirm')).status).toBe(200);
  expect((await target.call('ada', 'GET', account())).body.partner_account_id).toBe(null);
});
