/** A table as CSV (RFC 4180), piece by piece. */
import { stringify } from 'csv-stringify/sync';

export type CsvColumn<Row> = { head: string; value: (row: Row) => string | number | null };

/**
 * The heads, then a piece for each batch. Begins with a byte order mark, so that spreadsheets read UTF-8; what they
 * would take for a formula gets an apostrophe before it (OWASP, CSV injection).
 */
export async function* csv<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const text = (rows: readonly (string | number | null)[][]): string =>
    stringify(
      rows.map((row) => [...row]),
      { escape_formulas: true, record_delimiter: 'windows' },
    );
  yield `\uFEFF${text([columns.map((column) => column.head)])}`;
  for await (const rows of batches) yield text(rows.map((row) => columns.map((column) => column.value(row))));
}
