/** The only source of time. Tests give one that stands still. */
export type Clock = { now(): Date };

/** How many seconds `now`, by our clock, is ahead of the system's clock, which is the only one that libraries know. */
export const skewOf = (now: Date): number => Math.round((now.getTime() - Date.now()) / 1000);

export const systemClock: Clock = { now: () => new Date() };

/** A clock that begins at an instant and runs on from there, so that pictures of the demo look alike on every day. */
export function clockFrom(start: Date): Clock {
  const startedAt = performance.now();
  return { now: () => new Date(start.getTime() + performance.now() - startedAt) };
}
