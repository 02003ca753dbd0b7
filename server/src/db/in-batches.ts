import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open.ts';

/**
 * All rows of a query in batches. It is planned and begun once, so that they take the time of one query, however many
 * they are; a transaction reads one such at a time.
 */
export async function* inBatches<Row>(tx: Db, query: RawBuilder<Row>, size: number): AsyncGenerator<Row[]> {
  await sql`declare in_batches no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from in_batches`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await sql`close in_batches`.execute(tx);
}
