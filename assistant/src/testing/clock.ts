/** A clock that stands still until a test moves it. */
import type { Clock } from '../clock.ts';

export function movableClock(): Clock & { move(milliseconds: number): void } {
  let now = new Date('2026-06-01T08:00:00.000Z').getTime();
  return {
    now: () => new Date(now),
    move(milliseconds) {
      now += milliseconds;
    },
  };
}
