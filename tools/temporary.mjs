/** Where tests keep what they throw away. */
import { accessSync, constants, statfsSync } from 'node:fs';
import process from 'node:process';

const MEMORY = '/dev/shm';
/** Some hundred databases of 10 MB, the profiles of two browsers, and room. */
const WANTED_BYTES = 2 * 1024 ** 3;

/**
 * Lets this process and those it starts keep temporary files in memory, where the system has a place for that with
 * room enough and nobody has named another one (TMPDIR). A test database is some 700 files: made on a disk they take
 * half a second of a processor, in memory a twentieth of that.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || process.platform !== 'linux') return;
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= WANTED_BYTES) process.env.TMPDIR = MEMORY;
  } catch {
    // A system without it: the usual place does.
  }
}
