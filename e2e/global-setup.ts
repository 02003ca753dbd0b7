/**
 * Once per run: a PostgreSQL of the run's own, and in it a furnished database that every worker copies. Nothing has a
 * fixed port or folder, so runs can stand side by side.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dropDatabases, queryOnce } from '../server/src/testing/drop-database.ts';
import { openTestPostgres } from '../server/src/testing/postgres.ts';
import { startServer } from '../tools/running-server.ts';
import { addressOf, KEY, type Run } from './place.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await openTestPostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-e2e-'));
  const run: Run = {
    connection: server.connection,
    prefix: `signet_e2e_${randomBytes(4).toString('hex')}`,
    folder,
  };
  const end = async (): Promise<void> => {
    await dropDatabases(run.connection, run.prefix);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await queryOnce(run.connection, `create database ${run.prefix}`);
    const furnishing = await startServer({
      dataDir: path.join(folder, 'furnishing'),
      furnished: true,
      settings: { DATABASE_URL: addressOf(run.connection, run.prefix), SIGNET_KEY: KEY },
    });
    await furnishing.stop();
  } catch (error) {
    await end();
    throw error;
  }
  // Workers inherit the environment of the process that runs this.
  process.env['SIGNET_E2E_RUN'] = JSON.stringify(run);
  return end;
}
