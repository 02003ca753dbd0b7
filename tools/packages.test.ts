import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = pathToFileURL(path.resolve(import.meta.dirname, 'packages.mjs')).href;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-packages-'));
  writeProject('1.0.0');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A project whose one package lies beside it: no registry is asked, and npm is told to ask none. */
function writeProject(version: string): void {
  write('part/package.json', { name: 'part', version });
  write('package.json', { name: 'whole', version, workspaces: ['part'] });
  write('package-lock.json', {
    name: 'whole',
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'whole', version, workspaces: ['part'] },
      'node_modules/part': { resolved: 'part', link: true },
      part: { version },
    },
  });
}

function write(file: string, content: object): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify(content));
}

/** What the bootstrap says; rejects with its output if it ends badly. */
async function ensure(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', `await (await import('${script}')).ensurePackages()`],
    { cwd: folder, env: { ...process.env, npm_config_offline: 'true' } },
  );
  return stdout;
}

it('installs what is missing, once, and again when the lockfile has changed', { timeout: 60_000 }, async () => {
  expect(await ensure()).toMatch(/^Installing packages/);
  expect(readFileSync(path.join(folder, 'node_modules/part/package.json'), 'utf8')).toContain('1.0.0');
  expect(await ensure()).toBe('');
  write('package-lock.json', {
    ...JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')),
    version: '1.0.1',
  });
  rmSync(path.join(folder, 'node_modules/.package-lock.json'));
  expect(await ensure()).toMatch(/^Installing packages/);
});

it('accepts what somebody has installed themselves', { timeout: 60_000 }, async () => {
  await ensure();
  rmSync(path.join(folder, 'node_modules/.signet'), { recursive: true });
  expect(await ensure()).toBe('');
  expect(existsSync(path.join(folder, 'node_modules/.signet/packages'))).toBe(true);
});

it('ends with npm’s own words where npm can’t', { timeout: 60_000 }, async () => {
  writeFileSync(path.join(folder, 'package.json'), '{');
  await expect(ensure()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /JSON[\s\S]*The packages could not be installed: npm ci ended with \d+\.\n$/,
    ) as string,
  });
});
