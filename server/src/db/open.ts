import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** What store functions take: the pool or a transaction of it. */
export type Db = Kysely<Database>;

const TYPE_DATE = 1082;

const MARK = '/* prepared */';
/**
 * Begins a statement that is asked all the time and whose plan is right for any values, such as a row by its key: each
 * connection plans it once, which takes longer than to answer it. Its text must not depend on what is asked.
 */
export const PREPARED = sql.raw<unknown>(MARK);

const names = new Map<string, string>();
/**
 * Each connection keeps them all. Lists have a text for each of their orders and filters: the rarest ones go without a
 * name.
 */
const MOST_NAMES = 500;

function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= MOST_NAMES) return existing;
  const name = `p${names.size}`;
  names.set(text, name);
  return name;
}

type Query = (...args: unknown[]) => unknown;

/** A connection that gives a marked statement a name. */
class NamingClient extends pg.Client {
  // The overloads of pg's own method come back below: what goes in and out is the same.
  override query: pg.Client['query'] = ((text: unknown, values: unknown, callback: unknown) => {
    const query = super.query.bind(this) as Query;
    return typeof text === 'string' && text.trimStart().startsWith(MARK)
      ? query({ name: nameOf(text), text, values }, callback)
      : query(text, values, callback);
  }) as pg.Client['query'];
}

/**
 * A pool and its Kysely. Days stay text (YYYY-MM-DD): a Date would move them with the time zone.
 * `connection` is node-postgres configuration; `size` the most connections this process holds.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  size = 16,
): { pool: pg.Pool; db: Db; close: () => Promise<void> } {
  const pool = new pg.Pool({
    ...connection,
    Client: NamingClient,
    max: size,
    // A dead server is answered with 503 within seconds instead of a request that hangs.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === TYPE_DATE ? (value: string) => value : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection that breaks is replaced by the pool, and whoever used it sees its query fail; without a listener
  // it would end the process.
  pool.on('error', () => undefined);
  // The same of one that breaks while in use: whoever uses it gets the error from the query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    db,
    async close() {
      await db.destroy();
      // Kysely ends only a pool that it has used.
      if (!pool.ending) await pool.end();
    },
  };
}
