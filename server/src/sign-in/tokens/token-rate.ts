import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';

const WINDOW_MS = 60_000;

/** Counts the requests of each token. */
export type TokenRate = {
  /** Throws 429 with the seconds left once a token has made LIMITS.tokenRequestsPerMinute requests in this minute. */
  count(tokenId: string, now: Date): void;
};

/**
 * Counts in memory, since a program calls all the time: each process by itself, so that a platform of several lets
 * through as many times as much.
 */
export function openTokenRate(): TokenRate {
  let minute = 0;
  const hits = new Map<string, number>();
  return {
    count(tokenId, now) {
      const start = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS;
      if (start !== minute) hits.clear();
      minute = start;
      const count = (hits.get(tokenId) ?? 0) + 1;
      hits.set(tokenId, count);
      if (count <= LIMITS.tokenRequestsPerMinute) return;
      throw new Problem('TOO_MANY_REQUESTS', {
        params: { seconds: Math.ceil((start + WINDOW_MS - now.getTime()) / 1000) },
      });
    },
  };
}
