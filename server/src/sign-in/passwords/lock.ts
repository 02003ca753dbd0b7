import { LIMITS } from '@signet/contract/limits';

const MINUTE = 60_000;

/** How far back wrong passwords can still matter: a window of tries and the lock that follows it. In milliseconds. */
export const LOCK_MEMORY_MS = (LIMITS.loginFailuresMinutes + LIMITS.lockMinutes) * MINUTE;

/**
 * When the lock that wrong passwords bring ends, or null when they bring none: ten within fifteen minutes lock for
 * fifteen from the tenth. `tries` are the instants of the wrong passwords, oldest first. Nothing is counted during a
 * lock, so the tries of one lock are never within fifteen minutes of the first after it.
 */
export function lockEnd(tries: readonly Date[]): Date | null {
  for (let last = tries.length - 1; last >= LIMITS.loginFailuresMax - 1; last -= 1) {
    const newest = tries[last]?.getTime() ?? 0;
    const oldest = tries[last - LIMITS.loginFailuresMax + 1]?.getTime() ?? 0;
    if (newest - oldest < LIMITS.loginFailuresMinutes * MINUTE) return new Date(newest + LIMITS.lockMinutes * MINUTE);
  }
  return null;
}
