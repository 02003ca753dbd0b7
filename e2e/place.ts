/** Where a platform under test lives: a database and a folder of its own, which go with it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { dropDatabase, queryOnce } from '../server/src/testing/drop-database.ts';
import { freePort } from '../tools/free-port.ts';
import { startServer, type RunningServer } from '../tools/running-server.ts';

/** What the global setup has made: the server, the furnished database, a folder for files. */
export type Run = { connection: pg.ClientConfig; prefix: string; folder: string };

export type Place = {
  /** Its address, the same after every start. */
  url: string;
  start: (settings?: Record<string, string>) => Promise<RunningServer>;
  /** Deletes the database and the folder. Stop the server first. */
  remove: () => Promise<void>;
};

/** Every platform of a run has the same key, since what is sealed in the furnished database is sealed with it. */
export const KEY = Buffer.alloc(32, 11).toString('base64');

/** furnished: the demo, a copy of one that is as old as the run. empty: before the license. */
export type Contents = 'furnished' | 'empty';

export async function newPlace(contents: Contents): Promise<Place> {
  const { connection, prefix, folder } = currentRun();
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const source = contents === 'furnished' ? ` template ${prefix} strategy file_copy` : '';
  await queryOnce(connection, `create database ${name}${source}`);
  const dataDir = mkdtempSync(path.join(folder, 'platform-'));
  const port = await freePort();
  return {
    url: `http://localhost:${port}`,
    start: (settings = {}) =>
      startServer({
        dataDir,
        furnished: contents === 'furnished',
        port,
        // Identity providers of the tests are on this machine.
        settings: {
          DATABASE_URL: addressOf(connection, name),
          SIGNET_KEY: KEY,
          OWN_NETWORK_PROVIDERS: 'true',
          ...settings,
        },
      }),
    async remove() {
      await dropDatabase(connection, name);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function currentRun(): Run {
  const run = process.env['SIGNET_E2E_RUN'];
  if (run === undefined) throw new Error('The global setup has not run.');
  return JSON.parse(run) as Run;
}

/** As DATABASE_URL takes it; a folder of sockets stands in the query. */
export function addressOf({ host, port, user, password }: pg.ClientConfig, database: string): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = encodeURIComponent(user ?? '');
  if (typeof password === 'string') url.password = encodeURIComponent(password);
  if (host?.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host ?? 'localhost';
  return url.href;
}
