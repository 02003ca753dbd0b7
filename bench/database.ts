/**
 * The database that is measured: the one of DATABASE_URL if it is empty, else the embedded one in a folder that goes
 * with the run.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { readConfig, settingNames, type Config } from '../server/src/config.ts';
import { findEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { openDatabase, TIME_LIMITS } from '../server/src/db/open.ts';
import { timeSequencer, type LogOptions } from './audit-log.ts';
import { KEY } from './key.ts';
import { countLicenses } from './licenses.ts';
import { Refusal } from './options.ts';
import { MARK, seed, type Mark } from './seed/seed.ts';
import type { Plan } from './seed/plan.ts';

/** What the product is started with: a folder of its own, and the settings that differ from the unset ones. */
export type Place = { dataDir: string; config: Config; settings: Record<string, string>; embedded: boolean };

/**
 * The place of a run. `url` is DATABASE_URL, empty for the embedded server. Throws ConfigError when it can't be used,
 * and has made nothing then.
 */
export function placeOf(url: string): Place {
  const dataDir = path.join(tmpdir(), `signet-bench-${process.pid}`);
  const unset = Object.fromEntries(settingNames.map((name) => [name, '']));
  // Every request may then come from an address of its own, as those of many people do: limits per address stay in
  // force.
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SIGNET_KEY: KEY.toString('base64'),
    TRUST_PROXY: 'true',
  };
  const config = readConfig({ ...unset, ...settings });
  rmSync(dataDir, { recursive: true, force: true });
  // Not mkdtemp: its folder is closed to the user that the embedded server runs as when root starts it.
  mkdirSync(dataDir);
  return { dataDir, config, settings, embedded: url === '' };
}

/** What a database holds: nothing, what a benchmark has put there, or anything else. */
async function contents(connection: pg.ClientConfig): Promise<{ mark: Mark | null; foreign: boolean }> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const has = async (query: string): Promise<boolean> =>
      (await client.query<{ found: boolean }>(`select exists (${query}) as found`)).rows[0]?.found ?? false;
    const tables = await has(
      `select from pg_class
        where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          and relkind in ('r', 'p', 'v', 'm') and relpersistence <> 't'
          and relnamespace <> coalesce(to_regnamespace('pg_toast'), 0)`,
    );
    if (!tables) return { mark: null, foreign: false };
    if (!(await has(`select from pg_class where oid = to_regclass('public.schema_migration')`)))
      return { mark: null, foreign: true };
    const { rows } = await client.query<{ value: Mark }>('select value from platform_setting where name = $1', [MARK]);
    if (rows[0]) return { mark: rows[0].value, foreign: false };
    return {
      mark: null,
      foreign: await has('select from account union all select from app_user union all select from platform_license'),
    };
  } finally {
    await client.end();
  }
}

/** What a filled database holds, and how fast the product's sequencer gave the newest events their places. */
export type Filled = { plan: Plan; sequenced: Awaited<ReturnType<typeof timeSequencer>> };

/**
 * Migrates and fills the database. Answers the plan it holds: of a run that was interrupted, that run's, with its day.
 * Throws Refusal for a database that holds anything else; PostgreSQL's errors as they come.
 */
export async function fill(
  place: Place,
  connection: pg.PoolConfig,
  plan: Plan,
  say: (line: string) => void,
): Promise<Filled> {
  const { mark, foreign } = await contents(connection);
  if (foreign)
    throw new Refusal(
      'The database of DATABASE_URL is not empty: the benchmark fills an empty one only, and never touches another.',
    );
  const requested = mark ? { ...plan, today: mark.plan.today } : plan;
  if (mark && !isDeepStrictEqual(mark.plan, requested)) {
    const { accounts, users, audit } = mark.plan;
    throw new Refusal(
      `The database of DATABASE_URL was filled by a benchmark with --accounts ${accounts} --users ${users} ` +
        `--audit ${audit}: ask for the same, or give an empty database.`,
    );
  }
  const { pool, close } = openDatabase(connection, 2, TIME_LIMITS.endless);
  try {
    await migrate(pool);
  } finally {
    await close();
  }
  await seed(connection, requested, mark, { log: logOptions(place), say });
  say('Counting what uses licenses');
  await countLicenses(connection, requested);
  return { plan: requested, sequenced: await timeSequencer(connection, logOptions(place)) };
}

/** How to reach the database while the product keeps it. Throws when the embedded server is not at work. */
export async function reach(place: Place): Promise<pg.ClientConfig> {
  if (place.config.DATABASE_URL) return { connectionString: place.config.DATABASE_URL };
  const found = await findEmbedded(place.dataDir);
  if (!found) throw new Error('The embedded database is not at work.');
  return found;
}

/** How long the authorities may take: the keys of the largest kind are made for them. */
const AUTHORITIES_MS = 120_000;

/** Waits until the product has made its authorities, which a job does after the start. Throws where it doesn't. */
export async function authoritiesMade(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const until = performance.now() + AUTHORITIES_MS;
    for (;;) {
      const { rowCount } = await client.query(
        `select from certificate_authority where state = 'active' and issuer_id is not null limit 1`,
      );
      if (rowCount) return;
      if (performance.now() > until) throw new Error('The product has made no authorities.');
      await setTimeout(200);
    }
  } finally {
    await client.end();
  }
}

/** At rest: of so many looks, one after the other, only a few find the database at work. */
const AT_REST = { looks: 200, everyMs: 50, atWork: 10, withinMs: 600_000 };

/**
 * Waits until the product has done what its jobs find to do after the start, and the database what it puts in order by
 * itself: what is measured beside them is slower than on any other day. Answers the seconds that this took, null where
 * they are still at work.
 */
export async function atRest(connection: pg.ClientConfig): Promise<number | null> {
  const client = new pg.Client(connection);
  await client.connect();
  const began = performance.now();
  try {
    while (performance.now() - began < AT_REST.withinMs) {
      let atWork = 0;
      for (let look = 0; look < AT_REST.looks; look += 1) {
        const { rowCount } = await client.query(
          `select from pg_stat_activity
            where pid <> pg_backend_pid() and datname = current_database()
              and (state = 'active' or backend_type = 'autovacuum worker') limit 1`,
        );
        atWork += rowCount ?? 0;
        await setTimeout(AT_REST.everyMs);
      }
      if (atWork < AT_REST.atWork) return (performance.now() - began) / 1000;
    }
    return null;
  } finally {
    await client.end();
  }
}

/** What the audit log of the place is opened with. */
export const logOptions = ({ config }: Place): LogOptions => ({ key: KEY, origin: config.AUDIT_ORIGIN });
