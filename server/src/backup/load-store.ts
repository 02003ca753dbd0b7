import { createHash } from 'node:crypto';
import pg from 'pg';
import { UNFINISHED_RESTORE } from '../db/migrate.ts';
import { copyIn, copyOut, writeAsExported } from '../export/copy-store.ts';
import { ExportFileError, type Table } from '../export/format.ts';
import type { Part } from '../export/reader.ts';
import { rowsIn } from '../export/writer.ts';
import { JOBS, rowsQuery, storedTables, type StoredTable } from './catalog-store.ts';
import { fit } from './fit.ts';
import { rowsAreIn } from './place-store.ts';
import type { Progress } from './progress.ts';

/** How many rows of a table were compared, and what was left out, in sentences. */
export type Loaded = { tables: { name: string; rows: number }[]; notices: string[] };

type Sums = { rows: number; sha256: string };
type Parts = AsyncGenerator<Part>;

/**
 * Brings the rows of a backup into a database that has been migrated to where the backup was, all in one transaction:
 * nothing is there unless all of it is, and is found by reading it again. `parts` is the backup from its header on;
 * `sha256` the seal that it must end with. Throws ExportFileError, DoesNotFit, and what the database refuses: end the
 * connection then, which may be in the middle of a table.
 */
export async function loadRows(
  client: pg.PoolClient,
  parts: Parts,
  { sha256, progress }: { sha256: string; progress: Progress },
): Promise<Loaded> {
  await writeAsExported(client);
  await client.query('begin');
  const stored = new Map((await storedTables(client)).map((table) => [table.name, table]));
  const own = [...stored.keys()].filter((name) => name !== 'schema_migration' && name !== UNFINISHED_RESTORE);
  const restoreRules = await suspendRules(client, own);
  // What migrations have written is in the backup as well, as it was by then.
  await client.query(`truncate ${own.map(called).join(', ')}`);
  const loaded = await loadTables(client, parts, { stored, sha256, progress });
  await restoreRules();
  await rowsAreIn(client);
  await client.query('commit');
  return loaded;
}

const called = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

/**
 * Switches off what looks at single rows while they come: triggers have done their part where the rows come from, and
 * foreign keys hold once all are there. The answer brings all of it back, and throws where a row breaks it.
 */
async function suspendRules(client: pg.PoolClient, tables: string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of tables) await client.query(`alter table ${called(name)} disable trigger user`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const name of tables) await client.query(`alter table ${called(name)} enable trigger user`);
  };
}

async function loadTables(
  client: pg.PoolClient,
  parts: Parts,
  { stored, sha256, progress }: { stored: Map<string, StoredTable>; sha256: string; progress: Progress },
): Promise<Loaded> {
  const loaded: Loaded = { tables: [], notices: [] };
  const read = { rows: 0, bytes: 0 };
  /** The rows of the table that has just begun, up to its end. */
  async function* rowsOf(table: Table, change: (data: Buffer) => Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: part } = await parts.next();
      if (part?.frame !== 'rows') return;
      read.rows += part.rows;
      read.bytes += part.data.length;
      progress.at(table.name, read.rows, read.bytes);
      yield change(part.data);
    }
  }
  for await (const part of eachOf(parts)) {
    if (part.frame === 'table') {
      const into = part.name === JOBS.name ? JOBS : stored.get(part.name);
      if (into) loaded.tables.push(await loadTable(client, part, into, rowsOf, loaded.notices));
      else {
        for await (const _ of rowsOf(part, (data) => data));
        loaded.notices.push(`The table ${part.name} is none of Signet's, and was left out.`);
      }
    } else if (part.frame === 'seal' && part.sha256 !== sha256)
      throw new ExportFileError('altered', 'The file was exchanged while it was read.');
  }
  progress.done();
  return loaded;
}

/** The parts one by one; whoever takes some of them within the loop leaves the rest. */
async function* eachOf(parts: Parts): AsyncGenerator<Part> {
  for (;;) {
    const { value, done } = await parts.next();
    if (done === true) return;
    yield value;
  }
}

async function loadTable(
  client: pg.PoolClient,
  table: Table,
  into: StoredTable,
  rowsOf: (table: Table, change: (data: Buffer) => Buffer) => AsyncGenerator<Buffer>,
  notices: string[],
): Promise<{ name: string; rows: number }> {
  const { columns, without, rows } = fit(table, into);
  for (const column of without)
    notices.push(`The column ${column} of the table ${table.name} is none of Signet's, and was left out.`);
  const given = summing(rowsOf(table, rows));
  if (into === JOBS) await addJobs(client, columns, given.rows);
  else await copyIn(client, { name: into.name, columns }, given.rows);
  const found = summing(copyOut(client, rowsQuery(into, columns)));
  for await (const _ of found.rows);
  const [expected, actual] = [given.sums(), found.sums()];
  if (actual.sha256 !== expected.sha256)
    throw new Error(
      `The table ${table.name} is not as it was in the backup: ${actual.rows} rows are there, of ${expected.rows}.`,
    );
  return { name: table.name, rows: actual.rows };
}

/** Counts and hashes rows that pass. */
function summing(rows: AsyncIterable<Buffer>): { rows: AsyncGenerator<Buffer>; sums: () => Sums } {
  const hash = createHash('sha256');
  let count = 0;
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const piece of rows) {
      hash.update(piece);
      count += rowsIn(piece);
      yield piece;
    }
  }
  return { rows: passing(), sums: () => ({ rows: count, sha256: hash.digest('hex') }) };
}

/**
 * Asks for the jobs anew. Who had one in hand is not there any more, so that each waits, as after the end of a process;
 * how often it was tried is kept.
 */
async function addJobs(client: pg.PoolClient, columns: string[], rows: AsyncIterable<Buffer>): Promise<void> {
  await client.query(
    `create temporary table restored_job (place bigint generated always as identity, identifier text, payload json,
       queue_name text, run_at timestamptz, max_attempts smallint, key text, priority smallint, flags jsonb,
       attempts smallint) on commit drop`,
  );
  await copyIn(client, { schema: 'pg_temp', name: 'restored_job', columns }, rows);
  const { rows: jobs } = await client.query<{ place: string }>('select place from restored_job order by place');
  for (const { place } of jobs)
    await client.query(
      `select graphile_worker.reschedule_jobs(array[(added.job).id], attempts => added.attempts)
       from (select attempts, graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key,
           priority, (select array_agg(flag) from jsonb_object_keys(flags) flag)) as job
         from restored_job where place = $1) added`,
      [place],
    );
}
