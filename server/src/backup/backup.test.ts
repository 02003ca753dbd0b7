/** A platform leaves in a file and comes back from it, through the commands that an operator types. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { spawnSignet } from '../testing/spawn-signet.ts';
import { DEMO_PASSWORD, KEY, rowsOf, run, shapeOf, sign, to, usedPlatform } from './testing.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: TestApp;
let folder: string;
let backup: string;
let head: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  app = await usedPlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'signet-backup-'));
  backup = path.join(folder, 'platform.signet');
  head = await sign(app.runtime);
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await app.close();
  rmSync(folder, { recursive: true });
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database;
}

test('a platform is backed up, restored elsewhere and started: every row is there, and its log is proved', async () => {
  const before = await rowsOf(app.connection);
  const written = await run('backup', [backup, '--key-file', path.join(folder, 'key')], to(folder, app.connection));
  expect([written.code, ...written.said.trim().split('\n')]).toEqual([
    0,
    expect.stringMatching(/^Written to .+: [\d,]+ rows of \d+ tables, [\d.]+ [KM]iB, as they were at 20.+Z\.$/),
    expect.stringMatching(/^The platform key is in .+key, and not in the backup: keep the two apart \(fingerprint /),
  ]);
  expect(readFileSync(path.join(folder, 'key'), 'utf8')).toBe(`${KEY}\n`);
  expect(statSync(path.join(folder, 'key')).mode & 0o777).toBe(0o600);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(readFileSync(backup).includes(KEY)).toBe(false);

  const target = await emptyDatabase();
  writeFileSync(path.join(folder, 'checkpoint'), head);
  const settings = { folder, DATABASE_URL: to(folder, target.connection).DATABASE_URL };
  const args = [backup, '--key-file', path.join(folder, 'key'), '--checkpoint', path.join(folder, 'checkpoint')];
  const restored = await run('restore', args, settings);
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('were read again and are the same.') });
  expect(restored.said).toMatch(
    /The audit log is proved: [\d,]+ events as they were signed, and contains 1 checkpoint /,
  );
  expect(await shapeOf(target.connection)).toEqual(await shapeOf(app.connection));

  const after = await rowsOf(target.connection);
  const { audit_event: events = [], certificate_revocation_list: lists = [], ...rest } = after;
  const { audit_event: eventsBefore = [], certificate_revocation_list: listsBefore = [], ...same } = before;
  for (const [name, expected] of Object.entries(same)) expect([name, rest[name]]).toEqual([name, expected]);
  expect(Object.keys(rest)).toEqual(Object.keys(same));
  expect(lists).toHaveLength(listsBefore.length);
  const added = events.filter((row) => !eventsBefore.includes(row)).map((row) => JSON.parse(row));
  expect(events).toHaveLength(eventsBefore.length + 1);
  expect(added).toEqual([expect.objectContaining({ action: 'UPDATE', resource_type: 'BACKUP', actor_via: 'system' })]);

  const signet = await spawnSignet(path.join(folder, 'data'), { DATABASE_URL: settings.DATABASE_URL });
  try {
    await signet.ready;
    const login = await fetch(`${signet.url}/account/ui-api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_name: 'ada', password: DEMO_PASSWORD }),
    });
    expect([login.status, Object.keys(Object(await login.json()))]).toEqual([
      200,
      expect.arrayContaining(['refresh_token']),
    ]);
  } finally {
    expect(await signet.end()).toBe(0);
  }
});
