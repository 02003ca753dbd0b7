import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated, empty database of its own: for node-postgres, and a way to be rid of it. */
export type TestDatabase = { connection: pg.PoolConfig; drop: () => Promise<void> };

/** Clones the run's template (some 10 to 40 ms). Close your connections before `drop`. */
export async function createDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('testPostgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Copying files is faster than writing them through the log where the log is not kept, as in the run's own server.
  await run(connection, `create database ${name} template ${template} strategy file_copy`);
  return { connection: { ...connection, database: name }, drop: () => drop(connection, name) };
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Autovacuum may be at work in the database, and only a superuser may end that: it goes by itself in a moment. */
async function drop(connection: pg.ClientConfig, name: string, tries = 50): Promise<void> {
  try {
    await run(connection, `drop database if exists ${name} with (force)`);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE || tries === 0) throw error;
    await setTimeout(100);
    await drop(connection, name, tries - 1);
  }
}

async function run(connection: pg.ClientConfig, query: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(query);
  } finally {
    await client.end();
  }
}
