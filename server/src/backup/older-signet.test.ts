/** A backup of a Signet that had fewer migrations is restored by this one: as it was, and then brought up to date. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { knownMigrations, migrateLocked, withMigrationLock } from '../db/migrate.ts';
import { openDatabase, TIME_LIMITS } from '../db/open.ts';
import { copyOut, writeAsExported } from '../export/copy-store.ts';
import { openExport } from '../export/writer.ts';
import type { TestApp } from '../testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { JOBS, rowsQuery, serverOf, storedTables, type StoredTable } from './catalog-store.ts';
import { fingerprintOf, proofOf } from './key.ts';
import { STAYING } from './tables.ts';
import { KEY, run, shapeOf, sign, to, usedPlatform, withClient } from './testing.ts';

// The command is a process of its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** The newest migration of the older Signet. Those since have added tables, and columns to rows that were there. */
const LEVEL = 58;
const OLDER = knownMigrations().filter(({ number }) => number <= LEVEL);

let app: TestApp;
let folder: string;
let head: string;
let target: TestDatabase;

beforeAll(async () => {
  app = await usedPlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'signet-older-signet-'));
  // What one of the migrations looks at: metadata of a provider that says until when it holds.
  await withClient(app.connection, (client) =>
    client.query(
      `insert into saml_config
         (account_id, id, entity_id, sign_on_address, metadata, valid_until, created_at, updated_at)
       select id, gen_random_uuid(), 'https://idp.example', 'https://idp.example/sso', '<xml/>', '2031-01-01', now(),
         now() from account where type = 'standard' limit 1`,
    ),
  );
  head = await sign(app.runtime);
  target = await createEmptyDatabase();
});
afterAll(async () => {
  await target.drop();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The tables and columns that a database of the older Signet has. */
async function olderTables(): Promise<StoredTable[]> {
  const database = await createEmptyDatabase();
  const { pool, close } = openDatabase(database.connection, 2, TIME_LIMITS.endless);
  try {
    const numbers = new Set(OLDER.map(({ number }) => number));
    const silently = () => undefined;
    await withMigrationLock(pool, silently, (client) => migrateLocked(pool, client, { only: numbers }));
    return await withMigrationLock(pool, silently, storedTables);
  } finally {
    await close();
    await database.drop();
  }
}

/** The file that the older Signet would have written of the platform: all that it has a table and a column for. */
async function writeOlder(file: string, tables: StoredTable[]): Promise<void> {
  const pieces: Uint8Array[] = [];
  await withClient(app.connection, async (client) => {
    await writeAsExported(client);
    const { version, encoding, at } = await serverOf(client);
    const about = {
      product: '0.0.9',
      postgresql: version,
      encoding,
      migrations: OLDER,
      staying: [...STAYING],
      key: fingerprintOf(Buffer.from(KEY, 'base64')),
      audit: { origin: app.runtime.config.AUDIT_ORIGIN, head },
    };
    const sink = async (bytes: Uint8Array): Promise<void> => void pieces.push(bytes);
    const writer = await openExport(sink, { kind: 'platform', created_at: at, about }, (sha256) =>
      proofOf(Buffer.from(KEY, 'base64'), sha256),
    );
    for (const table of [...tables, JOBS]) await writer.table(table, copyOut(client, rowsQuery(table)));
    await writer.end({});
  });
  writeFileSync(file, Buffer.concat(pieces));
}

/** The rows that both have, by those columns that the older one knew. */
const knownRows = (connection: pg.ClientConfig, tables: StoredTable[]): Promise<Record<string, string[]>> =>
  withClient(connection, async (client) => {
    await client.query("set timezone to 'UTC'");
    const rows: Record<string, string[]> = {};
    for (const { name, columns } of tables) {
      const listed = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from (select ${listed} from "${name}") t
         order by to_jsonb(t)::text collate "C"`,
      );
      rows[name] = found.rows.map(({ row }) => row);
    }
    return rows;
  });

test('a backup of an older Signet is restored and brought up to date: rows, log, schema of today', async () => {
  const tables = (await olderTables()).filter(({ name }) => !STAYING.includes(name) && name !== 'schema_migration');
  expect(tables.map(({ name }) => name)).not.toContain('oauth_client');
  const file = path.join(folder, 'older');
  await writeOlder(file, tables);
  writeFileSync(path.join(folder, 'checkpoint'), head);
  const before = await knownRows(app.connection, tables);

  const checkpoint = ['--checkpoint', path.join(folder, 'checkpoint')];
  const restored = await run('restore', [file, ...checkpoint], to(folder, target.connection));
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('were read again and are the same.') });
  expect(restored.said).toMatch(
    /The audit log is proved: [\d,]+ events as they were signed, and contains 1 checkpoint /,
  );
  expect(await shapeOf(target.connection)).toEqual(await shapeOf(app.connection));

  const {
    audit_event: events = [],
    certificate_revocation_list: lists = [],
    ...after
  } = await knownRows(target.connection, tables);
  const { audit_event: eventsBefore = [], certificate_revocation_list: listsBefore = [], ...same } = before;
  for (const [name, rows] of Object.entries(same)) expect([name, after[name]]).toEqual([name, rows]);
  expect([events.length, lists.length]).toEqual([eventsBefore.length + 1, listsBefore.length]);
  await withClient(target.connection, async (client) => {
    const { rows: since } = await client.query<{ came: boolean }>(
      'select validity_came_at = updated_at as came from saml_config where valid_until is not null',
    );
    expect(since).toEqual([{ came: true }]);
    const { rows: applied } = await client.query('select number, name, digest from schema_migration order by number');
    expect(applied).toEqual(knownMigrations());
  });
});
