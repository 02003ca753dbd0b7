/** What a column is when it is read, written and changed, in the tables as Kysely sees them. */
import type { ColumnType } from 'kysely';

export type Instant = ColumnType<Date, Date, Date>;
export type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Json<T> = ColumnType<T, string, string>;
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A column that the database makes of others. */
export type Computed<T> = ColumnType<T, never, never>;
