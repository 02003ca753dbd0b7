import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildServer, ensureBuilt } from '../../../tools/build.mjs';
import { migrate } from '../db/migrate.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { furnishCast, type Cast } from './cast.ts';
import { dropDatabases, queryOnce } from './drop-database.ts';
import { openTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server of this run, and what test databases are cloned from: one that is migrated, and another with the demo
     * cast, whose ids are the same in all its clones.
     */
    testPostgres: { connection: pg.ClientConfig; template: string; furnished: { template: string; cast: Cast } };
  }
}

/**
 * Builds the server for the tests that start it as a process, starts the one PostgreSQL of a test run and migrates the
 * template; the answer takes the last two away.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt(buildServer);
  const server = await openTestPostgres();
  const template = `signet_test_${randomBytes(4).toString('hex')}`;
  await queryOnce(server.connection, `create database ${template}`);

  const database = openDatabase({ ...server.connection, database: template }, 2, TIME_LIMITS.endless);
  await migrate(database.pool);
  await database.close();
  const furnished = `${template}_cast`;
  await queryOnce(server.connection, `create database ${furnished} template ${template} strategy file_copy`);
  const stage = openDatabase({ ...server.connection, database: furnished }, 2, TIME_LIMITS.endless);
  const cast = await furnishCast(stage.db);
  await stage.close();
  const { connection } = server;
  project.provide('testPostgres', { connection, template, furnished: { template: furnished, cast } });

  return async () => {
    await dropDatabases(server.connection, template);
    await server.stop();
  };
}
