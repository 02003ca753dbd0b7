import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../ids.ts';
import type { Sink } from './writer.ts';

/** A file of this name is there already. */
export class FileExists extends Error {}

/** How the name of a file ends while it is written: nothing takes such a file for a whole one. */
const UNFINISHED = '.unfinished';

/**
 * Writes a new file, for its owner alone to read. It has its name once everything is on the disk, and not before; when
 * `write` or the disk fails, nothing is left. Whoever is killed leaves a file whose name ends with `.unfinished` and an
 * id, which stands in nobody's way. Throws FileExists rather than write over a file.
 */
export async function writeWholeFile<T>(file: string, write: (sink: Sink) => Promise<T>): Promise<T> {
  const refusal = `The file ${file} is there already, and nothing is written over it.`;
  if (existsSync(file)) throw new FileExists(refusal);
  const unfinished = `${file}${UNFINISHED}-${newId()}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    let answer: T;
    try {
      answer = await write((bytes) => handle.writeFile(bytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await name(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new FileExists(refusal) : error;
    });
    await syncFolder(path.dirname(file));
    return answer;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Unlike a rename, a second name is never given in place of another file; not every file system can do it. */
async function name(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    await rename(unfinished, file);
  }
}

/** The name is on the disk as well; Windows opens no folders, and needs none of this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
