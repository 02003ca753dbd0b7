/** What the assistant keeps, where the disk does not take it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writePrivate } from './private-files.ts';

/** What was brought to the disk, and whether the file had its name then. */
const synced: { isFolder: boolean; isNamed: boolean }[] = [];
let named = '';
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const fsyncSync = (handle: number): void => {
    real.fsyncSync(handle);
    synced.push({ isFolder: real.fstatSync(handle).isDirectory(), isNamed: real.existsSync(named) });
  };
  return { ...real, fsyncSync };
});

/** In a process whose files may have 512 or 1,024 octets, by the shell: as on a full disk, a part is written. */
function writeOnFullDisk(file: string, content: string): void {
  const address = JSON.stringify(new URL('private-files.ts', import.meta.url).href);
  const script = `import { writePrivate } from ${address}; writePrivate(process.argv[1], process.argv[2]);`;
  const args = [process.execPath, '--input-type=module', '--eval', script, file, content];
  execFileSync('sh', ['-c', 'ulimit -f 1 && exec "$@"', 'sh', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
}

test.skipIf(process.platform === 'win32')('its new name is kept as well before it is said to be written', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  named = path.join(folder, 'software-key-store.json');
  writePrivate(named, 'all keys');
  expect(synced).toEqual([
    { isFolder: false, isNamed: false },
    { isFolder: true, isNamed: true },
  ]);
});

test.skipIf(process.platform === 'win32')('a file that can’t be written as a whole stays as it was', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'software-key-store.json');
  writePrivate(file, 'all keys');
  expect(() => writeOnFullDisk(file, 'x'.repeat(5_000))).toThrow('EFBIG');
  expect(readFileSync(file, 'utf8')).toBe('all keys');
  expect(readdirSync(folder)).toEqual(['software-key-store.json']);
  writeOnFullDisk(file, 'fits');
  expect(readFileSync(file, 'utf8')).toBe('fits');
});
