import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { dropDatabases, queryOnce } from './drop-database.ts';
import { openTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, and the migrated database that every test database is cloned from. */
    testPostgres: { connection: pg.ClientConfig; template: string };
  }
}

/** Starts the one PostgreSQL of a test run and migrates the template; the answer takes both away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openTestPostgres();
  const template = `signet_test_${randomBytes(4).toString('hex')}`;
  await queryOnce(server.connection, `create database ${template}`);

  const database = openDatabase({ ...server.connection, database: template }, 2, TIME_LIMITS.endless);
  await migrate(database.pool);
  await database.close();
  project.provide('testPostgres', { connection: server.connection, template });

  return async () => {
    await dropDatabases(server.connection, template);
    await server.stop();
  };
}
