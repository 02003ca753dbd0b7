import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sentenceOf } from '../start-failure.ts';
import { readKeyFile, writeKeyFile } from './platform-key.ts';

const KEY = Buffer.alloc(32, 7);
let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'signet-key-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a key file is whole, its owner’s alone, and never written over', () => {
  const file = path.join(folder, 'signet.key');
  writeKeyFile(file, KEY);
  expect(readKeyFile(file)).toEqual(KEY);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(() => writeKeyFile(file, Buffer.alloc(32, 8))).toThrow('EEXIST');
  expect(readKeyFile(file)).toEqual(KEY);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'on a full disk there is no key file, and not the beginning of one',
  () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'signet-key', folder]);
    try {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(path.join(folder, 'filler'), Buffer.alloc(bavail * bsize, 1));
      expect(() => writeKeyFile(path.join(folder, 'signet.key'), KEY)).toThrow('ENOSPC');
      expect(sentenceOf(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toBe("DATA_DIR can't be used: full.");
      expect(readdirSync(folder)).toEqual(['filler']);
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  },
);
