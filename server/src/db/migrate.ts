import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { LOCKS } from './locks.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** How often a process that waits for another one's migrations asks, in milliseconds. */
const ASK_EVERY_MS = 250;
/** How a file begins whose statements run one by one outside of a transaction, such as `create index concurrently`. */
const ONLINE = '-- online\n';
/**
 * The longest that a statement may wait for a table, as PostgreSQL writes it: whoever comes meanwhile waits behind it,
 * and a request gives up after two and a half seconds. A backup has every table for as long as it takes.
 */
const LONGEST_WAIT = '1s';
/** Before a table is asked for again, in milliseconds. */
const ASK_AGAIN_MS = 5_000;
/** After so long without an answer it is said what is waited for, in milliseconds. */
const SAID_AFTER_MS = 5_000;
/** What PostgreSQL calls a wait for a lock that was too long. */
const LOCK_NOT_AVAILABLE = '55P03';

/** How a migration waits for tables that others have: what is said of it, once, and how long between two tries. */
export type Waiting = { say: (line: string) => void; pause: () => Promise<unknown> };
export const WAITING: Waiting = { say: () => undefined, pause: () => pause(ASK_AGAIN_MS) };

type Migration = { number: number; name: string; text: string; digest: string };

function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      return { number: Number(name.slice(0, 4)), name, text, digest: createHash('sha256').update(text).digest('hex') };
    });
}

/** Which migrations a database has had. */
export type Applied = { number: number; name: string; digest: string };

/** The migrations that this code has, in their order. */
export const knownMigrations = (): Applied[] =>
  migrations().map(({ number, name, digest }) => ({ number, name, digest }));

/** Those that this code does not have. */
export function newerMigrations(applied: readonly Applied[]): Applied[] {
  const known = new Set(migrations().map(({ number }) => number));
  return applied.filter(({ number }) => !known.has(number));
}

/** The table that stands in a database while it is restored, and until that was finished. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

/**
 * Brings the database to the newest schema: plain SQL files, forward only, each in a transaction of its own, or online,
 * then the schema of the job queue. The pool must hold two connections. Nobody waits for long behind a migration that
 * waits.
 * Throws when an applied file was changed afterwards, and ConfigError where a restore was not finished or a newer
 * Signet has been at work. `before` is asked where there are tables already, before any is changed, for there is no way
 * back: what it throws, it throws. Returns the names it applied.
 */
export async function migrate(
  pool: pg.Pool,
  waiting = WAITING,
  before: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  return withMigrationLock(pool, waiting.say, async (client) => {
    if (await isTable(client, UNFINISHED_RESTORE))
      throw new ConfigError(
        'The database holds a restored platform that is not finished: run npm run restore with its backup once more.',
      );
    refuseNewer(
      await appliedMigrations(client),
      'Start that one, or restore a backup from before into an empty database.',
    );
    if (await isTable(client, 'platform_setting')) await before();
    return migrateLocked(pool, client, { waiting });
  });
}

/**
 * Throws ConfigError, with what to do, where a newer Signet has been at work: it did what this code knows nothing of
 * for a reason that it would work against.
 */
export function refuseNewer(applied: readonly Applied[], whatToDo: string): void {
  const newer = newerMigrations(applied).map(({ name }) => name);
  if (newer.length > 0)
    throw new ConfigError(
      `The database belongs to a newer Signet: it has had ${newer.join(', ')}, which this one does not have. ` +
        whatToDo,
    );
}

/** Does something while nobody else migrates the database, or restores it. Who is waited for for long is said. */
export async function withMigrationLock<T>(
  pool: pg.Pool,
  say: Waiting['say'],
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const what = 'Waiting until another process has migrated this database, or restored it.';
    await sayIfLong(say, what, () => takeLock(client));
    return await work(client);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => undefined);
    client.release();
  }
}

/**
 * As {@link migrate}, for the holder of the lock (`client`); with `only`, no other migrations than those of these
 * numbers.
 */
export async function migrateLocked(
  pool: pg.Pool,
  client: pg.PoolClient,
  { only, waiting = WAITING }: { only?: ReadonlySet<number>; waiting?: Waiting } = {},
): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migration (number integer primary key, name text not null, ' +
      'digest text not null, applied_at timestamptz not null default now())',
  );
  const applied = new Map((await appliedMigrations(client)).map((row) => [row.number, row]));
  const fresh: string[] = [];
  for (const migration of migrations()) {
    const before = applied.get(migration.number);
    if (before && before.digest !== migration.digest)
      throw new Error(`Migration ${before.name} was changed after it had been applied.`);
    if (before || (only && !only.has(migration.number))) continue;
    await (migration.text.startsWith(ONLINE) ? applyOnline : apply)(client, migration, waiting);
    fresh.push(migration.name);
  }
  // The job queue brings its own schema, on a second connection while this one holds the lock.
  await runMigrations({ pgPool: pool });
  return fresh;
}

/** The migrations that a database has had, in their order; none where it was never migrated. */
export async function appliedMigrations(client: pg.ClientBase): Promise<Applied[]> {
  if (!(await isTable(client, 'schema_migration'))) return [];
  const { rows } = await client.query<Applied>('select number, name, digest from schema_migration order by number');
  return rows;
}

async function isTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('public.' || $1) is not null as found", [
    name,
  ]);
  return rows[0]?.found === true;
}

/**
 * Waits for the lock by asking: a statement that waits for it has a snapshot, and an index that is made concurrently
 * waits for every snapshot that is older.
 */
async function takeLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCKS.migrations,
    ]);
    if (rows[0]?.taken) return;
    await pause(ASK_EVERY_MS);
  }
}

/** Says once, where the work takes long, what it waits for. */
async function sayIfLong(say: Waiting['say'], what: string, work: () => Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => say(what), SAID_AFTER_MS);
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
}

const remember = (client: pg.PoolClient, { number, name, digest }: Migration) =>
  client.query('insert into schema_migration (number, name, digest) values ($1, $2, $3)', [number, name, digest]);

/** Does something again and again until nobody is in its way. */
async function patiently(name: string, waiting: Waiting, work: () => Promise<void>): Promise<void> {
  for (let told = false; ; told = true) {
    try {
      return await work();
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
    }
    if (!told)
      waiting.say(`Waiting until a table that ${name} changes is free: a backup, for one, has it until it is written.`);
    await waiting.pause();
  }
}

async function apply(client: pg.PoolClient, migration: Migration, waiting: Waiting): Promise<void> {
  const once = async (): Promise<void> => {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${LONGEST_WAIT}'`);
      await client.query(migration.text);
      await remember(client, migration);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  };
  try {
    await patiently(migration.name, waiting, once);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed.`, { cause: error });
  }
}

/**
 * Statement by statement, while everybody works on. One that was cut off runs again from the first, so that each must
 * do nothing the second time; an index that was left unfinished is made anew.
 */
async function applyOnline(client: pg.PoolClient, migration: Migration, waiting: Waiting): Promise<void> {
  let told = false;
  const say = (line: string): void => void (told ||= (waiting.say(line), true));
  const slow =
    `${migration.name} works while others do, and waits for all that began before it: for a backup, for one, until ` +
    'that is written.';
  const run = async (statement: string): Promise<void> => {
    // What works concurrently is in nobody's way while it waits.
    const limit = /\bconcurrently\b/i.test(statement) ? '0' : LONGEST_WAIT;
    await client.query(`set lock_timeout = '${limit}'`);
    await sayIfLong(say, slow, () => client.query(statement));
  };
  try {
    const { rows } = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
        where not indisvalid and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    );
    for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
    for (const statement of migration.text.split(/;\s*$/m).filter(saysSomething))
      await patiently(migration.name, waiting, () => run(statement));
    await remember(client, migration);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed.`, { cause: error });
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined);
  }
}

/** Whether there is more in it than comments. */
const saysSomething = (statement: string): boolean => statement.replace(/^\s*--.*$/gm, '').trim() !== '';
