import { sql, type RawBuilder } from 'kysely';

/**
 * That a time has come. One that lies farther ahead than any is set, by more than `farthest` milliseconds, was set by a
 * clock that was ahead, and has come too: else nothing would be done until the clock is there again.
 */
export const hasCome = (at: RawBuilder<unknown>, now: Date, farthest: number): RawBuilder<boolean> =>
  sql<boolean>`(${at} <= ${now} or ${at} > ${new Date(now.getTime() + farthest)})`;
