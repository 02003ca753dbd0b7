import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findEmbedded } from '../db/embedded.ts';
import { ask, until, useEmbedded } from '../testing/embedded.ts';
import { spawnSignet } from '../testing/spawn-signet.ts';

const { newFolder } = useEmbedded();

/** Runs a command as npm does, on the data of `folder`. Answers what it said; throws when it fails. */
async function run(command: 'export' | 'verify', folder: string, args: string[]): Promise<string> {
  const script = fileURLToPath(new URL(`./${command}-command.ts`, import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], {
    cwd: folder,
    env: { PATH: '', TMPDIR: process.env['TMPDIR'] ?? '/tmp', DATA_DIR: folder },
  });
  return stdout + stderr;
}

/** Exports, and verifies what was written with the key that the export named. */
async function exportAndVerify(folder: string, file: string): Promise<string> {
  const key = /^Written to .+, signed with the key (\S+)\.\n$/.exec(await run('export', folder, [file]))?.[1] ?? '';
  return run('verify', folder, [file, '--key', key]);
}

test('the log is exported beside a running Signet, which goes on, and from its data when it does not run', async () => {
  const folder = newFolder();
  const signet = await spawnSignet(folder);
  try {
    await signet.ready;
    const license = readFileSync(path.join(folder, 'evaluation-license.txt'), 'utf8');
    const code = readFileSync(path.join(folder, 'setup-code.txt'), 'utf8').trim();
    const installed = await fetch(`${signet.url}/account/ui-api/v1/setup/license`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-setup-code': code },
      body: JSON.stringify({ body: license }),
    });
    expect(installed.status).toBe(204);
    const connection = (await findEmbedded(folder)) ?? {};
    await until(() => ask<boolean>(connection, 'select true as answer from audit_checkpoint'));

    expect(await exportAndVerify(folder, 'beside.ndjson')).toContain('Proved: all 1 rows are as they were signed.');
    expect(readFileSync(path.join(folder, 'beside.ndjson'), 'utf8')).toContain('"resource_type":"LICENSE"');
    // The head that the process keeps beside its key is in the export, to be compared with what is stored.
    const { kept } = JSON.parse(readFileSync(path.join(folder, 'beside.ndjson'), 'utf8').split('\n')[0] ?? '{}');
    expect(kept).toBe(readFileSync(path.join(folder, 'audit-checkpoint'), 'utf8'));
    expect((await fetch(`${signet.url}/readyz`)).status).toBe(200);
    expect(await ask(connection, 'select 1 as answer')).toBe(1);
  } finally {
    expect(await signet.end()).toBe(0);
  }
  expect(await findEmbedded(folder)).toBeNull();
  expect(await exportAndVerify(folder, 'alone.ndjson')).toContain('Proved');
  expect(await findEmbedded(folder)).toBeNull();
  expect(readFileSync(path.join(folder, 'alone.ndjson'), 'utf8')).toBe(
    readFileSync(path.join(folder, 'beside.ndjson'), 'utf8'),
  );
});
