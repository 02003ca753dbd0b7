/** Changes of very many rows, each statement of which stays far below the time that a statement may take. */
import { sql, type RawBuilder } from 'kysely';
import { inBatches } from './in-batches.ts';
import type { Db } from './open.ts';

/** Rows of one statement: a second or two on a busy machine, where a row stands in many indexes. */
export const SLICE = 2_000;

/**
 * Does beforehand, slice by slice, what one statement for all these rows would do at once. Few rows are left to that
 * statement, and so is what others have written meanwhile: the caller runs it afterwards, for what is left.
 * `rows` chooses them, without an alias; `change` is the statement that changes those of a condition.
 */
export async function inSlices(
  tx: Db,
  table: string,
  rows: RawBuilder<boolean>,
  change: (some: RawBuilder<boolean>) => RawBuilder<unknown>,
): Promise<void> {
  const of = sql`${sql.table(table)} where ${rows}`;
  const many = await sql`select from ${of} offset ${sql.lit(SLICE)} limit 1`.execute(tx);
  if (many.rows.length === 0) return;
  for await (const slice of inBatches(tx, sql<{ place: string }>`select ctid::text as place from ${of}`, SLICE)) {
    const places = slice.map(({ place }) => place);
    // A row that another has written since is in another place: `rows` judges each once more.
    await change(sql<boolean>`ctid = any(${places}::tid[]) and ${rows}`).execute(tx);
  }
}
