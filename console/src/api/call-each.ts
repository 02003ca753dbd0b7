/** The same call for many records: a few at a time, with an outcome for each. */
import { asFailure, type Failure } from './failure.ts';

type Options<T> = {
  /** How many are under way together. */
  atOnce: number;
  /** Asked before each call; once true, no further one begins. */
  stopped: () => boolean;
  /** Told as each call settles, with null for one that went well (S-397). */
  settled: (item: T, failure: Failure | null) => void;
};

/**
 * Resolves when everything that was begun has settled. Never throws what a call throws. A session that has ended begins
 * nothing more.
 */
export async function callEach<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  { atOnce, stopped, settled }: Options<T>,
): Promise<void> {
  let next = 0;
  let ended = false;
  async function work(): Promise<void> {
    while (next < items.length && !ended && !stopped()) {
      const item = items[next++] as T;
      const failure = await run(item).then(() => null, asFailure);
      ended ||= failure?.httpStatus === 401;
      settled(item, failure);
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}
