/** A backup that takes its time: in bounded memory, beside people at work, cut off at any moment. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestApp } from '../testing/app.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { spawnSignet } from '../testing/spawn-signet.ts';
import { begin, run, to, until, usedPlatform, withClient } from './testing.ts';

vi.setConfig({ testTimeout: 800_000, hookTimeout: 400_000 });

/** Rows that no compression makes small, of about half a mebibyte each. */
const LARGE_ROWS = 160;
let app: TestApp;
let folder: string;
let target: TestDatabase;

beforeAll(async () => {
  app = await usedPlatform();
  await withClient(app.connection, (client) =>
    client.query(
      `insert into platform_setting (name, value, updated_at)
       select 'zz_large_' || n, to_jsonb(text), now() from generate_series(1, $1) n,
         lateral (select string_agg(md5(n::text || part::text), '') as text from generate_series(1, 16384) part) made`,
      [LARGE_ROWS],
    ),
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-large-'));
  target = await createEmptyDatabase();
});
afterEach(async () => {
  await target.drop();
  rmSync(folder, { recursive: true });
});

const files = (): string[] => readdirSync(folder).filter((name) => name !== 'data');
const unfinished = (): number =>
  files()
    .filter((name) => name.includes('.unfinished'))
    .reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
const SOME = 8 * 1024 * 1024;
const count = async (query: string): Promise<number> =>
  withClient(target.connection, async (client) => Number((await client.query<{ n: string }>(query)).rows[0]?.n));

test('people work on meanwhile, and what they do is in the backup whole or not at all', async () => {
  const file = path.join(folder, 'file');
  const running = begin('backup', [file], to(folder, app.connection));
  let pairs = 0;
  const work = withClient(app.connection, async (client) => {
    for (let done = false; !done; pairs += 1) {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(
        `insert into known_device (user_id, device_hash, signed_in_at)
         select id, decode(md5(random()::text) || md5(random()::text), 'hex'), now() from app_user limit 1
         returning encode(device_hash, 'hex') as id`,
      );
      await client.query(`insert into rate_window values ('pair', now() + $1 * interval '1 second', 1)`, [pairs]);
      await client.query(
        `insert into platform_setting (name, value, updated_at) values ('pair_' || $1::text, '1', now())`,
        [rows[0]?.id],
      );
      await client.query('commit');
      done = await Promise.race([running.ended.then(() => true), pause(1, false)]);
    }
  });
  await work;
  expect(await running.ended).toMatchObject({ code: 0 });
  expect(pairs).toBeGreaterThan(20);
  expect(await run('restore', [file], to(folder, target.connection))).toMatchObject({ code: 0 });
  const devices = `select encode(device_hash, 'hex') from known_device`;
  const half = `select count(*) as n from platform_setting
    where name like 'pair\\_%' and substr(name, 6) not in (${devices})`;
  expect(await count(half)).toBe(0);
  expect(await count(`select count(*) as n from platform_setting where name like 'pair\\_%'`)).toBeLessThan(pairs);
  expect(await count('select count(*) as n from rate_window')).toBe(0);
});

test('writing and reading take little memory, however much there is', async () => {
  const file = path.join(folder, 'file');
  // What Node could keep as garbage is no part of the question.
  const measured = ['--max-old-space-size=96', '--max-semi-space-size=4', '--import', MEASURE];
  const written = await run('backup', [file], to(folder, app.connection), measured);
  expect(written).toMatchObject({ code: 0 });
  expect(statSync(file).size).toBeGreaterThan(40 * 1024 * 1024);
  const restored = await run('restore', [file], to(folder, target.connection), measured);
  expect(restored).toMatchObject({ code: 0 });
  for (const { said } of [written, restored]) expect(mostMemory(said)).toBeLessThan(250);
});
const mostMemory = (said: string): number => Number(/most memory: (\d+) MiB/.exec(said)?.[1]);
/** Tells at its end how much a process has held. */
const MEASURE = `data:text/javascript,process.on('exit', () => process.stderr.write(
  'most memory: ' + Math.round(process.resourceUsage().maxRSS / 1024) + ' MiB\\n'))`;

test('a frame whose rows would be far more than it says is refused before they are there', async () => {
  const about = { product: '1', postgresql: '18', encoding: 'UTF8', staying: [], key: '' };
  const made = { migrations: [{ number: 1, name: 'a', digest: 'd' }], audit: { origin: 'o', head: null } };
  const created_at = '2026-11-21T12:00:00.000Z';
  const one = gzipSync(Buffer.alloc(16 * 1024 * 1024, 'x'));
  // Members of gzip one after the other are one stream of them all: 640 MiB in half a mebibyte.
  const bomb = Buffer.concat(Array.from({ length: 40 }, () => one));
  const lines = [
    {
      frame: 'header',
      format: 'signet-export',
      version: 1,
      kind: 'platform',
      created_at,
      about: { ...about, ...made },
    },
    { frame: 'table', name: 'account', columns: [{ name: 'id', type: 'uuid' }] },
    { frame: 'rows', rows: 1, bytes: 10, stored: bomb.length, sha256: '0'.repeat(64) },
  ];
  const file = path.join(folder, 'bomb');
  writeFileSync(file, Buffer.concat([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')), bomb]));
  appendFileSync(file, '\n');
  const { code, said } = await run('backup', ['--check', file], { folder }, ['--import', MEASURE]);
  expect([code, said]).toEqual([1, expect.stringContaining('rows of the table account are not as they were written')]);
  expect(mostMemory(said)).toBeLessThan(250);
});

test('no migration changes a table while a backup is written, though nobody else waits for it', async () => {
  const running = begin('backup', [path.join(folder, 'file')], to(folder, app.connection));
  await until(running, () => unfinished() > SOME);
  running.child.kill('SIGSTOP');
  try {
    const late = withClient(app.connection, async (client) => {
      await client.query("set lock_timeout to '500ms'");
      // One that comes long after those that are written by now.
      await client.query('alter table user_role_past add column late text');
    });
    await expect(late).rejects.toThrow('lock timeout');
    await withClient(app.connection, (client) => client.query('update user_role_past set user_id = user_id'));
  } finally {
    running.child.kill('SIGCONT');
  }
  expect(await running.ended).toMatchObject({ code: 0 });
});

test('who is killed while writing leaves no backup, and who is asked to end leaves nothing', async () => {
  const file = path.join(folder, 'file');
  const asked = begin('backup', [file], to(folder, app.connection));
  await until(asked, () => unfinished() > SOME);
  asked.child.kill('SIGTERM');
  expect(await asked.ended).toEqual({ code: 1, said: expect.stringContaining('No backup: it was ended') });
  expect(files()).toEqual([]);

  const killed = begin('backup', [file], to(folder, app.connection));
  await until(killed, () => unfinished() > SOME);
  killed.child.kill('SIGKILL');
  expect((await killed.ended).code).toBe('SIGKILL');
  expect(existsSync(file)).toBe(false);
  const left = path.join(folder, files()[0] ?? '');
  expect(await run('backup', ['--check', left], { folder })).toEqual({
    code: 1,
    said: expect.stringContaining('The file is not whole'),
  });
});

test('who is killed while restoring leaves nothing that starts, and the next one begins anew', async () => {
  const file = path.join(folder, 'file');
  expect(await run('backup', [file], to(folder, app.connection))).toMatchObject({ code: 0 });
  const settings = to(folder, target.connection);
  const isLoading = async (): Promise<boolean> =>
    (await count(`select count(*) as n from pg_stat_progress_copy where datname = current_database()`)) > 0;
  const killed = begin('restore', [file], settings);
  await until(killed, isLoading);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const signet = await spawnSignet(folder, settings);
  expect([await signet.exit, signet.output()]).toEqual([
    1,
    expect.stringContaining('holds a restored platform that is not finished: run npm run restore'),
  ]);
  expect(await count('select count(*) as n from account')).toBe(0);
  const again = await run('restore', [file], settings);
  expect(again).toEqual({ code: 0, said: expect.stringContaining('What a run that was cut off has left is taken') });
  expect(await count("select count(*) as n from platform_setting where name like 'zz_large%'")).toBe(LARGE_ROWS);
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
test.skipIf(!mayMount)('a disk that fills up leaves nothing of the file', async () => {
  const small = path.join(folder, 'small');
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=0755', 'signet-backup', small]);
  try {
    expect(await run('backup', [path.join(small, 'file')], to(folder, app.connection))).toEqual({
      code: 1,
      said: expect.stringContaining('No backup: the disk is full'),
    });
    expect(readdirSync(small)).toEqual([]);
  } finally {
    execFileSync('umount', ['-l', small]);
  }
  expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(small);
});
