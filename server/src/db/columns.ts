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

/** SQL for columns of a table by its alias: `a.id, a.name`. */
export const selected = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));

/** Columns of a row as they are read. */
export type Selected<C extends Columns, N extends keyof C> = { [K in N]: DriverValue<C[K]> };

type Answered<Row> = {
  [K in keyof Row]: Extract<Row[K], Date> extends never ? Row[K] : Exclude<Row[K], Date> | string;
};

/** A row with its moments as the API tells them, `YYYY-MM-DD HH:mm:ss` in UTC. */
export const answered = <Row extends object>(row: Row): Answered<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? storedDateTime(value) : value]),
  ) as Answered<Row>;
