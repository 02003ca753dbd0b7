import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for the last day (UTC) of what ends at a moment, as `lastDayOf` of the contract has it: with midnight the day
 * before is over.
 */
export const lastDay = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`((${moment} - interval '1 second') at time zone 'UTC')::date`;
