/** Taking the databases of a test run away, whoever may still be at work in one. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const INSUFFICIENT_PRIVILEGE = '42501';
const TRIES = 50;
const PAUSE_MS = 100;

/** One query by a connection of its own. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Autovacuum may be at work in the database, and only a superuser may end that: it goes by itself in a moment. */
export async function dropDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  for (let left = TRIES; ; left -= 1)
    try {
      return void (await queryOnce(connection, `drop database if exists ${name} with (force)`));
    } catch (error) {
      const isVacuumed = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
      if (!isVacuumed || left === 0) throw error;
      await setTimeout(PAUSE_MS);
    }
}

/** Each database whose name begins so; `prefix` is the run's own, and random. */
export async function dropDatabases(connection: pg.ClientConfig, prefix: string): Promise<void> {
  const text = `select datname as name from pg_database where starts_with(datname, '${prefix}')`;
  const names = await queryOnce<{ name: string }>(connection, text);
  for (const { name } of names) await dropDatabase(connection, name);
}
