/** A clock that stands still until the test lets time pass. */
import type { Clock } from '../times.ts';

type Sleeper = { until: number; wake: () => void };

/** What is under way gets on: promises, and what a stream or WebCrypto does beside them. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

export function movableClock() {
  let now = 0;
  const sleepers = new Set<Sleeper>();
  const clock: Clock = {
    now: () => now,
    sleep(milliseconds, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { until: now + milliseconds, wake: resolve };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        sleepers.delete(sleeper);
        reject(signal.reason);
      });
      return promise;
    },
  };
  return {
    ...clock,
    /** Lets time pass, sleeper by sleeper, and waits after each for what it does. */
    async pass(milliseconds: number): Promise<void> {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const [next] = [...sleepers].filter(({ until }) => until <= end).toSorted((a, b) => a.until - b.until);
        if (!next) break;
        now = next.until;
        sleepers.delete(next);
        next.wake();
        await settle();
      }
      now = end;
    },
  };
}
