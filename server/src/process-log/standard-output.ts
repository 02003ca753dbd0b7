import { fstatSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Clock } from '../clock.ts';
import { droppingWrite, type Destination } from './destination.ts';

const STDOUT = 1;
/** What may wait for a reader that has fallen behind, in bytes. */
const LONGEST_QUEUE = 4 * 1024 * 1024;
const FLUSH_PAUSE_MS = 10;

/**
 * Standard output as a destination. To a file each line is written at once. A pipe is written as its reader takes it;
 * what it has not taken waits, up to a bound, so that a reader that stands still holds up nobody.
 */
export function openStandardOutput(clock: Clock): Destination {
  // Else a full disk, or a reader that is gone, would end the process.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return isatty(STDOUT) || isPipe() ? toPipe(clock) : toFile(clock);
}

function toPipe(clock: Clock): Destination {
  const output = process.stdout;
  const append = (line: string): void => {
    if (output.destroyed || output.writableLength > LONGEST_QUEUE) throw new Error('Nobody reads standard output.');
    output.write(line);
  };
  return {
    ...droppingWrite(append, clock),
    async flush(limit) {
      for (let waited = 0; waited < limit; waited += FLUSH_PAUSE_MS) {
        if (output.destroyed || output.writableLength === 0) return;
        await pause(FLUSH_PAUSE_MS);
      }
    },
  };
}

function toFile(clock: Clock): Destination {
  let torn = false;
  // Not through process.stdout, which never writes again after its first failure.
  const append = (line: string): void => {
    const bytes = Buffer.from(torn ? `\n${line}` : line);
    for (let written = 0; written < bytes.length; torn = written < bytes.length)
      written += writeSync(STDOUT, bytes, written);
  };
  return { ...droppingWrite(append, clock), flush: async () => undefined };
}

function isPipe(): boolean {
  try {
    const stat = fstatSync(STDOUT);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    // Closed by whoever started the process: each write fails, and is counted.
    return false;
  }
}
