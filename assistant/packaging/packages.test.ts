/** The packages as people install them, on folders of their own: each is started and asked who it is. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VERSION } from '../src/version.ts';
import { makeDebianPackage } from './debian-package.ts';
import { makeNpmPackage } from './npm-package.ts';

const run = promisify(execFile);
const LIMIT = { timeout: 180_000 };
let folder = '';
let started: ChildProcess[] = [];
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'signet-packages-'))));
afterEach(async () => {
  await Promise.all(started.map(async (child) => child.kill() && once(child, 'exit')));
  started = [];
  rmSync(folder, { recursive: true });
});

/** Starts what was installed, by the address of a page, and answers what it says of itself. */
async function hello(program: string): Promise<unknown> {
  const env = { ...process.env, SIGNET_ASSISTANT_DATA: path.join(folder, 'data'), SIGNET_ASSISTANT_PORT: '0' };
  const child = spawn(program, ['open', 'signet-assistant:start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  for await (const line of createInterface(child.stdout)) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) {
      const answer = await fetch(`${address}/api/v1/hello`, { headers: { origin: 'https://console.example' } });
      return answer.json();
    }
  }
  throw new Error('The assistant ended.');
}

test('the package for npm installs without a network and starts', LIMIT, async () => {
  const file = await makeNpmPackage(folder);
  const into = path.join(folder, 'installed');
  mkdirSync(into);
  writeFileSync(path.join(into, 'package.json'), '{}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--omit=optional', file], { cwd: into });
  const program = path.join(into, 'node_modules/.bin/signet-assistant');
  expect(await hello(program)).toMatchObject({ version: VERSION });
  const installed = path.join(into, 'node_modules/signet-assistant');
  expect(readFileSync(path.join(installed, 'LICENSES.txt'), 'utf8')).toContain('@peculiar/asn1-x509');
  expect(readFileSync(path.join(installed, 'signet-assistant.js'), 'utf8')).not.toContain('/assistant/src/');
});

test.runIf(process.platform === 'linux')(
  'the package for Debian installs, starts with its own Node, and goes',
  LIMIT,
  async () => {
    const file = await makeDebianPackage(folder, ['-Zgzip', '-z1']);
    const root = path.join(folder, 'root');
    const state = path.join(root, 'var/lib/dpkg');
    for (const name of ['updates', 'info', 'triggers']) mkdirSync(path.join(state, name), { recursive: true });
    writeFileSync(path.join(state, 'status'), '');
    // On a root of its own there is nothing that it could depend on.
    const dpkg = (...args: string[]) => run('dpkg', [`--root=${root}`, '--force-depends', '--force-not-root', ...args]);
    await dpkg('--install', file);
    const { stdout } = await dpkg('--status', 'signet-assistant');
    expect(stdout).toContain('Status: install ok installed');
    expect(stdout).toContain(`Version: ${VERSION}`);
    const program = path.join(root, 'usr/bin/signet-assistant');
    expect(await hello(program)).toMatchObject({ version: VERSION });
    const library = path.join(root, 'usr/lib/signet-assistant');
    await run(path.join(library, 'node'), ['--eval', `require('koffi')`], { cwd: library });
    const entry = path.join(root, 'usr/share/applications/signet-assistant.desktop');
    await run('desktop-file-validate', [entry]);
    expect(readFileSync(entry, 'utf8')).toContain('MimeType=x-scheme-handler/signet-assistant;');

    await dpkg('--remove', 'signet-assistant');
    expect(existsSync(library)).toBe(false);
    expect(existsSync(entry)).toBe(false);
  },
);
