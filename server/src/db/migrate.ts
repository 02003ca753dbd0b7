import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any number that nothing else uses: many processes may start at once, one migrates. */
const LOCK = 7_346_021;

type Migration = { number: number; name: string; text: string; digest: string };

function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      return { number: Number(name.slice(0, 4)), name, text, digest: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Brings the database to the newest schema: plain SQL files, forward only, each in a transaction of its own, then the
 * schema of the job queue. The pool must hold two connections.
 * Throws when an applied file was changed afterwards or the database is newer than this code knows.
 * Returns the names it applied.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migration (number integer primary key, name text not null, ' +
        'digest text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ number: number; name: string; digest: string }>(
      'select number, name, digest from schema_migration',
    );
    const applied = new Map(rows.map((row) => [row.number, row]));
    const fresh: string[] = [];
    for (const migration of migrations()) {
      const before = applied.get(migration.number);
      if (before && before.digest !== migration.digest)
        throw new Error(`Migration ${before.name} was changed after it had been applied.`);
      if (before) continue;
      await apply(client, migration);
      fresh.push(migration.name);
    }
    // The job queue brings its own schema, on a second connection while this one holds the lock.
    await runMigrations({ pgPool: pool });
    return fresh;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migration (number, name, digest) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.digest,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed.`, { cause: error });
  }
}
