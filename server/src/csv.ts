/** A table as CSV (RFC 4180), piece by piece. */
import type { Locale } from '@signet/contract/locales';
import type { Column, Columns } from '@signet/contract/record';
import { stringify } from 'csv-stringify/sync';
import { text } from './texts.ts';

export type CsvColumn<Row> = { head: string; value: (row: Row) => string | number | null };

/**
 * The heads, then a piece for each batch. Begins with a byte order mark, so that spreadsheets read UTF-8; what they
 * would take for a formula gets an apostrophe before it (OWASP, CSV injection).
 */
export async function* csv<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const lines = (rows: readonly (string | number | null)[][]): string =>
    stringify(
      rows.map((row) => [...row]),
      { escape_formulas: true, record_delimiter: 'windows' },
    );
  yield `\uFEFF${lines([columns.map((column) => column.head)])}`;
  for await (const rows of batches) yield lines(rows.map((row) => columns.map((column) => column.value(row))));
}

/** Columns of a declared record, with heads and words in a language. A row has their values by their names. */
export const recordColumns = <Row extends Readonly<Record<string, unknown>>>(
  locale: Locale,
  columns: Columns,
  names: readonly string[],
): CsvColumn<Row>[] =>
  names.map((name) => {
    const column = columns[name];
    if (!column?.label) throw new Error(`The exported column ${name} has no label.`);
    return {
      head: text(locale, column.label),
      value(row) {
        if (!(name in row)) throw new Error(`The exported column ${name} was not read.`);
        return cell(locale, column, row[name]);
      },
    };
  });

/** A value as a table shows it: what is chosen in words, days and moments as they are stored. */
function cell(locale: Locale, column: Column, value: unknown): string | number | null {
  if (typeof value === 'string')
    return column.type === 'choice' && column.valueTexts ? text(locale, `${column.valueTexts}.${value}`) : value;
  if (column.type === 'boolean' && column.valueTexts) return text(locale, column.valueTexts[value === true ? 1 : 0]);
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' ? value : value === true || value === false ? String(value) : null;
}
