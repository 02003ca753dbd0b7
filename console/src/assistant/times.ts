/** How long a page waits for the assistant, in milliseconds (S §9), and the clock by which it does. */
export const TIMES = {
  /** Whether anybody answers at all. */
  probe: 500,
  /** A message, until it is answered. */
  command: 15_000,
  /** Between two tries of the first check. */
  betweenTries: 500,
  /** After this the address of the assistant's own scheme has opened nothing. */
  install: 2_000,
  launch: 30_000,
  launchPoll: 2_000,
  /** Between two checks of the desktop helper. */
  helper: 5_000,
  /** For the browser's own question whether the page may ask programs on this computer. */
  permission: 120_000,
} as const;

/** How often the first check is repeated where nobody answers (S-170). */
export const RETRIES = 3;

export type Clock = {
  /** In milliseconds, since whenever it was started. */
  now(): number;
  /** Rejects with the reason of the signal, once that is given. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep(milliseconds, signal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal?.aborted) reject(signal.reason);
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  },
};

/** What was waited for did not come in time. */
export class TimedOut extends Error {}

/** Works within a limit; the signal of the work is given when the limit is over. */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const done = new AbortController();
  const over = clock.sleep(milliseconds, done.signal).then(
    () => {
      const fault = new TimedOut('Nobody answered in time.');
      limit.abort(fault);
      throw fault;
    },
    // The work was done before; what it answered is taken.
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work(limit.signal), over]);
  } finally {
    done.abort();
  }
}
