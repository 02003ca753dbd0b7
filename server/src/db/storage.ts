import { resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { EmbeddedError } from './embedded/error.ts';
import { findEmbedded, hasEmbedded, openEmbedded } from './embedded.ts';
import { makeDataFolder } from './data-folder.ts';
import { reachServer } from './reach-server.ts';

/** Where a process keeps its files, and the database that it talks to. */
export type Storage = {
  /** An absolute path; the folder is there. */
  dataDir: string;
  connection: pg.PoolConfig;
  /** Where the rows lie, for a person. */
  where: string;
  /** Called when the process begins to close: nothing is started any more. */
  beginToRelease: () => void;
  /** Ends what this process started for it. Close your connections first. */
  release: () => Promise<void>;
};

/**
 * The storage that the settings name: the server at DATABASE_URL, else the embedded one, which this process starts and
 * keeps until `release`. With `beside`, for a command about rows that are there: an embedded server that is at work
 * already is used and left at work, or refused where it can't be reached from here, and no new database is made;
 * without, the first is refused and the second done.
 * `log` gets a sentence for what a person should know. Throws ConfigError or EmbeddedError, with one sentence for the
 * person.
 */
export async function openStorage(
  config: Config,
  { log, beside = false }: { log: (line: string) => void; beside?: boolean },
): Promise<Storage> {
  const dataDir = resolve(config.DATA_DIR);
  const left = { beginToRelease: () => undefined, release: async () => undefined };
  if (config.DATABASE_URL) {
    const connection = { connectionString: config.DATABASE_URL };
    makeDataFolder(dataDir);
    await reachServer(connection);
    return { dataDir, connection, where: 'the PostgreSQL server of DATABASE_URL', ...left };
  }
  if (beside && !hasEmbedded(dataDir))
    throw new EmbeddedError(
      `There is no database in ${dataDir}: DATA_DIR names the folder of the Signet that is meant.`,
    );
  makeDataFolder(dataDir);
  const found = beside ? await findEmbedded(dataDir) : null;
  if (found) return { dataDir, connection: found, where: `the database that is at work on ${dataDir}`, ...left };
  const server = await openEmbedded({ dataDir, log, connections: config.DATABASE_CONNECTIONS });
  return {
    dataDir,
    connection: server.connection,
    where: server.dataDir,
    beginToRelease: server.beginToStop,
    release: server.stop,
  };
}
