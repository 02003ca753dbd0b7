import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { LOCKS } from '../locks.ts';
import { SUPERUSER } from './cluster.ts';
import type { Address } from './launch.ts';
import { EmbeddedError } from './error.ts';

/** The server notices within milliseconds that a killed app is gone: 20 tries within 2 s. */
const TRIES = 20;
const TRY_MS = 100;

/** A connection that holds the app's lock: it ends with the process, however that ends. */
export type Hold = { client: pg.Client; lost: Promise<void> };

/**
 * Makes this process the one app of the data directory `name`. Throws EmbeddedError, naming the other process,
 * if there is one already.
 */
export async function takeHold(address: Address, name: string): Promise<Hold> {
  const client = new pg.Client({
    ...address,
    user: SUPERUSER,
    database: 'postgres',
    application_name: `signet ${process.pid}`,
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  await client.connect();
  for (let tries = 0; tries < TRIES; tries++) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      LOCKS.dataDirectory,
    ]);
    if (rows[0]?.held) return { client, lost };
    await delay(TRY_MS);
  }
  const { rows } = await client.query<{ process: string }>(
    `select substring(application_name from '\\d+') as process from pg_stat_activity
      where pid = (
        select pid from pg_locks where locktype = 'advisory' and granted and objid = $1
          and database = (select oid from pg_database where datname = 'postgres')
      )`,
    [LOCKS.dataDirectory],
  );
  await client.end();
  throw new EmbeddedError(
    `Signet is already running on the data in ${name} (process ${rows[0]?.process ?? 'unknown'}): stop ` +
      'it first, or set DATA_DIR to another folder.',
  );
}
