import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
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
  const admin = new pg.Pool({ ...server.connection, max: 1 });
  // pool.end() resolves before its sockets have closed, so the server's end may still reach one of them.
  admin.on('error', () => undefined);
  await admin.query(`create database ${template}`);

  const database = openDatabase({ ...server.connection, database: template }, 2, TIME_LIMITS.endless);
  await migrate(database.pool);
  await database.close();
  project.provide('testPostgres', { connection: server.connection, template });

  return async () => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await server.stop();
  };
}
