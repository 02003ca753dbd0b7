/** A real Signet with its embedded database in a folder of its own, and the ways to do it harm. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { seedAccounts } from '../seed/accounts.ts';
import { CAST, castAccounts } from '../seed/cast.ts';
import { seedPeople } from '../seed/people.ts';
import { findEmbedded, openEmbedded } from '../src/db/embedded.ts';
import { readLockFile, workingFolder } from '../src/db/embedded/lock-file.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase, TIME_LIMITS } from '../src/db/open.ts';
import { openPasswords } from '../src/sign-in/passwords/hashing.ts';
import { spawnSignet, type SpawnedSignet } from '../src/testing/spawn-signet.ts';

export const PASSWORD = 'Correct-horse-7-battery';

export type Platform = {
  dataDir: string;
  /** Its address; another one after each start. */
  url: () => string;
  start: (settings?: Record<string, string>) => Promise<void>;
  /** Asks it to end; answers its exit code. */
  stop: () => Promise<number | NodeJS.Signals | null>;
  /** Ends the process as a power cut does; the database stays. */
  kill: () => Promise<void>;
  /** The processes of the database, the first of all and one of those that answer questions. */
  database: () => { all: number[]; postmaster: number };
  /** Asks the database itself, as its superuser, past the process. */
  sql: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
};

/** Makes the database, with the people of the demo and no license, and starts nothing. */
export async function makePlatform(dataDir: string, settings: Record<string, string> = {}): Promise<Platform> {
  await furnish(dataDir);
  const cluster = path.join(dataDir, 'postgres');
  let signet: SpawnedSignet | undefined;
  return {
    dataDir,
    url: () => signet?.url ?? '',
    async start(more = {}) {
      signet = await spawnSignet(dataDir, { LOG_LEVEL: 'info', ...settings, ...more });
      await signet.ready;
    },
    stop: async () => (await signet?.end()) ?? null,
    async kill() {
      signet?.child.kill('SIGKILL');
      await signet?.exit;
    },
    database: () => ({ all: processesIn(cluster), postmaster: readLockFile(cluster)?.pid ?? Number.NaN }),
    async sql<Row extends pg.QueryResultRow>(text: string) {
      const connection = await findEmbedded(dataDir);
      const client = new pg.Client({ ...connection, user: 'postgres' });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

async function furnish(dataDir: string): Promise<void> {
  const server = await openEmbedded({ dataDir, log: () => undefined });
  const { pool, db, close } = openDatabase(server.connection, 2, TIME_LIMITS.endless);
  const now = new Date();
  await migrate(pool);
  const accounts = await seedAccounts(db, castAccounts(now), now);
  await seedPeople(db, CAST, accounts, await openPasswords(1).hash(PASSWORD), now);
  await close();
  await server.stop();
}

/** A server's processes work in its data directory. Known on Linux alone. */
function processesIn(cluster: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === cluster)
    .map(Number);
}
