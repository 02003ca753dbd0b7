/** The columns of a declared record (contract/src/record.ts) as the database has them. */
import { storedDateTime } from '@signet/contract/dates';
import type { Column, Columns, ValueOf } from '@signet/contract/record';
import { sql, type ColumnType, type RawBuilder } from 'kysely';

/** A value as the driver reads it: an instant is a Date, all else as JSON has it. */
type DriverValue<C extends Column> = C extends { type: 'instant' }
  ? Date | (C extends { nullable: true } ? null : never)
  : ValueOf<C>;

/** Who may write a column, and who must: what the database makes is read alone, what it can fill in may be absent. */
type ColumnOf<C extends Column> = C extends { from: 'generated' | 'trigger' }
  ? ColumnType<DriverValue<C>, never, never>
  : C extends { from: 'default' } | { nullable: true }
    ? ColumnType<DriverValue<C>, DriverValue<C> | undefined, DriverValue<C>>
    : ColumnType<DriverValue<C>, DriverValue<C>, DriverValue<C>>;

/** The table of a record, for Kysely. */
export type TableOf<C extends Columns> = { -readonly [K in keyof C]: ColumnOf<C[K]> };

const written = new WeakMap<readonly string[], Map<string, RawBuilder<unknown>>>();

/**
 * SQL for columns of a table by its alias: `a.id, a.name`. Both come from the sources, never from a request. Written
 * once for each list of names: made of references, it was most of the text of a row by its key, anew at every request.
 */
export function selected(alias: string, names: readonly string[]): RawBuilder<unknown> {
  const byAlias = written.get(names) ?? new Map<string, RawBuilder<unknown>>();
  const text = byAlias.get(alias) ?? sql.raw(names.map((name) => `"${alias}"."${name}"`).join(', '));
  written.set(names, byAlias.set(alias, text));
  return text;
}

/** Columns of a row as they are read. */
export type Selected<C extends Columns, N extends keyof C> = { [K in N]: DriverValue<C[K]> };

type Answered<Row> = {
  [K in keyof Row]: Extract<Row[K], Date> extends never ? Row[K] : Exclude<Row[K], Date> | string;
};

/** A row with its moments as the API tells them, `YYYY-MM-DD HH:mm:ss` in UTC. */
export function answered<Row extends object>(row: Row): Answered<Row> {
  const told = { ...row } as Record<string, unknown>;
  for (const name in told) {
    const value = told[name];
    if (value instanceof Date) told[name] = storedDateTime(value);
  }
  return told as Answered<Row>;
}
