import pg from 'pg';
import { ConfigError } from '../config.ts';

/** The oldest that the server suite is run against. */
const OLDEST = 150_000;

const WHY: Record<string, string> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host is not known',
  EHOSTUNREACH: 'its host is out of reach',
  ENETUNREACH: 'its host is out of reach',
  ETIMEDOUT: 'its host does not answer',
  '28P01': 'the server does not accept this user and password',
  '28000': 'the server does not let this user in',
  '3D000': 'there is no such database on the server',
};

/** What PgBouncer says to a setting of a connection that it was not told to let pass (SQLSTATE 08P01). */
const POOLER = /^unsupported startup parameter/;

/** The sentence may quote the server or the driver, never the address: that holds a password. */
function reason(error: { code?: string; message: string; errors?: { code?: string; message: string }[] }): string {
  // Node tries each address of a host, and tells of all in one.
  const first = error.errors?.[0] ?? error;
  if (POOLER.test(first.message))
    return (
      'a pooler stands before the server and refuses the time limits of its connections ' +
      '(PgBouncer needs pool_mode = session and ignore_startup_parameters = statement_timeout,lock_timeout)'
    );
  return WHY[first.code ?? ''] ?? first.message.replace(/\.$/, '');
}

/**
 * Connects once, so that a server that can't be used stops the start with a sentence. Throws ConfigError: out of reach,
 * refused, older than PostgreSQL 15, or with an encoding that can't hold every name.
 */
export async function reachServer(connection: pg.ClientConfig): Promise<void> {
  let found: { version: number; encoding: string };
  try {
    const limit = 10_000;
    // With time limits as the connections of the pools have them: what stands before the server may refuse those.
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: limit,
      statement_timeout: limit,
      lock_timeout: limit,
    });
    // What breaks a connection comes back from the query too.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<typeof found>(
        "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
      );
      found = rows[0] as typeof found;
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    throw new ConfigError(`DATABASE_URL can't be used: ${reason(error as Error)}.`);
  }
  if (found.version < OLDEST)
    throw new ConfigError(
      `DATABASE_URL can't be used: PostgreSQL ${Math.floor(found.version / 10_000)} is too old, Signet ` +
        `needs ${OLDEST / 10_000} or newer.`,
    );
  if (found.encoding !== 'UTF8')
    throw new ConfigError(`DATABASE_URL can't be used: its database is encoded in ${found.encoding} instead of UTF8.`);
}
