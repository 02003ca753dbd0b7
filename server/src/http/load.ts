import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';

/** How much a process takes on. */
export type LoadLimits = {
  /** Requests that are worked on, or wait for a connection of the database, at once. */
  atWork: number;
  /** New requests are refused while the event loop comes later than this to what is due, twice in a row. */
  lateMs: number;
  /** Files that are read slower than this end: others wait to begin theirs. */
  files: FileLimits;
};

/** How a file is to be read. */
export type FileLimits = {
  /** While something waits to be sent, at least so many bytes are taken in so many milliseconds. */
  leastBytes: number;
  unreadMs: number;
  /** All of it is read in so many milliseconds. */
  wholeMs: number;
};

/** A megabyte a minute is the line of a telephone; in half an hour half a gigabyte goes over any that is a network. */
const FILE_LIMITS: FileLimits = { leastBytes: 1_000_000, unreadMs: 60_000, wholeMs: 1_800_000 };

/**
 * A health check that waits for a second finds the process alive: half of that may pass before the event loop comes to
 * it. Five hundred requests are done within a second where one takes ten connections' time for twenty milliseconds.
 */
export const LOAD_LIMITS: LoadLimits = { atWork: 500, lateMs: 500, files: FILE_LIMITS };

/** How often the event loop is asked how late it is. */
const LOOK_MS = 50;

/** What this process has to do, and whether it can take on more. */
export type Load = {
  /** @throws {Problem} OVERLOADED while there is more to do than the process gets done. */
  refuseOverload(): void;
  /** Counts a part of a request as long as it is worked on. */
  count<T>(work: () => Promise<T>): Promise<T>;
  /** How many are counted now. */
  atWork(): number;
  files: FileLimits;
  close(): void;
};

/**
 * Measures until it is closed. By a timer of its own and not by `monitorEventLoopDelay`: whoever reads and resets that
 * from a timer gets nothing at all where each turn takes longer than the timer, which is the case that counts.
 */
export function measureLoad(limits: LoadLimits): Load {
  let atWork = 0;
  let lateInARow = 0;
  let looked = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // Once alone is a single long turn, which is over: what comes next need not be refused.
    lateInARow = now - looked - LOOK_MS > limits.lateMs ? lateInARow + 1 : 0;
    looked = now;
  }, LOOK_MS).unref();
  return {
    refuseOverload() {
      if (lateInARow >= 2 || atWork >= limits.atWork)
        throw new Problem('OVERLOADED', { params: { seconds: LIMITS.busyRetrySeconds } });
    },
    async count(work) {
      atWork += 1;
      try {
        return await work();
      } finally {
        atWork -= 1;
      }
    },
    atWork: () => atWork,
    files: limits.files,
    close: () => clearInterval(timer),
  };
}
