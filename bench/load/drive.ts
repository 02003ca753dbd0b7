/** Keeps some connections busy for a while. */
import type { Answer, Turn } from '../cases/case.ts';
import type { Sample } from '../percentiles.ts';

/** One request of one connection. */
export type Ask = (turn: Turn) => Promise<Answer>;

/**
 * Asks on every lane, one request after the other on each, until the time is over; what is on its way then is waited
 * for and counted. `from` is the number of each lane's first turn. Throws what the first request to fail throws.
 */
export async function drive(lanes: readonly Ask[], seconds: number, from = 0): Promise<Sample> {
  const durations: number[] = [];
  let rows = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  const broken = new AbortController();
  const busy = async (ask: Ask, lane: number): Promise<void> => {
    for (let n = from; !broken.signal.aborted && (n === from || performance.now() < end); n += 1) {
      const startedAt = performance.now();
      const answer = await ask({ lane, n });
      durations.push(performance.now() - startedAt);
      rows += answer.rows;
    }
  };
  try {
    await Promise.all(lanes.map((ask, lane) => busy(ask, lane)));
  } finally {
    broken.abort();
  }
  return { durations, seconds: (performance.now() - began) / 1000, rows };
}
