/** One table, or one thing made of tables, of a platform that is filled. Each area has its steps. */
import type pg from 'pg';
import { copyRows, type Value } from './copy.ts';

/** `name` stands in the database once it is done, and is never done again; `rows` are reported to who waits. */
export type Step = { name: string; rows: number; run(client: pg.ClientBase): Promise<void> };

export const exists = async (client: pg.ClientBase, query: string): Promise<boolean> =>
  (await client.query(query)).rowCount === 1;

/**
 * Copies rows without an entry of the search for each, which all get at once in the end: a trigger for each row takes
 * ten times as long.
 */
export async function copyUnsearched(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const follows = await exists(
    client,
    `select from pg_trigger where tgname = '${table}_search' and tgrelid = '${table}'::regclass`,
  );
  if (follows) await client.query(`alter table ${table} disable trigger ${table}_search`);
  await copyRows(client, table, columns, rows);
  if (follows) await client.query(`alter table ${table} enable trigger ${table}_search`);
}
