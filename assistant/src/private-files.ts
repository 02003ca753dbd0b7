/** Files for this person's eyes alone. A file is there as a whole or not at all, also where the power goes. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** Makes the folder, and those above it, where they are not there. */
export const ensurePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
};

/**
 * That a file has another name is kept with its folder. Windows opens none, and keeps both itself; a file system of a
 * network may refuse: the file is there all the same.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  } finally {
    closeSync(handle);
  }
}

/** Replaces the whole content. */
export function writePrivate(file: string, content: string): void {
  const beside = `${file}.${randomUUID()}`;
  try {
    const handle = openSync(beside, 'wx', 0o600);
    try {
      // Where the disk is full the system takes a part, and says so by a number: this writes on until all is there.
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Null where there is no such file. */
export function readPrivate(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
