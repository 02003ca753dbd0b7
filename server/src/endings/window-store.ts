/** From when to when ends are looked for, as days and as moments: some end with a day, others at an instant. */
import { daysAfter, ENDED_DAYS } from '@signet/contract/areas/ends-soon-record';
import { payloadDate } from '@signet/contract/dates';
import { sql, type RawBuilder } from 'kysely';

export type EndingWindow = {
  /** SQL for: a column that holds the last day of something lies in it. */
  day: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** SQL for: a column that holds the moment of an end lies in it. */
  instant: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** SQL for: the row of this id is meant, where one alone is looked for. */
  id: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
};

/** What bounds it, as the list is asked for; days are of UTC. */
export type WindowQuery = {
  within?: string | undefined;
  ended?: boolean | undefined;
  ends_from?: string | undefined;
  ends_to?: string | undefined;
  /** The id of the one row that is looked for. */
  only?: string | undefined;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const latest = (days: readonly (string | undefined)[]): string | undefined =>
  days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
const soonest = (days: readonly (string | undefined)[]): string | undefined =>
  days.filter((day) => day !== undefined).toSorted()[0];

/** What has not ended yet and ends in time; or what has ended lately. */
export function windowOf({ within, ended = false, ends_from, ends_to, only }: WindowQuery, now: Date): EndingWindow {
  const today = payloadDate(now);
  const first = latest([ended ? daysAfter(today, -ENDED_DAYS) : today, ends_from]) ?? today;
  const last = soonest([
    ended ? daysAfter(today, -1) : undefined,
    within === undefined ? undefined : daysAfter(today, Number(within)),
    ends_to,
  ]);
  const earliest = ended || first > today ? startOf(first) : now;
  const before = last === undefined ? null : startOf(daysAfter(last, 1));
  const until = ended ? new Date(Math.min(now.getTime(), startOf(daysAfter(ends_to ?? today, 1)).getTime())) : before;
  return {
    id: (column) =>
      only === undefined || !UUID.test(only) ? sql<boolean>`true` : sql<boolean>`${column} = ${only}::uuid`,
    day: (column) =>
      last === undefined
        ? sql<boolean>`${column} >= ${first}::date`
        : sql<boolean>`${column} between ${first}::date and ${last}::date`,
    instant: (column) =>
      until === null
        ? sql<boolean>`${column} > ${earliest}`
        : sql<boolean>`${column} > ${earliest} and ${column} <= ${until}`,
  };
}
