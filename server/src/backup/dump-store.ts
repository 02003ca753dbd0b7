import type pg from 'pg';
import { appliedMigrations, refuseNewer, UNFINISHED_RESTORE, type Applied } from '../db/migrate.ts';
import { copyOut, writeAsExported } from '../export/copy-store.ts';
import { JOBS, rowsQuery, serverOf, storedTables, type Server, type StoredTable } from './catalog-store.ts';
import { STAYING } from './tables.ts';

/** A platform as it was at one moment, however long it takes to read it. */
export type Snapshot = {
  server: Server;
  migrations: Applied[];
  /** The newest signed head of the audit log, a note; null before the first. */
  head: string | null;
  /** Those whose rows move, by name; the jobs last. */
  tables: StoredTable[];
  /** The rows of one of them, as COPY writes them. */
  rows(table: StoredTable): AsyncIterable<Buffer>;
};

/** What of a database is no table of a backup. */
const NOT_MOVING = new Set([...STAYING, 'schema_migration', UNFINISHED_RESTORE]);
/** A database that others are changing at this very moment is asked again, so often. */
const TRIES = 5;

/**
 * Reads a platform in one snapshot, while everybody works on. Its tables can't be changed by a migration meanwhile:
 * that waits. Throws when there is no platform in the database or that of a newer Signet, and what `work` throws: the
 * connection may then be in the middle of a table, and is of no more use.
 */
export async function inSnapshot<T>(client: pg.PoolClient, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  await writeAsExported(client);
  await client.query('set session idle_in_transaction_session_timeout to 0');
  for (let tries = 1; ; tries += 1) {
    const expected = namesOf(await storedTables(client));
    await client.query('begin isolation level repeatable read, read only');
    // Before anything is read: the snapshot is that of the first statement that reads.
    if (expected.length > 0) await client.query(`lock table ${expected.join(', ')} in access share mode`);
    const stored = await storedTables(client);
    const isSettled = namesOf(stored).join() === expected.join() || tries === TRIES;
    const answer = isSettled ? { of: await work(await snapshotOf(client, stored)) } : null;
    await client.query('rollback');
    if (answer) return answer.of;
  }
}

const namesOf = (tables: StoredTable[]): string[] => tables.map(({ name }) => `public."${name}"`);

async function snapshotOf(client: pg.PoolClient, stored: StoredTable[]): Promise<Snapshot> {
  const names = new Set(stored.map(({ name }) => name));
  if (names.has(UNFINISHED_RESTORE))
    throw new Error('The database holds a restored platform that is not finished: finish that first.');
  if (!names.has('schema_migration')) throw new Error('The database holds no platform.');
  const migrations = await appliedMigrations(client);
  // Which of the tables that it does not know must stay behind, and what in them is a secret, only the newer one knows.
  refuseNewer(migrations, 'Nothing was written: run npm run backup of that one.');
  return {
    server: await serverOf(client),
    migrations,
    head: await newestHead(client),
    tables: [...stored.filter(({ name }) => !NOT_MOVING.has(name)), JOBS],
    rows: (table) => copyOut(client, rowsQuery(table)),
  };
}

async function newestHead(client: pg.PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ note: string }>(
    'select note from audit_checkpoint order by tree_size desc limit 1',
  );
  return rows[0]?.note ?? null;
}
