/** The only source of time. Tests give one that stands still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that begins at an instant and runs on from there, so that pictures of the demo look alike on every day. */
export function clockFrom(start: Date): Clock {
  const startedAt = performance.now();
  return { now: () => new Date(start.getTime() + performance.now() - startedAt) };
}
