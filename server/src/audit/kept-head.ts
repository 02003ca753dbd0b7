import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { parseCheckpoint } from './checkpoint.ts';

/**
 * The newest head of the log that this process has signed or seen, kept where the database does not reach. What is
 * stored must go on from it: otherwise the process signs nothing more, and says so wherever the log is verified.
 */
export type KeptHead = {
  /** The signed note; null before the first. Its signature is looked at by whoever uses it. */
  note(): string | null;
  /**
   * Keeps another one, which goes on from the one before; one that is not ahead of it changes nothing. Never throws:
   * what can't be written is kept in memory.
   */
  keep(note: string): Promise<void>;
};

/** The name of the file in the data directory, beside the key file. */
export const KEPT_HEAD_FILE = 'audit-checkpoint';

/** Where the data directory keeps the newest head. */
export const keptHeadFile = (dataDir: string): string => join(dataDir, KEPT_HEAD_FILE);

/** Keeps the head in memory alone, for as long as the process lives. */
export function keepHeadInMemory(first: string | null = null): KeptHead {
  let kept = first;
  return {
    note: () => kept,
    keep: async (note) => void (kept = newer(kept, note)),
  };
}

/**
 * Keeps the head in a file too, so that it outlives the process; written whole or not at all. A file that can't be read
 * keeps nothing, and is named in the log: the process begins anew, as one that was never here.
 */
export function keepHeadInFile(file: string, log: Pick<Logger, 'warn'>): KeptHead {
  let kept = readKeptHead(file, (error) => log.warn({ err: error, file }, 'audit log: the kept head was not read'));
  return {
    note: () => kept,
    async keep(note) {
      kept = newer(kept, note);
      try {
        await write(file, kept);
      } catch (error) {
        log.warn({ err: error, file }, 'audit log: the kept head was not written');
      }
    },
  };
}

/**
 * Gives the machine another head to go on from, on purpose. The one before stays beside it under a name that tells when
 * (`stamp`); the answer is that name, null where there was none. Where it fails, the one before is in its place.
 */
export async function replaceKeptHead(file: string, note: string | null, stamp: string): Promise<string | null> {
  const before = `${file}.before-${stamp}`;
  const hadOne = await rename(file, before).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  try {
    if (note !== null) await write(file, note);
  } catch (error) {
    if (hadOne) await rename(before, file);
    throw error;
  }
  return hadOne ? before : null;
}

/** The note in the file; null where there is no file, or none that can be read (`onError`). */
export function readKeptHead(file: string, onError: (error: unknown) => void): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return null;
  }
}

/** Another process with the same data directory may be ahead: its file stays. */
async function write(file: string, note: string): Promise<void> {
  const there = await readFile(file, 'utf8').catch(() => '');
  if (sizeOf(there) >= sizeOf(note)) return;
  // Processes of containers that share the directory may have the same number.
  const whole = `${file}.${randomUUID()}`;
  const handle = await open(whole, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(note);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(whole, file);
  } catch (error) {
    await rm(whole, { force: true });
    throw error;
  }
}

const newer = (kept: string | null, note: string): string =>
  kept !== null && sizeOf(kept) > sizeOf(note) ? kept : note;

function sizeOf(note: string): number {
  return parseCheckpoint(`${note.split('\n\n')[0]}\n`)?.size ?? -1;
}
