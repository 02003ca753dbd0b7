/** The only source of time. Tests give one that stands still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
