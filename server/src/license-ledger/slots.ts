/** How what a pool holds is shared out among its slots, so that many may use it at once. */

/** The most slots: about as many as one server process has connections. */
export const MOST_SLOTS = 16;
/** A slot is worth having for so many. */
const LEAST_OF_SLOT = 8;

export type Slot = { share: number; used: number };

/**
 * The slots of a pool that holds `held` for its own use, where `slots` are used so far: each has what it uses and an
 * equal part of what is free. Where more is used than is held there is one slot: what is given back there frees nothing
 * before enough of it is.
 */
export function sharedOut(held: number, unlimited: boolean, slots: readonly number[]): Slot[] {
  const used = slots.reduce((sum, one) => sum + one, 0);
  if (unlimited) return filled(slots, MOST_SLOTS).map((one) => ({ share: 0, used: one }));
  const free = held - used;
  if (free <= 0) return [{ share: held, used }];
  const count = Math.max(slots.length, Math.min(MOST_SLOTS, Math.max(1, Math.floor(free / LEAST_OF_SLOT))));
  const [part, rest] = [Math.floor(free / count), free % count];
  return filled(slots, count).map((one, index) => ({ share: one + part + (index < rest ? 1 : 0), used: one }));
}

const filled = (slots: readonly number[], count: number): number[] =>
  Array.from({ length: Math.max(count, slots.length) }, (_, index) => slots[index] ?? 0);
