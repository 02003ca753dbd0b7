/** The packages as people install them, on folders of their own: each is started and asked who it is. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { softHsm } from '@signet/pkcs11/testing/soft-hsm';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../src/clock.ts';
import { siteStore } from '../src/sites/site-store.ts';
import { openPage, outputOf } from '../src/testing/page.ts';
import { VERSION } from '../src/version.ts';
import { makeDebianPackage } from './debian-package.ts';
import { makeNpmPackage } from './npm-package.ts';

const run = promisify(execFile);
const ORIGIN = 'https://console.example';
const LIMIT = { timeout: 180_000 };
let folder = '';
let started: ChildProcess[] = [];
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'signet-packages-'))));
afterEach(async () => {
  await Promise.all(started.map(async (child) => child.kill() && once(child, 'exit')));
  started = [];
  rmSync(folder, { recursive: true });
});

/** Starts what was installed, by the address of a page, and answers where it listens. */
async function start(program: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const settings = { SIGNET_ASSISTANT_DATA: path.join(folder, 'data'), SIGNET_ASSISTANT_PORT: '0' };
  const env = { ...process.env, ...settings, ...more };
  const child = spawn(program, ['open', 'signet-assistant:start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  for await (const line of createInterface(child.stdout)) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('The assistant ended.');
}

/** What it says of itself. */
async function hello(program: string): Promise<unknown> {
  const answer = await fetch(`${await start(program)}/api/v1/hello`, { headers: { origin: ORIGIN } });
  return answer.json();
}

/** The tokens that it tells an approved site of. */
async function tokensOf(program: string, environment: NodeJS.ProcessEnv): Promise<unknown> {
  const key = new Uint8Array(32).fill(7);
  const { id } = siteStore(path.join(folder, 'data'), systemClock).approve(ORIGIN, key);
  const page = await openPage(Number(new URL(await start(program, environment)).port), ORIGIN, { id, key });
  await page.initialize();
  return outputOf(await page.call('token', { keystore: 'softhsm' }))['tokens'];
}

test('the package for npm installs without a network and starts', LIMIT, async () => {
  const file = await makeNpmPackage(folder);
  const into = path.join(folder, 'installed');
  mkdirSync(into);
  writeFileSync(path.join(into, 'package.json'), '{}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--omit=optional', file], { cwd: into });
  const program = path.join(into, 'node_modules/.bin/signet-assistant');
  expect(await hello(program)).toMatchObject({ version: VERSION });
  const french = await run(program, ['help'], { env: { ...process.env, LC_ALL: 'fr_FR.UTF-8' } });
  expect(french.stdout).toContain('Utilisation\u00a0: signet-assistant [COMMAND]');
  const installed = path.join(into, 'node_modules/signet-assistant');
  expect(readFileSync(path.join(installed, 'LICENSES.txt'), 'utf8')).toContain('@peculiar/asn1-x509');
  expect(readFileSync(path.join(installed, 'signet-assistant.js'), 'utf8')).not.toContain('/assistant/src/');
});

test.runIf(process.platform === 'linux')(
  'the package for Debian installs, starts with its own Node, and goes',
  LIMIT,
  async () => {
    // As somebody builds it whose files are for themselves alone.
    const mask = process.umask(0o077);
    const file = await makeDebianPackage(folder, ['-Zgzip', '-z1']).finally(() => process.umask(mask));
    const { stdout: list } = await run('dpkg-deb', ['--contents', file]);
    const modes = new Set(list.match(/^[-a-z]{10}/gm));
    expect(modes).toEqual(new Set(['drwxr-xr-x', '-rw-r--r--', '-rwxr-xr-x']));
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
    const hsm = softHsm();
    onTestFinished(() => hsm.remove());
    const { serial } = hsm.token('Of the package');
    expect(await tokensOf(program, hsm.environment)).toMatchObject([{ serial, label: 'Of the package' }]);
    const entry = path.join(root, 'usr/share/applications/signet-assistant.desktop');
    await run('desktop-file-validate', [entry]);
    expect(readFileSync(entry, 'utf8')).toContain('Comment[es]=Guarda claves en este equipo');
    expect(readFileSync(entry, 'utf8')).toContain('MimeType=x-scheme-handler/signet-assistant;');

    await dpkg('--remove', 'signet-assistant');
    expect(existsSync(library)).toBe(false);
    expect(existsSync(entry)).toBe(false);
  },
);
