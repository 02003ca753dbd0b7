/** Rows of moved tables as text, the same on every platform. */
import { sql, type RawBuilder } from 'kysely';
import { inBatches } from '../db/in-batches.ts';
import type { Db } from '../db/open.ts';
import type { MovedRow, MovedTable } from './moved-store.ts';

export type MovedColumn = { name: string; type: string };

/** The columns of a moved table that move, in the order of the table. */
export async function movedColumns(db: Db, { name, skip = [] }: MovedTable): Promise<MovedColumn[]> {
  const { rows } = await sql<MovedColumn>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = ${`public.${name}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(db);
  return rows.filter((column) => !skip.includes(column.name));
}

/** How values are written must not depend on the settings of a server or a role. Until the transaction ends. */
export const writeAlike = async (tx: Db): Promise<void> =>
  void (await sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
    set_config('IntervalStyle', 'iso_8601', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true)`.execute(tx));

/** A row as text: a JSON object of its columns; `t` is the alias of the table. */
export const asText = (columns: readonly string[]): RawBuilder<MovedRow> =>
  sql<MovedRow>`(${sql.join(
    // A function takes a hundred arguments at most.
    chunks(columns, 40).map(
      (some) => sql`jsonb_build_object(${sql.join(some.flatMap((name) => [sql.lit(name), textOf(name)]))})`,
    ),
    sql` || `,
  )})`;

const textOf = (name: string): RawBuilder<unknown> => sql`${sql.ref(`t.${name}`)}::text`;

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

/** The types of columns that name a row, and how PostgreSQL writes each. */
const COLUMN_FORMS = {
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  bytea: /^\\x(?:[\da-f]{2})*$/,
  text: /^/,
};
/** Ids are uuid, hashes bytea, all else is text. */
function columnType(column: string): keyof typeof COLUMN_FORMS {
  if (column === 'code_hash') return 'bytea';
  return (column === 'id' || column.endsWith('_id')) && column !== 'feature_id' ? 'uuid' : 'text';
}
const typed = (value: RawBuilder<unknown>, column: string): RawBuilder<unknown> =>
  sql`${value}::${sql.raw(columnType(column))}`;

/** Whether a row has a key that its table can have. */
export const hasKey = ({ key }: MovedTable, row: MovedRow): boolean =>
  key.every((column) => typeof row[column] === 'string' && COLUMN_FORMS[columnType(column)].test(row[column]));

/** How the years 1 to 9999 are written, which are all that a day or a moment is answered of: see {@link writeAlike}. */
const MOMENT = /^(?!0000)\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d+)?\+00)?$/;

/** Whether a value of a day or a moment is one; PostgreSQL would take `infinity` too. */
export const isOfTime = ({ name, type }: MovedColumn, row: MovedRow): boolean =>
  !/^(?:date|timestamp)\b/.test(type) || row[name] == null || MOMENT.test(row[name]);

/**
 * Whether `t`, a row of a moved table, is `r`, a row that came. Asked by the columns of the key, for which there is an
 * index: the platform may have a million other rows.
 */
export const isSame = ({ key }: MovedTable): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    key.map((column) => sql`${sql.ref(`t.${column}`)} = ${typed(sql`(r.came->>${sql.lit(column)})`, column)}`),
    sql` and `,
  )})`;

const BATCH = 1_000;

/** The rows of a moved table that are an account's, in batches, in the order of their keys. */
export async function* rowsOf(
  tx: Db,
  table: MovedTable,
  columns: readonly string[],
  account: string,
): AsyncGenerator<MovedRow[]> {
  const keys = table.key.map((name) => sql.ref(`t.${name}`));
  const query = sql<{ r: MovedRow }>`
    select ${asText(columns)} as r from ${sql.table(table.name)} t where ${table.of(account)}
    order by ${sql.join(keys)}`;
  for await (const rows of inBatches(tx, query, BATCH)) yield rows.map(({ r }) => r);
}
