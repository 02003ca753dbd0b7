/** The only source of time. Tests give one that stands still. */
export type Clock = { now(): Date };

/** By how many seconds a moment of ours differs from the system's, by which libraries go that know no other. */
export const skewOf = (now: Date): number => Math.round((now.getTime() - Date.now()) / 1000);

export const systemClock: Clock = { now: () => new Date() };

/** A clock that begins at an instant and runs on from there, so that pictures of the demo look alike on every day. */
export function clockFrom(start: Date): Clock {
  const startedAt = performance.now();
  return { now: () => new Date(start.getTime() + performance.now() - startedAt) };
}
