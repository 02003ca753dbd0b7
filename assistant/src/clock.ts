/** The only source of time. Tests give one that they move. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
