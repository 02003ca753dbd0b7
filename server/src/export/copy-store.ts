import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

/**
 * How values are written must not depend on the server's settings, nor on those of a role. For each connection that
 * copies rows.
 */
const AS_WRITTEN = `set session timezone to 'UTC'; set session datestyle to 'ISO, YMD';
  set session intervalstyle to 'iso_8601'; set session extra_float_digits to 1; set session bytea_output to 'hex';
  set session client_encoding to 'UTF8'`;

/** Has this connection write and read values in the one way that exports have. */
export const writeAsExported = async (client: pg.ClientBase): Promise<void> => void (await client.query(AS_WRITTEN));

/** The rows that a query answers, in pieces cut anywhere. `query` is SQL without parameters: quote what goes in. */
export function copyOut(client: pg.ClientBase, query: string): AsyncIterable<Buffer> {
  return client.query(to(`copy (${query}) to stdout`));
}

/** Copies rows into columns of a table. Throws what the database refuses; the caller's transaction is over then. */
export async function copyIn(
  client: pg.ClientBase,
  { schema = 'public', name, columns }: { schema?: string; name: string; columns: readonly string[] },
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const target = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  await pipeline(Readable.from(rows), client.query(from(`copy ${target} (${names}) from stdin`)));
}
