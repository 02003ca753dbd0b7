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

type Found = { version: number; encoding: string; standby: boolean; may_create: boolean; elsewhere: string | null };

/** `elsewhere` is the schema to which an earlier version was led by the search path, and which no later start finds. */
const WHAT_IS_THERE = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
  coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as may_create,
  (select quote_ident(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'schema_migration' and to_regclass('public.schema_migration') is null
      and exists (select from pg_class where relname = 'platform_setting' and relnamespace = n.oid)
    order by 1 limit 1) as elsewhere`;

/**
 * Connects once, so that a server that can't be used stops the start with a sentence. Throws ConfigError: out of reach,
 * refused, older than PostgreSQL 15, with an encoding that can't hold every name, a standby, without the right to make
 * tables in the schema public, or with the platform in another one.
 */
export async function reachServer(connection: pg.ClientConfig): Promise<void> {
  let found: Found;
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
      const { rows } = await client.query<Found>(WHAT_IS_THERE);
      found = rows[0] as Found;
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
  if (found.standby)
    throw new ConfigError("DATABASE_URL can't be used: the server is a standby, which can only be read.");
  if (found.elsewhere !== null)
    throw new ConfigError(
      `DATABASE_URL can't be used: Signet's tables are in the schema ${found.elsewhere} instead of public ` +
        `(alter schema public rename to public_before; alter schema ${found.elsewhere} rename to public).`,
    );
  if (!found.may_create)
    throw new ConfigError(
      "DATABASE_URL can't be used: its user may make no tables in the schema public (grant create, usage on schema " +
        'public to …).',
    );
}
