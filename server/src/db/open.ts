import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { MARKS } from './client.ts';
import { LimitedPool, type TimeLimits } from './pool.ts';
import type { Database } from './schema.ts';

/** What store functions take: the pool or a transaction of it. */
export type Db = Kysely<Database>;

const TYPE_DATE = 1082;

/**
 * Begins a statement that is asked all the time and whose plan is right for any values, such as a row by its key: each
 * connection plans it once, which takes longer than to answer it. Its text must not depend on what is asked.
 */
export const PREPARED = sql.raw<unknown>(MARKS.prepared);

/**
 * Begins a statement that may take as long as a file does, and not only as long as a request; LONG_STATEMENT says the
 * same of all that its transaction asks from then on, to the server too.
 */
export const LONG = sql.raw<unknown>(MARKS.long);

/** How long a batch of a file may take, or a statement that changes all that belongs to an account; in milliseconds. */
const LONG_MS = 60_000;
export const LONG_STATEMENT = sql`${sql.raw(MARKS.longUntilEnd)}set local statement_timeout = ${sql.lit(LONG_MS)}`;

/**
 * What a person waits for: each wait, for a connection and for the answer to a statement, ends within four seconds,
 * with 503. A call that asks several things waits for each of them.
 */
const REQUEST: TimeLimits = {
  connect: 3_500,
  lock: 2_500,
  statement: 3_500,
  silence: 60_000,
  answer: 4_000,
  longAnswer: LONG_MS + 500,
};
/** What nobody waits for: jobs, and the sequencer of the audit log. A mail is sent in a transaction. */
const JOB: TimeLimits = {
  connect: 10_000,
  lock: 30_000,
  statement: 120_000,
  silence: 180_000,
  answer: 130_000,
  longAnswer: 130_000,
};
/** What takes as long as it takes: migrations, and a copy of everything. */
const ENDLESS: TimeLimits = { connect: 10_000, lock: 0, statement: 0, silence: 0, answer: 0, longAnswer: 0 };

/** Time limits by what the database is asked for. */
export const TIME_LIMITS = { request: REQUEST, job: JOB, endless: ENDLESS };

/**
 * A pool and its Kysely. Days stay text (YYYY-MM-DD): a Date would move them with the time zone.
 * `connection` is node-postgres configuration; `size` the most connections that it holds; `limits` how long the
 * database may take.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  size: number,
  limits: TimeLimits = TIME_LIMITS.request,
): { pool: pg.Pool; db: Db; close: () => Promise<void> } {
  const config: pg.PoolConfig = {
    ...connection,
    max: size,
    // A server that is gone without a word is noticed on connections that wait, such as that for new jobs.
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === TYPE_DATE ? (value: string) => value : pg.types.getTypeParser(oid, format),
    },
  };
  const pool = new LimitedPool(config, limits);
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
