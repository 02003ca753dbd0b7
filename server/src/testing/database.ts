import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { inject } from 'vitest';
import { dropDatabase, queryOnce } from './drop-database.ts';

/** A migrated database of its own: for node-postgres, and a way to be rid of it. */
export type TestDatabase = { connection: pg.PoolConfig; drop: () => Promise<void> };

/** Clones the run's template (some 10 to 40 ms), empty or with the demo cast. Close your connections before `drop`. */
export async function createDatabase({ furnished = false } = {}): Promise<TestDatabase> {
  const { connection, ...templates } = inject('testPostgres');
  const template = furnished ? templates.furnished.template : templates.template;
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Copying files is faster than writing them through the log where the log is not kept, as in the run's own server.
  await queryOnce(connection, `create database ${name} template ${template} strategy file_copy`);
  return { connection: { ...connection, database: name }, drop: () => drop(connection, name) };
}

/** A database in which there is nothing yet. Close your connections before `drop`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('testPostgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await queryOnce(connection, `create database ${name}`);
  return { connection: { ...connection, database: name }, drop: () => drop(connection, name) };
}

const CLOSING_TRIES = 1_000;
const CLOSING_PAUSE_MS = 10;

/**
 * Waits, some seconds at most, until nobody is connected. A pool that has ended may still be closing its connections;
 * one that the server ends before it is closed throws an error that nobody can catch.
 */
async function untilUnused(connection: pg.ClientConfig, name: string): Promise<void> {
  // Autovacuum, which may be at work for long, closes nothing.
  const unused = `select not exists (select from pg_stat_activity
    where datname = '${name}' and backend_type is distinct from 'autovacuum worker') as unused`;
  for (let tries = 0; tries < CLOSING_TRIES; tries += 1) {
    const [row] = await queryOnce<{ unused: boolean }>(connection, unused);
    if (row?.unused) return;
    await setTimeout(CLOSING_PAUSE_MS);
  }
}

async function drop(connection: pg.ClientConfig, name: string): Promise<void> {
  await untilUnused(connection, name);
  await dropDatabase(connection, name);
}
