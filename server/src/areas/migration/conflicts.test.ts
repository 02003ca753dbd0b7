/** A target that has names, domains and rows of an account already, or no license for it. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Conflict } from '@signet/contract/areas/migration';
import { newId } from '../../ids.ts';
import { everyFeature } from '../../license/features.ts';
import { allocate } from '../../license-ledger/allocate-store.ts';
import { countUncounted } from '../../license-ledger/uncounted-store.ts';
import type { Answer, TestApp } from '../../testing/app.ts';
import { issueFor } from '../../testing/authorities.ts';
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
import { syncPools } from '../../testing/sync-pools.ts';

let source: TestApp;
let target: TestApp;
let harbor: Harbor;
beforeEach(async () => {
  ({ source, target, harbor } = await openMove());
});
afterEach(() => Promise.all([source.close(), target.close()]));

async function rehearsed(): Promise<Answer['body']> {
  await sql`update account_departure set state = 'revoked'`.execute(source.db);
  const { id, code } = await depart(source, harbor.id);
  return receiveFile(target, await fileOf(source, id), code);
}
const read = async (id: string): Promise<Answer['body']> => (await target.call('ada', 'GET', at(id))).body;
const choose = (id: string, choices: object): Promise<Answer> =>
  target.call('ada', 'PUT', at(id, 'choice'), { choices });
const migrate = (id: string): Promise<Answer> =>
  target.call('ada', 'POST', MIGRATE, { account_identifier: 'harbor', migration_id: id });
const kinds = (conflicts: Conflict[]): string[] => [...new Set(conflicts.map(({ kind }) => kind))];
const keyOf = (conflicts: Conflict[], kind: string): string => conflicts.find((one) => one.kind === kind)?.key ?? '';

test('names that are taken are given anew or left out, with all that hangs on them', async () => {
  const nordmark = target.accountIds.get('nordmark-lb') ?? '';
  await sql`update account set friendly_identifier = 'HARBOR' where id = ${nordmark}`.execute(target.db);
  await sql`update app_user set user_name = 'Harriet' where user_name = 'cleo'`.execute(target.db);
  await sql`update app_user set user_name = 'hugo' where user_name = 'carl'`.execute(target.db);
  await sql`update app_user set user_name = 'İlker' where user_name = 'emil'`.execute(target.db);
  await sql`insert into account_email_domain (account_id, name, verified_at, verified_by, proof, created_at)
    values (${nordmark}, 'harbor.example', now(), 'dns', 'q', now())`.execute(target.db);
  await sql`insert into role (id, app_code, name, permissions, predefined, created_at)
    values (${newId()}, 'account_manager', 'Less', '{manage_account}', false, now())`.execute(target.db);
  const arrival = await rehearsed();
  expect(kinds(arrival.conflicts)).toEqual(['identifier', 'user_name', 'domain']);
  expect((await migrate(arrival.id)).body.error).toMatchObject({
    status: 'MIGRATION_UNRESOLVED',
    params: { count: 4 },
  });

  const of = (name: string): string => arrival.conflicts.find((one: Conflict) => one.name === name)?.key ?? '';
  const taken = { [of('harbor')]: { way: 'rename', value: 'orsini-custody' } };
  expect((await choose(arrival.id, taken)).body.error.status).toBe('MIGRATION_VALUE_TAKEN');
  const cased = { [of('hugo')]: { way: 'rename', value: 'İlker' } };
  expect((await choose(arrival.id, cased)).body.error?.status).toBe('MIGRATION_VALUE_TAKEN');
  const choices = {
    [of('harbor')]: { way: 'rename', value: 'harbor-insurance' },
    [of('harriet')]: { way: 'rename', value: 'harriet.hale' },
    [of('hugo')]: { way: 'leave_out' },
    [keyOf(arrival.conflicts, 'domain')]: { way: 'leave_out' },
  };
  expect((await choose(arrival.id, choices)).status).toBe(200);
  expect((await migrate(arrival.id)).status).toBe(201);
  await work(target, arrival.id);
  const { state, report } = await read(arrival.id);
  expect({ state, same: report.same }).toEqual({ state: 'arrived', same: true });
  const table = (name: string) => report.tables.find((one: { table: string }) => one.table === name);
  expect(table('app_user')).toMatchObject({ came: 3, left_out: 1, arrived: 2 });
  expect(table('user_role')).toMatchObject({ left_out: 1 });
  expect(table('account_email_domain')).toMatchObject({ came: 1, left_out: 1, arrived: 0 });
  const { rows } = await sql<{ name: string }>`select user_name as name from app_user u
    join user_account m on m.user_id = u.id where m.account_id = ${harbor.id} order by 1`.execute(target.db);
  expect(rows.map(({ name }) => name)).toEqual(['harbor-robot', 'harriet.hale']);
  const account = await target.db.selectFrom('account').selectAll().where('id', '=', harbor.id).executeTakeFirst();
  expect(account?.friendly_identifier).toBe('harbor-insurance');
});

test('what one person has chosen stays when another one chooses about the rest', async () => {
  await sql`update app_user set user_name = 'Harriet' where user_name = 'cleo'`.execute(target.db);
  await sql`update app_user set user_name = 'hugo' where user_name = 'carl'`.execute(target.db);
  const { id, conflicts } = await rehearsed();
  const of = (name: string): string => conflicts.find((one: Conflict) => one.name === name)?.key ?? '';
  const [harriet, hugo] = [of('harriet'), of('hugo')];
  const chosen = (body: Answer['body']) => body.conflicts.map(({ name, choice }: Conflict) => [name, choice]);
  const renamed = { way: 'rename', value: 'harriet.hale' };
  expect((await choose(id, { [harriet]: renamed })).status).toBe(200);
  const both = await choose(id, { [hugo]: { way: 'leave_out' } });
  expect(chosen(both.body)).toEqual([
    ['harriet', renamed],
    ['hugo', { way: 'leave_out' }],
  ]);
  // A name that another one has given is taken.
  expect((await choose(id, { [hugo]: renamed })).body.error.status).toBe('MIGRATION_VALUE_TAKEN');
  expect(chosen((await choose(id, { [harriet]: null })).body)).toEqual([
    ['harriet', null],
    ['hugo', { way: 'leave_out' }],
  ]);
  const stored = await target.db.selectFrom('account_arrival').select('choices').where('id', '=', id).execute();
  expect(stored).toEqual([{ choices: { [hugo]: { way: 'leave_out' } } }]);
});

test('a choice about no conflict, or that is no way out, is refused under its key, and none is kept', async () => {
  await sql`update account set friendly_identifier = 'HARBOR' where friendly_identifier = 'nordmark-lb'`.execute(
    target.db,
  );
  await sql`update app_user set user_name = 'hugo' where user_name = 'carl'`.execute(target.db);
  const { id, conflicts } = await rehearsed();
  const [identifier, hugo] = [keyOf(conflicts, 'identifier'), keyOf(conflicts, 'user_name')];
  const leaveOut = { way: 'leave_out' };
  const refused = async (choices: object) => {
    const { status, body } = await choose(id, choices);
    return [status, Object.entries<{ status: string }>(body.error.fields).map(([field, one]) => [field, one.status])];
  };
  const unknown = `choices.${hugo}x`;
  expect(await refused({ [hugo]: leaveOut, [`${hugo}x`]: leaveOut })).toEqual([400, [[unknown, 'UNKNOWN_FIELD']]]);
  expect(await refused({ [`${hugo}x`]: null })).toEqual([400, [[unknown, 'UNKNOWN_FIELD']]]);
  expect(await refused({ [identifier]: leaveOut })).toEqual([400, [[`choices.${identifier}`, 'INVALID_INPUT']]]);
  // What one kind of thing may be called another one may not.
  const called = (value: string) => ({ way: 'rename', value });
  const asUserName = [400, [[`choices.${identifier}`, 'INVALID_IDENTIFIER']]];
  expect(await refused({ [identifier]: called('müller@harbor') })).toEqual(asUserName);
  expect(await refused({ [hugo]: called('...') })).toEqual([400, [[`choices.${hugo}`, 'INVALID_USER_NAME']]]);
  expect((await read(id)).conflicts.map(({ choice }: Conflict) => choice)).toEqual([null, null]);
  // What was shown in the way and is free by now needs no choice, and refuses none.
  await sql`update app_user set user_name = 'carl' where user_name = 'hugo'`.execute(target.db);
  const { status, body } = await choose(id, { [hugo]: leaveOut });
  expect([status, kinds(body.conflicts)]).toEqual([200, ['identifier']]);
});

test('a platform that has the account already refuses it, as often as it comes', async () => {
  const first = await rehearsed();
  const twice = await rehearsed();
  expect((await migrate(first.id)).status).toBe(201);
  expect((await migrate(first.id)).status).toBe(409);
  await work(target, first.id);
  // The other one was rehearsed before: it is judged anew.
  expect((await migrate(twice.id)).body.error.status).toBe('MIGRATION_UNRESOLVED');
  const third = await rehearsed();
  expect(kinds(third.conflicts)).toContain('here');
  expect(third.conflicts.find(({ kind }: Conflict) => kind === 'here').ways).toEqual([]);
});

test('a conflict that came up since the check is kept, to be settled before the run and after a stop', async () => {
  const arrival = await rehearsed();
  expect(arrival.conflicts).toEqual([]);
  const made = await target.call('ada', 'POST', '/account/ui-api/v1/account', {
    name: 'Harbor Bank',
    friendly_identifier: 'harbor',
    service_period: { from: '2026-11-21', to: '2027-11-20' },
    locale: 'en_US',
    organization: { name: 'Harbor Bank' },
  });
  expect(made.status).toBe(201);
  expect((await migrate(arrival.id)).body.error.status).toBe('MIGRATION_UNRESOLVED');
  const before = await read(arrival.id);
  expect([before.state, kinds(before.conflicts)]).toEqual(['rehearsed', ['identifier']]);
  const renamed = { [keyOf(before.conflicts, 'identifier')]: { way: 'rename', value: 'harbor-insurance' } };
  expect((await choose(arrival.id, renamed)).status).toBe(200);
  expect((await migrate(arrival.id)).status).toBe(201);

  // A name goes while it runs.
  await sql`update app_user set user_name = 'hugo' where user_name = 'carl'`.execute(target.db);
  await work(target, arrival.id);
  expect(await read(arrival.id)).toMatchObject({ state: 'stopped', failure: { status: 'MIGRATION_VALUE_TAKEN' } });
  const again = () => target.call('ada', 'PUT', at(arrival.id, 'again'));
  expect((await again()).body.error.status).toBe('MIGRATION_UNRESOLVED');
  const stopped = await read(arrival.id);
  expect([stopped.state, kinds(stopped.conflicts)]).toEqual(['stopped', ['user_name']]);
  const leftOut = { [keyOf(stopped.conflicts, 'user_name')]: { way: 'leave_out' } };
  expect((await choose(arrival.id, leftOut)).status).toBe(200);
  expect((await again()).status).toBe(200);
  await work(target, arrival.id);
  expect(await read(arrival.id)).toMatchObject({ state: 'arrived', failure: null, report: { same: true } });
});

test('nobody gives what they do not hold: roles and OAuth clients with more are left out', async () => {
  await sql`with less as (
      insert into role (id, app_code, name, permissions, predefined, created_at)
      values (${newId()}, 'account_manager', 'Mover', '{manage_account,view_account}', false, now()) returning id),
    given as (insert into user_role (user_id, role_id) select ${target.userIds.get('emil')}::uuid, id from less)
    update app_user set access_scope = 'system' where id = ${target.userIds.get('emil')}`.execute(target.db);
  await sql`update oauth_client set scopes = '{openid,view_account,manage_ca}'`.execute(source.db);
  const arrival = await rehearsed();
  // Ada holds everything.
  expect(kinds(arrival.conflicts)).toEqual([]);
  const chosen = (choices: object): Promise<Answer> =>
    target.call('emil', 'PUT', at(arrival.id, 'choice'), { choices });
  const { body } = await chosen({});
  expect(body.conflicts.map(({ kind, name }: Conflict) => [kind, name])).toEqual([
    ['permissions', 'Account administrator'],
    ['permissions', 'Harbor desk'],
    ['scopes', 'Harbor'],
  ]);
  expect(body.conflicts.at(-1).params).toEqual({ permissions: 'manage_ca' });
  expect((await migrate(arrival.id)).status).toBe(201);
});

test('a license that is used up keeps the account out; an allocation that is not left can be left out', async () => {
  const allocation = {
    account: { id: harbor.id, partner_account_id: null, type: 'standard' as const },
    app: 'enterprise_manager' as const,
    generation: 'v2' as const,
    rows: [{ name: 'seat_units', limit: 5, old_limit: 0, reset: false }],
    scope: 'system' as const,
  };
  const by = { id: source.userIds.get('ada') ?? '', name: 'Ada' };
  await source.db
    .transaction()
    .execute((tx) => allocate(tx, allocation, { operationId: newId(), by, now: source.clock.now() }));
  await syncPools(target.db, everyFeature(3), target.clock.now());
  await countUncounted(target.db, target.clock.now());
  const arrival = await rehearsed();
  expect(kinds(arrival.conflicts)).toEqual(['license', 'used_up']);
  expect(arrival.conflicts[0]).toMatchObject({ name: 'seat_units', params: { needed: 5, left: 3 } });
  const leftOut = { [keyOf(arrival.conflicts, 'license')]: { way: 'leave_out' } };
  expect((await choose(arrival.id, leftOut)).status).toBe(200);
  // People for whom there is no room stay out, whatever is chosen.
  expect((await migrate(arrival.id)).body.error.status).toBe('MIGRATION_UNRESOLVED');
  expect(await target.db.selectFrom('account').select('id').where('id', '=', harbor.id).execute()).toEqual([]);

  await syncPools(target.db, everyFeature(100), target.clock.now());
  expect((await choose(arrival.id, {})).body.conflicts).toEqual([]);
  await migrate(arrival.id);
  await work(target, arrival.id);
  // Somebody else has used it up meanwhile: it can't be confirmed, and can still be undone.
  const { rows: partners } = await sql<{ id: string }>`select id from account where type = 'partner'
    and deleted_at is null limit 1`.execute(target.db);
  const toPartner = {
    ...allocation,
    account: { id: partners[0]?.id ?? '', partner_account_id: null, type: 'partner' as const },
    rows: [{ name: 'seat_units', limit: 97, old_limit: 0, reset: false }],
  };
  const ada = { id: target.userIds.get('ada') ?? '', name: 'Ada' };
  await target.db
    .transaction()
    .execute((tx) => allocate(tx, toPartner, { operationId: newId(), by: ada, now: target.clock.now() }));
  const tooLate = await target.call('ada', 'PUT', at(arrival.id, 'confirm'));
  expect(tooLate).toMatchObject({ status: 409, body: { error: { status: 'MIGRATION_UNRESOLVED' } } });
  // What is short is kept, so that the allocation could still be left out.
  const { state, conflicts } = await read(arrival.id);
  expect([state, conflicts]).toEqual(['arrived', [expect.objectContaining({ kind: 'license', ways: ['leave_out'] })]]);
  await syncPools(target.db, everyFeature(200), target.clock.now());
  expect((await target.call('ada', 'PUT', at(arrival.id, 'confirm'))).status).toBe(200);
  const { rows } = await sql<{ held: string }>`select held::text from license_pool
    where account_id = ${harbor.id} and feature = 'seat_units'`.execute(target.db);
  expect(rows).toEqual([{ held: '5' }]);
});

/** A certificate of a seat of Harbor that is renewed: both are good, and have one place. */
async function renewedCertificate(): Promise<void> {
  const { db, clock } = source;
  const belongsTo = { accountId: harbor.id };
  const old = await issueFor(source, { common_name: 'Gate', belongsTo });
  const made = await issueFor(source, { common_name: 'Gate', belongsTo });
  await sql`update certificate set seat_id = (select id from seat where account_id = ${harbor.id})
    where id in (${old.id}, ${made.id})`.execute(db);
  for (const [certificate_id, renews] of [
    [old.id, null],
    [made.id, old.id],
  ] as const)
    await sql`insert into enrollment (id, account_id, seat_id, template_id, name, email, locale, keystore_location,
        enrollment_method, stage, code_hash, certificate_id, renews, sent_at, expires_at, created_at, updated_at)
      select ${newId()}, account_id, seat_id, template_id, name, email, locale, keystore_location, enrollment_method,
        'redeemed', ${newId()}, ${certificate_id}, ${renews}::uuid, sent_at, expires_at, ${clock.now()}, ${clock.now()}
      from enrollment where account_id = ${harbor.id} and stage = 'invited'`.execute(db);
}

test('a certificate that was renewed needs one place with the one that renews it, and takes one', async () => {
  const withCertificates = (quantity: number) =>
    syncPools(
      target.db,
      everyFeature(100).map(({ app_code, features }) => ({
        app_code,
        features: features.map((one) => (/^certificate(s|_units)$/.test(one.name) ? { ...one, quantity } : one)),
      })),
      target.clock.now(),
    );
  await renewedCertificate();
  await withCertificates(0);
  const arrival = await rehearsed();
  expect(arrival.conflicts).toMatchObject([{ kind: 'used_up', name: 'certificates', params: { needed: 1, left: 0 } }]);
  await withCertificates(1);
  expect((await choose(arrival.id, {})).body.conflicts).toEqual([]);
  expect((await migrate(arrival.id)).status).toBe(201);
  await work(target, arrival.id);
  expect((await target.call('ada', 'PUT', at(arrival.id, 'confirm'))).status).toBe(200);
  await countUncounted(target.db, target.clock.now());
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from license_use
    where subject_kind = 'certificate' and account_id = ${harbor.id}`.execute(target.db);
  expect(rows).toEqual([{ used: 1 }]);
});

test('undo refuses an account that was switched on, or that something else belongs to by now', async () => {
  const arrival = await rehearsed();
  await migrate(arrival.id);
  await work(target, arrival.id);
  await target.call('ada', 'PUT', `/account/ui-api/v1/account/${harbor.id}/active`, { active: true });
  expect((await target.call('ada', 'PUT', at(arrival.id, 'undo'))).body.error.status).toBe('MIGRATION_SWITCHED_ON');
  await target.call('ada', 'PUT', `/account/ui-api/v1/account/${harbor.id}/active`, { active: false });
  const made = await target.call('ada', 'POST', `/account/ui-api/v1/account/${harbor.id}/organization`, {
    name: 'Added since',
    country: 'DE',
  });
  const stamps = { created_at: target.clock.now(), updated_at: target.clock.now() };
  if (made.status !== 201)
    await target.db
      .insertInto('organization')
      .values({ ...stamps, id: newId(), account_id: harbor.id, name: 'Added since', country: 'DE' })
      .execute();
  expect((await target.call('ada', 'PUT', at(arrival.id, 'undo'))).status).toBe(200);
  await work(target, arrival.id);
  expect(await read(arrival.id)).toMatchObject({
    state: 'stopped',
    failure: { status: 'MIGRATION_SINCE', params: { table: 'organization' } },
  });
  // Once that is gone, the way back is open again.
  await sql`delete from organization where name = 'Added since'`.execute(target.db);
  expect((await target.call('ada', 'PUT', at(arrival.id, 'undo'))).status).toBe(200);
  await work(target, arrival.id);
  expect((await read(arrival.id)).state).toBe('undone');
});
