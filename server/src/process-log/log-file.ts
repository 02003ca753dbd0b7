import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { Clock } from '../clock.ts';
import { droppingWrite, type Destination } from './destination.ts';

/** The largest that one file becomes, in bytes, and how many there are: the newest, `.1` before it, and so on. */
export type LogFileBounds = { bytes: number; files: number };

/** 64 MiB in all. */
const BOUNDS: LogFileBounds = { bytes: 16 * 1024 * 1024, files: 4 };

type OpenFile = { handle: number; size: number };

/**
 * A log in a file that its owner alone may read, followed by a fresh one when it is full; the oldest goes. Each line is
 * written before `write` returns, so that nothing waits in memory when the process ends. After a failure the next line
 * opens the file anew.
 */
export function openLogFile(file: string, clock: Clock, bounds: LogFileBounds = BOUNDS): Destination {
  let current: OpenFile | null = null;

  const close = (): void => {
    const handle = current?.handle;
    current = null;
    if (handle !== undefined) closeSync(handle);
  };
  const append = (line: string): void => {
    const bytes = Buffer.from(line);
    current ??= openToAppend(file);
    if (current.size > 0 && current.size + bytes.length > bounds.bytes) {
      close();
      rotate(file, bounds.files);
      current = openToAppend(file);
    }
    const written = writeSync(current.handle, bytes);
    if (written < bytes.length) {
      // A disk with less room than the line takes its beginning: half a line is taken back.
      ftruncateSync(current.handle, current.size);
      throw new Error('The disk has no room for the whole line.');
    }
    current.size += written;
  };
  const appendOrClose = (line: string): void => {
    try {
      append(line);
    } catch (error) {
      close();
      throw error;
    }
  };
  return { ...droppingWrite(appendOrClose, clock), flush: async () => undefined };
}

function openToAppend(file: string): OpenFile {
  const handle = openSync(file, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600);
  const stat = fstatSync(handle);
  // It holds addresses and ids, and earlier versions let everybody read it.
  if (stat.isFile() && (stat.mode & 0o077) !== 0) fchmodSync(handle, 0o600);
  return { handle, size: stat.isFile() ? stat.size : 0 };
}

/** Makes room for a new file: the last one goes, each other takes the place of the one after it. */
function rotate(file: string, files: number): void {
  const nth = (n: number): string => (n === 0 ? file : `${file}.${n}`);
  rmSync(nth(files - 1), { force: true });
  for (let n = files - 2; n >= 0; n -= 1) {
    try {
      renameSync(nth(n), nth(n + 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
