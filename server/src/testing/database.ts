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

/** A database in which there is nothing yet. Close your connections before `drop`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('testPostgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await run(connection, `create database ${name}`);
  return { connection: { ...connection, database: name }, drop: () => drop(connection, name) };
}

const INSUFFICIENT_PRIVILEGE = '42501';
const CLOSING_TRIES = 50;
const CLOSING_PAUSE_MS = 10;

/**
 * Waits, half a second at most, until nobody is connected. A pool that has ended may still be closing its connections;
 * one that the server ends before it is closed throws an error that nobody can catch.
 */
async function untilUnused(connection: pg.ClientConfig, name: string): Promise<void> {
  const unused = `select not exists (select from pg_stat_activity where datname = '${name}') as unused`;
  for (let tries = 0; tries < CLOSING_TRIES; tries += 1) {
    const { rows } = await run<{ unused: boolean }>(connection, unused);
    if (rows[0]?.unused) return;
    await setTimeout(CLOSING_PAUSE_MS);
  }
}

/** Autovacuum may be at work in the database, and only a superuser may end that: it goes by itself in a moment. */
async function drop(connection: pg.ClientConfig, name: string, tries = 50): Promise<void> {
  await untilUnused(connection, name);
  try {
    await run(connection, `drop database if exists ${name} with (force)`);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE || tries === 0) throw error;
    await setTimeout(100);
    await drop(connection, name, tries - 1);
  }
}

async function run<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  query: string,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await client.query<Row>(query);
  } finally {
    await client.end();
  }
}
