/** Files, places and moments in which a backup or a restore must not go on, and what is there afterwards. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { spawnSignet } from '../testing/spawn-signet.ts';
import type { About } from '../export/format.ts';
import { openExport, type Prove } from '../export/writer.ts';
import { checkBackup } from './check.ts';
import { proofOf } from './key.ts';
import { KEY, run, to, usedPlatform, withClient } from './testing.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: TestApp;
let base: string;
let backup: string;
let folder: string;
let target: TestDatabase;

beforeAll(async () => {
  app = await usedPlatform();
  base = mkdtempSync(path.join(tmpdir(), 'signet-backup-bad-'));
  backup = path.join(base, 'platform.signet');
  const { code, said } = await run('backup', [backup], to(base, app.connection));
  if (code !== 0) throw new Error(said);
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

const ask = async <T>(connection: pg.ClientConfig, query: string): Promise<T | undefined> =>
  withClient(connection, async (client) => (await client.query<{ answer: T }>(query)).rows[0]?.answer);
const THINGS = "select count(*)::int as answer from pg_class where relnamespace = 'public'::regnamespace";
const things = (): Promise<number | undefined> => ask<number>(target.connection, THINGS);
const restored = (file: string, ...more: string[]) => run('restore', [file, ...more], to(folder, target.connection));
const other = (name: string, content: Uint8Array | string): string => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

test('a file that is cut, altered, newer or of something else touches no database', async () => {
  const whole = readFileSync(backup);
  const text = whole.toString('latin1');
  const altered = (at: number): Buffer => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const files: [string, string | Buffer, RegExp][] = [
    ['cut in the header', whole.subarray(0, 300), /The file is not whole: it ends after 300 bytes/],
    ['cut in the rows', whole.subarray(0, Math.floor(whole.length / 2)), /The file is not whole/],
    ['cut before its seal', whole.subarray(0, text.lastIndexOf('{"frame":"seal"')), /The file is not whole/],
    ['altered in the header', altered(text.indexOf('"product"') + 12), /The file was altered/],
    ['altered in a table', altered(text.indexOf('"columns"') + 20), /The file was altered/],
    ['altered in rows', altered(Math.floor(whole.length / 2)), /The file was altered|is not whole/],
    ['altered in the proof', altered(whole.length - 10), /No holder of the platform key|The file was altered/],
    ['of a newer form', text.replace('"version":1', '"version":2'), /signet-export\/2, of a newer Signet/],
    ['of something else', 'PGDMP and more\n', /This is no file that Signet has written/],
    ['empty', '', /The file is not whole: it ends after 0 bytes/],
  ];
  for (const [name, content, why] of files) {
    const file = other(name, typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
    expect([name, await restored(file)]).toEqual([name, { code: 1, said: expect.stringMatching(why) }]);
  }
  expect(await run('restore', [path.join(folder, 'none')], to(folder, target.connection))).toEqual({
    code: 1,
    said: expect.stringContaining('there is no such file or folder'),
  });
  expect(await things()).toBe(0);
});

/** A backup without rows, with another header, sealed by whom `prove` says. */
async function withHeader(change: (about: About) => About, prove: Prove): Promise<Buffer> {
  const { header } = await checkBackup(backup, { at: () => undefined, done: () => undefined });
  const pieces: Uint8Array[] = [];
  const sink = async (bytes: Uint8Array): Promise<void> => void pieces.push(bytes);
  const { kind, created_at, about } = header;
  const writer = await openExport(sink, { kind, created_at, about: change(about) }, prove);
  await writer.end({});
  return Buffer.concat(pieces);
}
const byKey: Prove = (sha256) => proofOf(Buffer.from(KEY, 'base64'), sha256);

test('an older Signet writes no backup of the database of a newer one, and says which one does', async () => {
  const database = await createDatabase();
  try {
    await withClient(database.connection, (client) =>
      client.query("insert into schema_migration (number, name, digest) values (9999, '9999-later.sql', 'd')"),
    );
    const file = path.join(folder, 'newer.signet');
    const { code, said } = await run('backup', [file], to(folder, database.connection));
    expect(code).toBe(1);
    expect(said).toContain(
      'No backup: The database belongs to a newer Signet: it has had 9999-later.sql, which this one does not have. ' +
        'Nothing was written: run npm run backup of that one.',
    );
    expect(said).not.toMatch(/dump-store|at async/);
    expect(readdirSync(folder).filter((name) => name.includes('signet'))).toEqual([]);
  } finally {
    await database.drop();
  }
});

test('no backup is left without the key that was asked for, and no key without its backup', async () => {
  const file = path.join(folder, 'a.signet');
  const nowhere = path.join(folder, 'none');
  const written = (name: string, key: string) =>
    run('backup', [name, '--key-file', path.join(key, 'a.key')], to(folder, app.connection));
  const refused = { code: 1, said: expect.stringMatching(/^No backup: .*no such file or folder/m) };
  expect(await written(file, nowhere)).toEqual(refused);
  expect(await written(path.join(nowhere, 'a.signet'), folder)).toEqual(refused);
  expect(readdirSync(folder).filter((name) => name.startsWith('a.'))).toEqual([]);
});

test('a backup that the audit log can’t be told of is whole, and said to be', async () => {
  const file = path.join(folder, 'a.signet');
  const event = "create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$";
  await app.pool.query(`${event}; create trigger refuse before insert on audit_event for each row
    when (new.resource_type = 'BACKUP') execute function refuse()`);
  try {
    const { code, said } = await run('backup', [file], to(folder, app.connection));
    expect([code, said]).toEqual([0, expect.stringContaining('only the audit log does not tell of it: full')]);
    expect(said).not.toContain('No backup');
  } finally {
    await app.pool.query('drop trigger refuse on audit_event; drop function refuse()');
  }
  expect((await run('backup', ['--check', file], to(folder, app.connection))).code).toBe(0);
});

test('a backup of a newer Signet, of another one and of one account is named as such', async () => {
  const { about } = await checkBackup(backup, { at: () => undefined, done: () => undefined });
  const later = { number: 9999, name: '9999-later.sql', digest: 'd' };
  const newer = await withHeader(
    (header) => ({ ...header, product: '9.8.7', migrations: [...about.migrations, later] }),
    byKey,
  );
  expect((await restored(other('newer', newer))).said).toMatch(/by a newer Signet \(9\.8\.7\) with 9999-later\.sql/);
  const [first, ...rest] = about.migrations;
  const foreign = await withHeader(
    (header) => ({ ...header, migrations: [{ ...first, number: 1, name: '0001-people.sql', digest: 'd' }, ...rest] }),
    byKey,
  );
  expect((await restored(other('foreign', foreign))).said).toContain('another Signet: its migration 0001-people.sql');
  const unproved = await withHeader(
    (header) => header,
    () => null,
  );
  expect((await restored(other('unproved', unproved))).said).toMatch(/No holder of the platform key \(SIGNET_KEY\)/);
  expect(await things()).toBe(0);
});

test('without the key of the backup, or with another one, nothing begins', async () => {
  const { DATABASE_URL, ...where } = to(folder, target.connection);
  const wrong = Buffer.alloc(32, 9).toString('base64');
  expect(await run('restore', [backup], { ...where, DATABASE_URL, SIGNET_KEY: wrong })).toEqual({
    code: 1,
    said: expect.stringMatching(/SIGNET_KEY is not the key of this backup: its fingerprint is [0-9a-f]{16}, and/),
  });
  const missing = await run('restore', [backup], { folder, DATABASE_URL });
  expect(missing).toEqual({ code: 1, said: expect.stringContaining('by --key-file, or set SIGNET_KEY') });
  const file = other('not-a-key', 'nothing\n');
  const bad = await run('restore', [backup, '--key-file', file], { folder, DATABASE_URL });
  expect(bad).toEqual({ code: 1, said: expect.stringContaining('does not hold 32 bytes in base64') });
  expect(await things()).toBe(0);
  expect(existsSync(path.join(folder, 'data', 'signet.key'))).toBe(false);
});

test('a database that holds something is left as it is, and what it holds is said', async () => {
  const used = await createDatabase();
  try {
    expect(await run('restore', [backup], to(folder, app.connection))).toEqual({
      code: 1,
      said: expect.stringMatching(
        /already: a platform with \d+ accounts, \d+ people and [\d,]+ events in its audit log/,
      ),
    });
    const unused = await run('restore', [backup], to(folder, used.connection));
    expect(unused.said).toContain('already: a platform with 0 accounts, 0 people and 0 events');
  } finally {
    await used.drop();
  }
  await ask(target.connection, 'create table notes (text text)');
  expect((await restored(backup)).said).toContain('in the PostgreSQL server of DATABASE_URL already: tables (notes)');
  expect(await things()).toBe(1);
});

test('no file is written over, and the key never goes into the file with the rows', async () => {
  const settings = to(folder, app.connection);
  const there = other('there', 'kept');
  expect((await run('backup', [there], settings)).said).toContain('is there already, and nothing is written over it');
  expect((await run('backup', [path.join(folder, 'new'), '--key-file', there], settings)).code).toBe(1);
  expect(readFileSync(there, 'utf8')).toBe('kept');
  const same = path.join(folder, 'same');
  expect(await run('backup', [same, '--key-file', same], settings)).toEqual({
    code: 2,
    said: expect.stringContaining('The key must not be in the file with the rows'),
  });
  const nowhere = await run('backup', [path.join(folder, 'none', 'file')], settings);
  expect(nowhere).toEqual({ code: 1, said: expect.stringContaining('there is no such file or folder') });
  for (const args of [[], ['one', 'two'], ['--help']]) expect((await run('backup', args, settings)).code).toBe(2);
  expect(readdirSync(folder).filter((name) => name !== 'data')).toEqual(['there']);
});

test('a backup of a database without a platform is none, and an empty folder gets no database', async () => {
  const file = path.join(folder, 'file');
  expect((await run('backup', [file], to(folder, target.connection))).code).toBe(1);
  expect((await run('backup', [file], { folder })).said).toContain('There is no database in');
  expect(readdirSync(folder).filter((name) => name !== 'data')).toEqual([]);
});

test('a check tells of a whole backup, of whose it is, and of a broken one', async () => {
  const ours = await run('backup', ['--check', backup], { folder, SIGNET_KEY: KEY });
  expect(ours).toEqual({ code: 0, said: expect.stringMatching(/^Whole and as it was written: [\d,]+ rows of \d+ /) });
  expect(ours.said).toContain('Written by a holder of the platform key (SIGNET_KEY).');
  const unknown = await run('backup', ['--check', backup], { folder });
  expect([unknown.code, unknown.said]).toEqual([0, expect.stringContaining('Who wrote it is not checked')]);
  const forged = other(
    'forged',
    await withHeader(
      (header) => header,
      () => 'hmac-sha256:00',
    ),
  );
  expect(await run('backup', ['--check', forged], { folder, SIGNET_KEY: KEY })).toEqual({
    code: 1,
    said: expect.stringContaining('no holder of the platform key has written this file'),
  });
  const cut = other('cut', readFileSync(backup).subarray(0, -1));
  expect((await run('backup', ['--check', cut], { folder })).code).toBe(1);
});

test('a log that is not proved is not started, unless that is what the operator wants', async () => {
  const tampered = path.join(folder, 'tampered');
  await withClient(app.connection, async (client) => {
    await client.query('alter table audit_event disable trigger user');
    await client.query("update audit_event set actor_name = 'Mallory' where tree_index = 3");
  });
  expect((await run('backup', [tampered], to(folder, app.connection))).code).toBe(0);
  const refused = await restored(tampered);
  expect(refused).toEqual({ code: 1, said: expect.stringMatching(/is not proved\. Row 3 .+ was changed/) });
  const settings = to(folder, target.connection);
  const signet = await spawnSignet(path.join(folder), { ...settings });
  expect(await signet.exit).toBe(1);
  expect(signet.output()).toContain('holds a restored platform that is not finished');
  const taken = await restored(tampered, '--unproved-log');
  expect(taken).toEqual({ code: 0, said: expect.stringContaining('taken as it is, not proved: Row 3') });
  expect(taken.said).toContain('The rows of this backup are there already');
  const after = "select after as answer from audit_event where resource_type = 'BACKUP' and action = 'UPDATE'";
  expect(await ask(target.connection, after)).toMatchObject({ finding: expect.stringMatching(/^Row 3/) });
});
