import type { Clock } from '../clock.ts';

/**
 * Where the lines of the process log go. Losing a line is better than losing the process: a destination never throws,
 * never waits, and keeps no more in memory than it says; a line that it could not write is counted.
 */
export type Destination = {
  /** Takes one line with its line break. */
  write(line: string): void;
  /** Lines that were not written since the process began. */
  dropped: () => number;
  /** Resolves when what was taken is written, or after `limit` milliseconds. */
  flush(limit: number): Promise<void>;
};

/**
 * A `write` that drops and counts the lines for which `append` throws. The first that succeeds afterwards is followed
 * by one that says how many are missing before it.
 */
export function droppingWrite(append: (line: string) => void, clock: Clock): Pick<Destination, 'write' | 'dropped'> {
  let dropped = 0;
  let reported = 0;
  return {
    write(line) {
      try {
        append(line);
        if (dropped === reported) return;
        append(missingLines(dropped - reported, clock.now()));
        reported = dropped;
      } catch {
        dropped += 1;
      }
    },
    dropped: () => dropped,
  };
}

function missingLines(count: number, at: Date): string {
  const msg = 'lines of this log are missing: they could not be written';
  return `${JSON.stringify({ level: 50, time: at.getTime(), missing: count, msg })}\n`;
}
