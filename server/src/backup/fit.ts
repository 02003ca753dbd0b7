import { readRows, writeRow } from '../export/copy-text.ts';
import type { Table } from '../export/format.ts';
import type { StoredTable } from './catalog-store.ts';

/** The rows of a backup can't go into the table of this platform; the message is a sentence. */
export class DoesNotFit extends Error {}

/** How rows of a backup go into a table: into which columns, which of them are left out, and what is done to them. */
export type Fit = { columns: string[]; without: string[]; rows: (data: Buffer) => Buffer };

/**
 * How the rows that a backup has of a table go into the stored one. Columns that somebody has added by hand are left
 * out. Throws DoesNotFit, naming it, for a column that the backup does not have.
 */
export function fit(table: Pick<Table, 'name' | 'columns'>, stored: StoredTable): Fit {
  const has = new Set(table.columns.map(({ name }) => name));
  const takes = new Set(stored.columns.map(({ name }) => name));
  const missing = [...takes].filter((name) => !has.has(name));
  if (missing.length > 0)
    throw new DoesNotFit(`The backup has no column ${missing.join(', ')} of the table ${table.name}.`);
  const without = [...has].filter((name) => !takes.has(name));
  const kept = table.columns.map(({ name }) => takes.has(name));
  return {
    columns: [...has].filter((name) => takes.has(name)),
    without,
    rows: without.length === 0 ? (data) => data : (data) => leaveOut(data, kept),
  };
}

function leaveOut(data: Buffer, kept: readonly boolean[]): Buffer {
  const rows = [...readRows(data)].map((values) => writeRow(values.filter((_, n) => kept[n])));
  return Buffer.from(rows.join(''));
}
