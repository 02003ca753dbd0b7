import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKey, sealWith } from '../secrets.ts';
import { openLogKey } from './keys.ts';
import { formatVerifierKey } from './note.ts';
import { sequence } from './sequencer.ts';
import { KEY, openTestLog, ORIGIN } from './testing.ts';
import type { TestLog } from './testing.ts';

let log: TestLog;
let folder: string;
let key: string;

beforeAll(async () => {
  log = await openTestLog();
  folder = await mkdtemp(join(tmpdir(), 'signet-commands-'));
  await log.pool.query('delete from sealed_key');
  const signer = await openLogKey(log.db, {
    seal: sealWith(deriveKey(KEY, 'seal')),
    clock: log.clock,
    origin: ORIGIN,
  });
  key = formatVerifierKey(signer);
  await log.record(5);
  await sequence(log.db, { ...log.sequencing, signer });
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true });
});

/** Runs a command as npm does: a process of its own, in the folder, with nothing but these settings. */
async function run(command: 'export' | 'verify', args: string[], environment: Record<string, string> = {}) {
  const script = fileURLToPath(new URL(`./${command}-command.ts`, import.meta.url));
  const ended = promisify(execFile)(process.execPath, [script, ...args], {
    cwd: folder,
    env: { PATH: '', ...environment },
  });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

function settings(platformKey = KEY): Record<string, string> {
  const { host = '', port, user = '', password = '', database = '' } = log.pool.options;
  const url = new URL(`postgres://host/${database}`);
  const query = new URLSearchParams({
    host,
    port: String(port),
    user,
    ...(typeof password === 'string' && password ? { password } : {}),
  });
  return {
    DATABASE_URL: `${url.href}?${query.toString()}`,
    AUDIT_ORIGIN: ORIGIN,
    SIGNET_KEY: platformKey.toString('base64'),
  };
}

test('a log goes from the database to a file, and is proved from the file without the database', async () => {
  expect(await run('export', ['log.ndjson'], settings())).toEqual({
    code: 0,
    stdout: '',
    stderr: `Written to log.ndjson, signed with the key ${key}.\n`,
  });
  expect(await run('verify', ['log.ndjson', '--key', key])).toEqual({
    code: 0,
    stdout: `Proved: all 5 rows are as they were signed.\nSigned with the key you gave, ${key}.\n`,
    stderr: '',
  });
  const lines = await readFile(join(folder, 'log.ndjson'), 'utf8');
  await writeFile(join(folder, 'changed.ndjson'), lines.replace('"actor_name":"Cleo"', '"actor_name":"Carl"'));
  expect(await run('verify', ['changed.ndjson', '--key', key])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Not proved\. Row 0 \(event [0-9a-f-]{36}\) was changed: .*\.\n$/),
  });
  expect(await run('verify', [])).toMatchObject({ code: 2 });
});

test('an export is not written over another, nor with a key that is not the platform’s', async () => {
  await writeFile(join(folder, 'kept.ndjson'), 'kept');
  expect(await run('export', ['kept.ndjson'], settings())).toMatchObject({
    code: 1,
    stderr: 'The file kept.ndjson is there already, and nothing is written over it.\n',
  });
  expect(await readFile(join(folder, 'kept.ndjson'), 'utf8')).toBe('kept');
  expect(await run('export', ['other.ndjson'], settings(Buffer.alloc(32, 1)))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('SIGNET_KEY'),
  });
  for (const args of [[], ['--help'], ['a.ndjson', 'b.ndjson']])
    expect(await run('export', args, settings())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name the file to write'),
    });
  expect((await readdir(folder)).filter((name) => name.startsWith('-'))).toEqual([]);
});

test('an export from a folder without a database makes none', async () => {
  const { code, stderr } = await run('export', ['none.ndjson'], { DATA_DIR: 'no-such-folder' });
  expect([code, stderr]).toEqual([
    1,
    `The audit log was not exported: There is no database in ${join(folder, 'no-such-folder')}: DATA_DIR ` +
      'names the folder of the Signet that is meant.\n',
  ]);
  expect(await readdir(folder)).not.toContain('no-such-folder');
});
