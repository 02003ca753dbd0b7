/** What the database refuses of the books of licenses, whoever writes: each rule by a statement that breaks it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { giveLicense } from '../testing/licenses.ts';

const APP = 'ca_manager';
const TABLES = ['pool', 'slot', 'move', 'entry', 'operation', 'use'].map((name) => `license_${name}`);
TABLES.push('account_license');

/** Umbra has 500 certificates of the platform, and was told so by an operation. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await app.pool.query(`insert into account_license select id, '${APP}', 'v1' from account
      where friendly_identifier = 'umbra-trust';
    insert into license_operation select gen_random_uuid(), id, '${APP}', '\\x00', now() from account
      where friendly_identifier = 'umbra-trust';
    ${use({})}`);
});
afterAll(() => app.close());

const ACCOUNT = `(select id from account where friendly_identifier = 'umbra-trust')`;
const NOBODY = `gen_random_uuid()`;
const pool = (kind: string) => `(select id from license_pool
  where kind = '${kind}' and app_code = '${APP}' and feature = 'certificates')`;
const OWN = pool('account');
/** The move that gave Umbra its 500, and the newest entry of Umbra's pool. */
const MOVE = `(select id from license_move where pool_id = ${OWN})`;
const entry = (of: { move?: string; pool?: string; version?: string; delta?: number; held_after?: string }): string => {
  const { move = MOVE, pool: to = OWN, version = '2', delta = 5, held_after = `500 + ${delta}` } = of;
  return `insert into license_entry (move_id, pool_id, version, delta, held_before, held_after, handed_on, at)
    values (${move}, ${to}, ${version}, ${delta}, 500, ${held_after}, 0, now())`;
};
type NewPool = { kind?: string; account?: string; owner?: string; feature?: string; generation?: string };
const insertPool = ({ kind, account, owner, feature, generation }: NewPool, more = '', values = ''): string =>
  `insert into license_pool (id, kind, account_id, app_code, feature, generation, owner_pool_id ${more})
    values (${NOBODY}, '${kind ?? 'platform'}', ${account ?? 'null'}, '${APP}', '${feature ?? 'moons'}',
      '${generation ?? 'v1'}', ${owner ?? pool('issuer')} ${values})`;
function use({
  of = OWN,
  account = ACCOUNT,
  quantity = 1,
  id = `'00000000-0000-4000-8000-000000000001'::uuid`,
}): string {
  return `insert into license_use (id, pool_id, slot, account_id, subject_kind, subject_id, quantity, used_at)
    values (${id}, ${of}, 0, ${account}, 'thing', '00000000-0000-4000-8000-000000000002', ${quantity}, now())`;
}
const move = (of: { id?: string; kind?: string; pool?: string; actor?: string }): string =>
  `insert into license_move
    (id, operation_id, at, kind, pool_id, limit_before, limit_after, used_before, used_after, actor_id)
    values (${of.id ?? NOBODY}, ${NOBODY}, now(), '${of.kind ?? 'allocate'}', ${of.pool ?? OWN}, 0, 0, 0, 0,
      ${of.actor ?? 'null'})`;
const slot = (to: string, number: number, share = 0, used = 0): string =>
  `insert into license_slot (pool_id, slot, share, used) values (${to}, ${number}, ${share}, ${used})`;
const ADDED_TO = /only ever added to/;

/** A statement that breaks the rule, and what it is refused with where that is not the name of the rule. */
const BREACHES: Record<string, string | [statement: string, message: RegExp]> = {
  license_pool_kind_check: insertPool({ kind: 'gift' }),
  license_pool_generation_check: insertPool({ generation: 'v3' }),
  license_pool_check: insertPool({ kind: 'account' }),
  license_pool_check1: insertPool({ kind: 'issuer' }),
  license_pool_check2: insertPool({}, ', held', ', -1'),
  license_pool_handed_on_check: insertPool({}, ', handed_on', ', -1'),
  license_pool_pkey: `update license_pool set id = ${pool('issuer')} where id = ${OWN}`,
  license_pool_holder: insertPool({ feature: 'certificates' }),
  license_pool_account_id_fkey: insertPool({ kind: 'account', account: NOBODY }),
  license_pool_owner_pool_id_fkey: insertPool({ owner: NOBODY }),
  license_slot_slot_check: slot(OWN, -1),
  license_slot_share_check: slot(OWN, 99, -1),
  license_slot_used_check: slot(OWN, 99, 0, -1),
  license_slot_pkey: slot(OWN, 0),
  license_slot_pool_id_fkey: slot(NOBODY, 0),
  license_move_kind_check: move({ kind: 'gift' }),
  license_move_pkey: move({ id: MOVE }),
  license_move_pool_id_fkey: move({ pool: NOBODY }),
  license_move_actor_id_fkey: move({ actor: NOBODY }),
  license_entry_version_check: entry({ version: '0' }),
  license_entry_delta_check: entry({ delta: 0 }),
  license_entry_check: entry({ held_after: '500' }),
  license_entry_pkey: entry({ version: '1' }),
  license_entry_move_id_fkey: entry({ move: NOBODY }),
  license_entry_pool_id_fkey: entry({ pool: NOBODY }),
  license_operation_pkey: 'insert into license_operation select * from license_operation',
  license_operation_account_id_fkey: `update license_operation set account_id = ${NOBODY}`,
  license_use_quantity_check: use({ quantity: 0, id: NOBODY }),
  license_use_pkey: use({ of: pool('platform') }),
  license_use_subject: use({ id: NOBODY }),
  license_use_pool_id_fkey: use({ of: NOBODY, id: NOBODY }),
  license_use_account_id_fkey: use({ of: pool('platform'), account: NOBODY, id: NOBODY }),
  account_license_pkey: 'insert into account_license select * from account_license',
  account_license_account_id_fkey: `update account_license set account_id = ${NOBODY}`,
  account_license_feature_version_check: `update account_license set feature_version = 'v3'`,
  license_move_stays: [`update license_move set actor_name = 'Nobody' where id = ${MOVE}`, ADDED_TO],
  license_entry_stays: [`delete from license_entry where pool_id = ${OWN}`, ADDED_TO],
  license_pool_stays: [`${insertPool({})}; delete from license_pool where feature = 'moons'`, ADDED_TO],
  license_entry_is_not_emptied: ['truncate license_entry', ADDED_TO],
  // Emptying the moves empties their entries too, which refuse by themselves.
  license_move_is_not_emptied: [
    `alter table license_entry disable trigger license_entry_is_not_emptied; truncate license_move cascade`,
    ADDED_TO,
  ],
  license_entry_balances: [entry({}), /^The entries of license move .* add up to 5\.$/],
  license_pool_balances: [`update license_pool set version = 9 where id = ${OWN}`, /its newest entry says 500 and 0/],
  license_slot_shared: [
    `update license_slot set share = share + 1 where pool_id = ${OWN} and slot = 0`,
    /^The slots of/,
  ],
  license_slot_holds: [
    `update license_slot set used = share + 1 where pool_id = ${OWN} and slot = 0`,
    /^Nothing is left/,
  ],
};

/** It refuses nothing, and keeps what a pool has handed on: without it the license of Umbra would not balance. */
const KEEPS = 'license_pool_hand_on';

/** The rules of the tables, as the database has them. */
async function rules(): Promise<string[]> {
  const { rows } = await app.pool.query(
    `with ledger as (select unnest($1::text[])::regclass::oid as id)
      select conname::text as name from pg_constraint join ledger on conrelid = id where contype in ('c', 'f', 'p', 'u')
      union select tgname from pg_trigger join ledger on tgrelid = id where not tgisinternal
      union select indexrelid::regclass::text from pg_index join ledger on indrelid = id where indisunique`,
    [TABLES],
  );
  return rows.map(({ name }: { name: string }) => name).toSorted();
}

test('every rule of the database has a statement that breaks it', async () => {
  expect(Object.keys(BREACHES).toSorted()).toEqual((await rules()).filter((name) => name !== KEEPS));
});

/** The rule by which the database refuses a statement, else its words; null where it does not. */
const refusal = (statement: string): Promise<string | null> =>
  app.pool.query(statement).then(
    () => null,
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );

test.each(Object.entries(BREACHES))('%s refuses', async (name, breach) => {
  const [statement, message] = typeof breach === 'string' ? [breach, new RegExp(`^${name}$`)] : breach;
  expect(await refusal(statement)).toMatch(message);
});

test('what a pool has handed on follows what stands below it, without anybody’s doing', async () => {
  const { rows } = await app.pool.query(`select handed_on::int from license_pool where id = ${pool('platform')}`);
  expect(rows).toEqual([{ handed_on: 500 }]);
});

test('an entry that leaves a gap, or begins elsewhere than the one before ended, is refused', async () => {
  const both = (version: string) =>
    `${entry({ version })}; ${entry({ pool: pool('issuer'), version: '99', delta: -5 })}`;
  for (const version of ['2', '3']) expect(await refusal(both(version))).toMatch(/does not follow on/);
});
