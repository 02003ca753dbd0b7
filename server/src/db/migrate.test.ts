/** A database that another version of the program has migrated before. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { to, withClient } from '../backup/testing.ts';
import { createDatabase, type TestDatabase } from '../testing/database.ts';
import { LOCKS } from './locks.ts';
import { migrate, WAITING } from './migrate.ts';
import { openDatabase, TIME_LIMITS } from './open.ts';
import { spawnSignet } from '../testing/spawn-signet.ts';

// Signet is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'signet-migrate-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const write = (query: string): Promise<unknown> => withClient(database.connection, (client) => client.query(query));
const applied = (): Promise<string[]> =>
  withClient(database.connection, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from schema_migration order by number');
    return rows.map(({ name }) => name);
  });
const LATER = `insert into schema_migration (number, name, digest) values (9998, '9998-one.sql', 'd'),
  (9999, '9999-later.sql', 'd')`;

test('Signet does not start on the database of a newer one, names what is newer, and leaves all as it is', async () => {
  const before = await applied();
  await write(LATER);
  const signet = await spawnSignet(folder, to(folder, database.connection));
  expect(await signet.exit).toBe(1);
  expect(signet.output()).toContain(
    'The database belongs to a newer Signet: it has had 9998-one.sql, 9999-later.sql, which this one does not have. ' +
      'Start that one, or restore a backup from before into an empty database.',
  );
  // A sentence, and no stack.
  expect(signet.output()).not.toContain('migrate.ts');
  expect(await applied()).toEqual([...before, '9998-one.sql', '9999-later.sql']);
});

test('its own database is left as it is, and one whose migration is another one is refused', async () => {
  const { pool, close } = openDatabase(database.connection, 2, TIME_LIMITS.endless);
  try {
    expect(await migrate(pool)).toEqual([]);
    const { rows } = await pool.query<{ name: string }>(
      `update schema_migration set digest = 'another'
       where number = (select max(number) from schema_migration) returning name`,
    );
    await expect(migrate(pool)).rejects.toThrow(`Migration ${rows[0]?.name} was changed after it had been applied.`);
    // One that is not the last either: of a Signet that went another way.
    await pool.query("insert into schema_migration (number, name, digest) values (0, '0000-other.sql', 'd')");
    await expect(migrate(pool)).rejects.toThrow(/^The database belongs to a newer Signet: it has had 0000-other\.sql/);
  } finally {
    await close();
  }
});

test('a migration that waits for a table which a backup has keeps nobody else from it', async () => {
  const { pool, close } = openDatabase(database.connection, 2, TIME_LIMITS.endless);
  // As requests of the Signet that still runs.
  const requests = openDatabase(database.connection, 1);
  const said: string[] = [];
  const pauses: string[] = [];
  try {
    await pool.query(`alter table account_feature drop column ended_on;
      delete from schema_migration where name = '0092-trials-that-ended.sql'`);
    const migrated = await withClient(database.connection, async (backup) => {
      await backup.query('begin; lock table account_feature in access share mode');
      const migrating = migrate(pool, {
        say: (line) => said.push(line),
        pause: async () => pauses.push('once more'),
      });
      try {
        while (pauses.length < 2) await requests.pool.query('select from account_feature');
      } finally {
        await backup.query('rollback');
        await migrating;
      }
      return migrating;
    });
    expect(migrated).toEqual(['0092-trials-that-ended.sql']);
    expect((await pool.query('select ended_on from account_feature')).rows).toEqual([]);
    expect(said).toEqual([expect.stringContaining('a table that 0092-trials-that-ended.sql changes')]);
  } finally {
    await requests.close();
    await close();
  }
});

const ONLINE = '0117-revoked-as-listed.sql';

test('a migration that stands still behind a backup, or behind another process, says so once', async () => {
  const { pool, close } = openDatabase(database.connection, 2, TIME_LIMITS.endless);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const heard = (line: string) => vi.waitFor(() => expect(said).toEqual([expect.stringContaining(line)]), 60_000);
  try {
    await pool.query(`delete from schema_migration where name = '${ONLINE}'; drop index certificate_revoked_as_listed`);
    const migrated = await withClient(database.connection, async (backup) => {
      await backup.query('begin isolation level repeatable read; select from account limit 1');
      const migrating = migrate(pool, { ...WAITING, say });
      try {
        await heard(`${ONLINE} works while others do, and waits for all that began before it`);
      } finally {
        await backup.query('rollback');
      }
      return migrating;
    });
    expect(migrated).toEqual([ONLINE]);

    said.length = 0;
    await withClient(database.connection, async (other) => {
      await other.query(`select pg_advisory_lock(${LOCKS.migrations})`);
      const migrating = migrate(pool, { ...WAITING, say });
      try {
        await heard('Waiting until another process has migrated this database, or restored it.');
      } finally {
        await other.query(`select pg_advisory_unlock(${LOCKS.migrations})`);
      }
      expect(await migrating).toEqual([]);
    });
    expect(said).toHaveLength(1);
  } finally {
    await close();
  }
});
