/** Databases and files that are almost what a restore takes: what is there already, and what changes meanwhile. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { checkBackup } from './check.ts';
import { begin, KEY, rewritten, run, succeed, to, until, usedPlatform, withClient } from './testing.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: TestApp;
let base: string;
let backup: string;
/** Another one of the same platform, which has a row more. */
let later: string;
let folder: string;
let target: TestDatabase;

beforeAll(async () => {
  app = await usedPlatform();
  base = mkdtempSync(path.join(tmpdir(), 'signet-places-'));
  backup = path.join(base, 'platform.signet');
  // What somebody has added by hand is in the file, and none of Signet's.
  await withClient(app.connection, async (client) => {
    await client.query("create table a_note as select 'keep me' as text");
    await client.query("alter table account add column nick text default 'n'");
  });
  await succeed('backup', [backup], to(base, app.connection));
  await withClient(app.connection, (client) =>
    client.query("insert into platform_setting (name, value, updated_at) values ('zz_later', '1', now())"),
  );
  later = path.join(base, 'later.signet');
  await succeed('backup', [later], to(base, app.connection));
});
afterAll(async () => {
  await app.close();
  rmSync(base, { recursive: true });
});
beforeEach(async () => {
  folder = mkdtempSync(path.join(base, 'test-'));
  target = await createEmptyDatabase();
});
afterEach(() => target.drop());

const restored = (file = backup, ...more: string[]) => run('restore', [file, ...more], to(folder, target.connection));
const inFile = (name: string, content: Uint8Array | string): string => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};
const ask = <T>(query: string): Promise<T | undefined> =>
  withClient(target.connection, async (client) => (await client.query<{ answer: T }>(query)).rows[0]?.answer);
const count = (table: string): Promise<number | undefined> => ask(`select count(*)::int as answer from ${table}`);

test('what somebody has added to the tables is left out, and said by its name', async () => {
  const { code, said } = await restored();
  expect(code).toBe(0);
  expect(said).toContain("The table a_note is none of Signet's, and was left out.");
  expect(said).toContain("The column nick of the table account is none of Signet's, and was left out.");
  expect(await ask("select to_regclass('public.a_note') as answer")).toBe(null);
});

test('a function, or the queue of somebody else, is something that is there already', async () => {
  const things: [string, string, string][] = [
    ["create function f() returns int language sql as 'select 1'", 'something that is no table', 'drop function f'],
    ['create schema graphile_worker', 'something that is no table', 'drop schema graphile_worker'],
    ['create view v as select 1 as one', 'something that is no table', 'drop view v'],
  ];
  for (const [make, what, drop] of things) {
    await ask(make);
    expect([make, await restored()]).toEqual([make, { code: 1, said: expect.stringContaining(what) }]);
    await ask(drop);
  }
  expect(await ask("select to_regclass('public.unfinished_restore') as answer")).toBe(null);
});

test('what an extension has brought stays, and is neither in the way nor in a backup', async () => {
  await ask("create function f() returns int language sql as 'select 1'");
  await ask('create table spatial as select 1 as one');
  await ask('create extension citext');
  for (const thing of ['function f()', 'table spatial']) await ask(`alter extension citext add ${thing}`);
  expect((await restored()).said).toContain('are the same');
  expect([await ask('select f() as answer'), await count('spatial')]).toEqual([1, 1]);
  const file = path.join(folder, 'again');
  expect(await run('backup', [file], to(folder, target.connection))).toMatchObject({ code: 0 });
  const { tables } = await checkBackup(file, { at: () => undefined, done: () => undefined });
  expect(tables.map(({ name }) => name)).not.toContain('spatial');
});

test('a restore that is not finished is in no backup, and another backup does not finish it', async () => {
  const none = inFile('none', `${app.runtime.config.AUDIT_ORIGIN}\n1\nAAAA\n\n— nobody AAAA\n`);
  expect(await restored(backup, '--checkpoint', none)).toMatchObject({ code: 1 });
  expect(await ask('select loaded as answer from unfinished_restore')).toBe(true);
  const half = path.join(folder, 'half');
  expect(await run('backup', [half], to(folder, target.connection))).toEqual({
    code: 1,
    said: expect.stringContaining('holds a restored platform that is not finished'),
  });
  expect(existsSync(half)).toBe(false);
  const { code, said } = await restored(later);
  expect([code, said]).toEqual([0, expect.stringContaining('What a run that was cut off has left is taken away')]);
  expect(await ask("select value as answer from platform_setting where name = 'zz_later'")).toBe(1);
});

test('a file that is exchanged after it was looked at is not restored', async () => {
  const file = inFile('exchanged', readFileSync(backup));
  const running = begin('restore', [file], to(folder, target.connection));
  await until(running, () => running.said().includes('is whole'));
  copyFileSync(later, `${file}.new`);
  renameSync(`${file}.new`, file);
  expect(await running.ended).toEqual({ code: 1, said: expect.stringContaining('exchanged while it was read') });
  expect([await count('account'), await ask('select loaded as answer from unfinished_restore')]).toEqual([0, false]);
});

test('rows that are not read again as they were given are not taken, whoever wrote them', async () => {
  const other = await rewritten(backup, (table, row) => (table === 'account' ? { ...row, active: 'true' } : row));
  const { code, said } = await restored(inFile('other', other));
  expect([code, said]).toEqual([1, expect.stringMatching(/The table account is not as it was in the backup/)]);
  expect(await count('account')).toBe(0);
});

test('a row that refers to one that is not there is not taken', async () => {
  const nobody = '00000000-0000-4000-8000-000000000001';
  const other = await rewritten(backup, (table, row) =>
    table === 'contact' ? { ...row, organization_id: nobody } : row,
  );
  const { code, said } = await restored(inFile('other', other));
  expect([code, said]).toEqual([1, expect.stringContaining('violates foreign key')]);
  expect(await count('organization')).toBe(0);
});

test('an export of something else, and a backup for a log of another name, touch no database', async () => {
  const account = await rewritten(backup, (_, row) => row, 'account');
  expect((await restored(inFile('account', account))).said).toContain(
    'is no backup of a platform: it is an export of kind',
  );
  const settings = { ...to(folder, target.connection), AUDIT_ORIGIN: 'other.example/audit' };
  expect(await run('restore', [backup], settings)).toEqual({
    code: 1,
    said: expect.stringContaining(`AUDIT_ORIGIN must be ${app.runtime.config.AUDIT_ORIGIN}`),
  });
  expect(await ask("select count(*)::int as answer from pg_class where relnamespace = 'public'::regnamespace")).toBe(0);
});

test('the key of the folder goes before that of a file, which must be there where it is named', async () => {
  const { SIGNET_KEY: _, ...settings } = to(folder, target.connection);
  const none = await run('restore', [backup, '--key-file', path.join(folder, 'none')], settings);
  expect(none).toEqual({ code: 1, said: expect.stringMatching(/There is no key file .+none/) });
  const right = inFile('right', `${KEY}\n`);
  mkdirSync(path.join(folder, 'data'));
  const own = path.join(folder, 'data', 'signet.key');
  writeFileSync(own, `${Buffer.alloc(32, 9).toString('base64')}\n`, { mode: 0o600 });
  // The platform would start with it, and open nothing.
  expect(await run('restore', [backup, '--key-file', right], settings)).toEqual({
    code: 1,
    said: expect.stringContaining(`${own} is not the key of this backup`),
  });
});
