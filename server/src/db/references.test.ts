import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../testing/database.ts';
import { FOLLOWERS } from './followers.ts';
import { openDatabase } from './open.ts';
import { TO_ACCOUNT, TO_ACCOUNT_UNCHECKED, TO_PERSON, TO_PERSON_UNCHECKED, type References } from './references.ts';

/** Columns of ids without a foreign key that name neither an account nor a person. */
const OTHER_IDS: string[] = [
  'license_move.operation_id',
  'audit_event.credential_id',
  'account_arrival.departure_id',
  'enrollment.mail_id',
];

/** Tables that have an owner otherwise than as rows of an account: by themselves, their people, or as sums. */
const OTHER_OWNED = ['account', 'user_role', 'search_entry', 'row_count', 'row_count_delta'];

const OF_AUTHORITIES = 'a platform has few authorities';
const OF_MOVES = 'an account moves once, if at all';
/** Keys without an index of their own: of tables that stay so small that all of them is read faster. */
const UNINDEXED: Record<string, string> = {
  'account_arrival.made_by': OF_MOVES,
  'account_departure.made_by': OF_MOVES,
  'audit_receiver.updated_by': 'a platform has few receivers of its log',
  'certificate_authority.certificate_id': OF_AUTHORITIES,
  'certificate_authority.issuer_id': OF_AUTHORITIES,
  'certificate_authority.replaces_id': OF_AUTHORITIES,
  'certificate_authority.updated_by': OF_AUTHORITIES,
  'certificate_template.authority_id': 'an authority is hardly ever deleted',
  'client_auth_server.certificate_id': 'the platform has one listener for certificates',
  'ocsp_responder.certificate_id': OF_AUTHORITIES,
  'user_code.certificate_id': 'a code is good for minutes',
};

let database: TestDatabase;
let pool: Pool;
let close: () => Promise<void>;
beforeAll(async () => {
  database = await createDatabase();
  ({ pool, close } = openDatabase(database.connection, 1));
});
afterAll(async () => {
  await close();
  await database.drop();
});

const names = (references: References): string[] => Object.keys(references).toSorted();
const columns = async (query: string): Promise<string[]> =>
  (await pool.query<{ column: string }>(query)).rows.map(({ column }) => column).toSorted();

/** `table.column` of the foreign keys that refer to a table. */
const referringTo = (table: string): Promise<string[]> =>
  columns(`
    select t.relname || '.' || a.attname as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = '${table}'::regclass`);

test('the deletion of an account has a consequence for every foreign key to it, and for nothing else', async () => {
  expect(names(TO_ACCOUNT)).toEqual(await referringTo('account'));
});

test('the deletion of a person has a consequence for every foreign key to it, and for nothing else', async () => {
  expect(names(TO_PERSON)).toEqual(await referringTo('app_user'));
});

test('an id without a foreign key is said to be of an account or a person, or of something else', async () => {
  const loose = await columns(`
    select t.relname || '.' || a.attname as column
    from pg_class t join pg_namespace n on n.oid = t.relnamespace join pg_attribute a on a.attrelid = t.oid
    where n.nspname = 'public' and t.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'uuid'::regtype and a.attname <> 'id'
      and not exists (
        select from pg_constraint c where c.conrelid = t.oid and c.contype = 'f' and a.attnum = any(c.conkey))`);
  const declared = [...names(TO_ACCOUNT_UNCHECKED), ...names(TO_PERSON_UNCHECKED), ...OTHER_IDS];
  expect(loose.filter((column) => !declared.includes(column))).toEqual([]);
  const checked = [...(await referringTo('account')), ...(await referringTo('app_user'))];
  expect(declared.filter((column) => checked.includes(column))).toEqual([]);
});

test('all that follows the owner of its account is brought along when that changes', async () => {
  const owned = await columns(`select table_name || '' as column from information_schema.columns
    natural join information_schema.tables
    where table_schema = 'public' and column_name = 'owner_account_id' and table_type = 'BASE TABLE'`);
  const followers = FOLLOWERS.map((name) => name.split('.')[0] ?? '');
  expect(owned).toEqual([...followers, ...OTHER_OWNED].toSorted());
});

test('each key has an index by which the rows are found that refer to what is deleted', async () => {
  const unindexed = await columns(`
    select t.relname || '.' || a.attname as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and n.nspname = 'public' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indisvalid and i.indkey[0] = a.attnum
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`);
  expect(unindexed).toEqual(Object.keys(UNINDEXED).toSorted());
});
