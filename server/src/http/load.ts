import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';

/** How much a process takes on. */
export type LoadLimits = {
  /** Requests that are worked on, or wait for a connection of the database, at once. */
  atWork: number;
  /** New requests are refused while the event loop comes later than this to what is due, twice in a row. */
  lateMs: number;
  /** A piece of a file that nobody takes for so long ends its connection: others wait to begin theirs. */
  unreadMs: number;
};

/**
 * A health check that waits for a second finds the process alive: half of that may pass before the event loop comes to
 * it. Five hundred requests are done within a second where one takes ten connections' time for twenty milliseconds.
 */
export const LOAD_LIMITS: LoadLimits = { atWork: 500, lateMs: 500, unreadMs: 60_000 };

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
  unreadMs: number;
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
    unreadMs: limits.unreadMs,
    close: () => clearInterval(timer),
  };
}
