import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../config.ts';

const WHY: Record<string, string> = {
  ENOTDIR: 'it leads through a file',
  EACCES: 'this user may not write there',
  EPERM: 'nothing may be made there',
  EROFS: 'nothing can be written there',
  ENOENT: 'nothing can be made there',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
};

function make(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' });
  if (found) return;
  make(dirname(folder));
  // One level at a time: below /proc, where a folder is there and takes no other, Node's `recursive` never ends.
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes the folder that DATA_DIR names, an absolute path, where it is missing. Throws ConfigError, saying why it can't
 * be.
 */
export function makeDataFolder(folder: string): void {
  try {
    make(folder);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATA_DIR can't be ${folder}: ${WHY[code] ?? message}.`);
  }
}
