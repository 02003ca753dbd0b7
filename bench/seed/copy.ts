/** COPY … FROM STDIN in text format (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

export type Value = string | number | boolean | Date | Buffer | readonly string[] | null | undefined;

/** Bytes given to the connection at once. */
const PIECE = 65_536;

/** One value as the text format writes it: backslash, tab and line ends escaped, null as \N. */
export function copyText(value: Value): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (typeof value === 'string') return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, escaped) : value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return String.raw`\\x${value.toString('hex')}`;
  return copyText(`{${value.map((one) => `"${one.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`);
}

function escaped(character: string): string {
  if (character === '\t') return String.raw`\t`;
  if (character === '\n') return String.raw`\n`;
  return character === '\r' ? String.raw`\r` : String.raw`\\`;
}

function* pieces(rows: Iterable<readonly Value[]>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += `${row.map(copyText).join('\t')}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/**
 * Copies rows into the columns of a table, in order. Throws what the database refuses; nothing of this call stays then.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join(', ');
  await pipeline(
    Readable.from(pieces(rows), { objectMode: true, highWaterMark: 4 }),
    client.query(from(`copy "${table}" (${names}) from stdin`)),
  );
}
