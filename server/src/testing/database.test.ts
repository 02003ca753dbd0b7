import pg from 'pg';
import { expect, it } from 'vitest';
import { createDatabase } from './database.ts';

async function tables(connection: pg.PoolConfig): Promise<string[]> {
  const pool = new pg.Pool(connection);
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  await pool.end();
  return rows.map((row) => row.name);
}

it('gives each test a migrated database that no other test sees', async () => {
  const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
  const pool = new pg.Pool(one.connection);
  await pool.query('create table only_here (id integer)');
  await pool.end();
  expect(await tables(one.connection)).toContain('only_here');
  expect(await tables(other.connection)).not.toContain('only_here');
  expect(await tables(other.connection)).toContain('schema_migration');
  await Promise.all([one.drop(), other.drop()]);
  await expect(tables(one.connection)).rejects.toThrow(/does not exist/);
});
