/** What takes long is done by few at once. */
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';

/**
 * Runs at most `max` at once; the others wait in their order, while there are no more than `maxWaiting`. Throws
 * OVERLOADED where there are.
 */
export function limitConcurrency(
  max: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max && waiting.length >= maxWaiting)
      throw new Problem('OVERLOADED', { params: { seconds: LIMITS.busyRetrySeconds } });
    if (running >= max) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
