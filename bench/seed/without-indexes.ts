/** Filling a table before its indexes: of ten million rows each index is then built once, and not entry by entry. */
import type pg from 'pg';

/** Memory for one index that is built, of a machine that does nothing else meanwhile. */
const MEMORY = '1GB';

/**
 * Does the work in the caller's transaction while the table has none but the indexes of its constraints; the others are
 * made again as they were. Throws what the work or the database throws; the caller rolls back.
 */
export async function withoutIndexes(client: pg.ClientBase, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
      where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query(`set local maintenance_work_mem = '${MEMORY}'`);
  for (const { made } of rows) await client.query(made);
}
