/** Brings the prepared rows, batch by batch, and takes them away again. */
import { Problem } from '@signet/contract/problem';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { TO_ACCOUNT, TO_PERSON, type References } from '../db/references.ts';
import { inSlices, SLICE } from '../db/slices.ts';
import { forgetUses } from '../license-ledger/unshown-store.ts';
import type { StoredArrival } from './arrival-store.ts';
import { cameTo } from './conflict-store.ts';
import { MOVED, type MovedTable } from './moved-store.ts';
import { isSame, movedColumns, writeAlike, type MovedColumn } from './row-store.ts';
import type { Progress } from './tables.ts';

const BATCH = 500;

/** A column of a prepared row, as its type; `r` is the alias of the row. Types are of this database, not of a file. */
const valueOf = ({ name, type }: MovedColumn): RawBuilder<unknown> => sql`(r."row"->>${name})::${sql.raw(type)}`;

const isLate = ({ late = [] }: MovedTable, name: string): boolean => late.includes(name);

/** The columns of the table that the file has too; one that an older source does not know keeps its default. */
async function comingColumns(tx: Db, arrival: StoredArrival, table: MovedTable): Promise<MovedColumn[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`select r."row" from account_arrival_row r
    where ${cameTo(arrival, table.name)} and r."row" is not null limit 1`.execute(tx);
  const names = rows[0]?.row ?? {};
  return (await movedColumns(tx, table)).filter(({ name }) => Object.hasOwn(names, name));
}

/**
 * Brings the next batch; null once everything is here. How many rows are here is added up: to count them with each
 * batch would take as long as to bring them.
 */
export async function bringBatch(tx: Db, arrival: StoredArrival): Promise<Progress | null> {
  await writeAlike(tx);
  for (const table of MOVED) {
    const { rows } = await sql<{ position: number }>`select r.position from account_arrival_row r
      where ${cameTo(arrival, table.name)} and r.state is null order by r.position limit ${BATCH}`.execute(tx);
    if (rows.length === 0) continue;
    await bring(
      tx,
      arrival,
      table,
      rows.map(({ position }) => position),
    );
    return { ...arrival.progress, table: table.name, done: arrival.progress.done + rows.length };
  }
  return null;
}

async function bring(tx: Db, arrival: StoredArrival, table: MovedTable, positions: readonly number[]): Promise<void> {
  const columns = (await comingColumns(tx, arrival, table)).filter(({ name }) => !isLate(table, name));
  const which = sql<boolean>`${cameTo(arrival, table.name)} and r.position = any(${[...positions]}::int[])`;
  await sql`insert into ${sql.table(table.name)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(columns.map(valueOf))} from account_arrival_row r where ${which} order by r.position`.execute(tx);
  await sql`update account_arrival_row r set state = 'arrived' where ${which}`.execute(tx);
}

/** How many rows are here, of all that come. */
export async function countProgress(tx: Db, arrival: StoredArrival): Promise<Progress> {
  const { rows } = await sql<{ done: number; total: number }>`
    select (count(*) filter (where state = 'arrived'))::int as done,
      (count(*) filter (where state is distinct from 'left_out'))::int as total
    from account_arrival_row where arrival_id = ${arrival.id}`.execute(tx);
  return { table: null, done: rows[0]?.done ?? 0, total: rows[0]?.total ?? 0 };
}

/**
 * Changes the rows of a table that are here, slice by slice: one statement for a large account would run for too long.
 * `change` is the statement that does so for some rows `r`. The last rows come first: others may refer to the first.
 */
async function eachSlice(
  tx: Db,
  arrival: StoredArrival,
  { name }: MovedTable,
  change: (some: RawBuilder<boolean>) => RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`
    select max(r.position) as last from account_arrival_row r where ${cameTo(arrival, name)}`.execute(tx);
  for (let end = (rows[0]?.last ?? -1) + 1; end > 0; end -= SLICE)
    await change(sql<boolean>`${cameTo(arrival, name)} and r.state = 'arrived'
      and r.position >= ${end - SLICE}::int and r.position < ${end}::int`).execute(tx);
}

/** Columns that could not be filled before all rows were here. */
export async function fillLate(tx: Db, arrival: StoredArrival): Promise<void> {
  for (const table of MOVED) {
    const columns = (await comingColumns(tx, arrival, table)).filter(({ name }) => isLate(table, name));
    for (const column of columns)
      await eachSlice(
        tx,
        arrival,
        table,
        (some) => sql`update ${sql.table(table.name)} t set ${sql.ref(column.name)} = ${valueOf(column)}
          from account_arrival_row r
          where ${some} and ${isSame(table)} and r."row"->>${column.name} is not null
            and ${sql.ref(`t.${column.name}`)} is distinct from ${valueOf(column)}`,
      );
  }
}

/**
 * Takes away exactly what came, and what triggers made of it. Throws MIGRATION_SWITCHED_ON where the account is in
 * service by now, and MIGRATION_SINCE where something refers to it that did not come.
 */
export async function takeAway(tx: Db, arrival: StoredArrival): Promise<void> {
  const { account_id: account } = arrival;
  if (account === null) return;
  const { rows } = await sql<{ active: boolean }>`
    select active from account where id = ${account} for update`.execute(tx);
  if (rows[0]?.active) throw new Problem('MIGRATION_SWITCHED_ON');
  // What was counted meanwhile is given back as it would be of a deleted account; nothing was allocated: whyNotGive.
  await forgetUses(tx, account);
  const people = sql`(select r.row_key::uuid from account_arrival_row r
    where ${cameTo(arrival, 'app_user')} and r.state = 'arrived')`;
  for (const table of MOVED.toReversed()) {
    if (table.name === 'role') {
      await removeFollowers(tx, TO_PERSON, people);
      await removeTraces(tx, arrival, table);
    }
    if (table.name === 'account') {
      await removeFollowers(tx, TO_ACCOUNT, sql`(${account}::uuid)`);
      await sql`delete from feature_flag_past where key = ${account}::text`.execute(tx);
    }
    const { name } = table;
    await eachSlice(
      tx,
      arrival,
      table,
      (some) => sql`delete from ${sql.table(name)} t using account_arrival_row r where ${some} and ${isSame(table)}`,
    );
    // Rows of the same table refer to each other, and people to what is gone by then.
    if (table.name === 'user_account') await forgetStamps(tx, arrival);
  }
}

/** Who saved what: the account names its people, and people name each other. */
async function forgetStamps(tx: Db, arrival: StoredArrival): Promise<void> {
  for (const table of MOVED)
    for (const column of table.late ?? [])
      await eachSlice(
        tx,
        arrival,
        table,
        (some) => sql`update ${sql.table(table.name)} t set ${sql.ref(column)} = null from account_arrival_row r
          where ${some} and ${isSame(table)}`,
      );
}

/** What the database itself keeps of accounts and people, and who administers what. */
async function removeFollowers(tx: Db, references: References, ids: RawBuilder<unknown>): Promise<void> {
  for (const [name, { is }] of Object.entries(references)) {
    const [table = '', column = ''] = name.split('.');
    if (is !== 'followed' && table !== 'administrator') continue;
    const which = sql<boolean>`${sql.ref(column)} in ${ids}`;
    const remove = (some: RawBuilder<boolean>) => sql`delete from ${sql.table(table)} where ${some}`;
    await inSlices(tx, table, which, remove);
    await remove(which).execute(tx);
  }
}

/** What roles have left with others: that they had them for a while, and that one of theirs was made of them. */
async function removeTraces(tx: Db, arrival: StoredArrival, roles: MovedTable): Promise<void> {
  const each = (change: (some: RawBuilder<boolean>) => RawBuilder<unknown>) => eachSlice(tx, arrival, roles, change);
  await each(
    (some) => sql`delete from role_past p using account_arrival_row r where ${some} and p.role_id = r.row_key::uuid`,
  );
  await each(
    (some) => sql`delete from user_role_past p using account_arrival_row r
      where ${some} and p.role_id = r.row_key::uuid`,
  );
  await each(
    (some) => sql`update role t set cloned_from_id = null from account_arrival_row r
      where ${some} and t.cloned_from_id = r.row_key::uuid`,
  );
}
