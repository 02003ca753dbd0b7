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

/** Days from the first to the last, and moments after `earliest` up to `until`; infinity where there is no end. */
export type EndingBounds = { first: string; last: string; earliest: Date; until: Date | 'infinity' };

/** Of what has not ended yet and ends in time; or of what has ended lately. */
export function boundsOf({ within, ended = false, ends_from, ends_to }: WindowQuery, now: Date): EndingBounds {
  const today = payloadDate(now);
  const first = latest([ended ? daysAfter(today, -ENDED_DAYS) : today, ends_from]) ?? today;
  const last = soonest([
    ended ? daysAfter(today, -1) : undefined,
    within === undefined ? undefined : daysAfter(today, Number(within)),
    ends_to,
  ]);
  const earliest = ended || first > today ? startOf(first) : now;
  const before = last === undefined ? 'infinity' : startOf(daysAfter(last, 1));
  const until = ended ? new Date(Math.min(now.getTime(), startOf(daysAfter(ends_to ?? today, 1)).getTime())) : before;
  return { first, last: last ?? 'infinity', earliest, until };
}

/** The window between bounds that are SQL: values, or columns of what is joined. */
const between = ({ first, last, earliest, until }: Record<keyof EndingBounds, RawBuilder<unknown>>) => ({
  day: (column: RawBuilder<unknown>) => sql<boolean>`${column} between ${first} and ${last}`,
  instant: (column: RawBuilder<unknown>) => sql<boolean>`${column} > ${earliest} and ${column} <= ${until}`,
});

/** What a query asks for. */
export function windowOf(query: WindowQuery, now: Date): EndingWindow {
  const { first, last, earliest, until } = boundsOf(query, now);
  const { only } = query;
  return {
    id: (column) =>
      only === undefined || !UUID.test(only) ? sql<boolean>`true` : sql<boolean>`${column} = ${only}::uuid`,
    ...between({
      first: sql`${first}::date`,
      last: sql`${last}::date`,
      earliest: sql`${earliest}::timestamptz`,
      until: sql`${until}::timestamptz`,
    }),
  };
}

/** Several windows as rows `w`, numbered `n` from 0: a query that is asked of each is planned once. */
export function windowRows(bounds: readonly EndingBounds[]): { from: RawBuilder<unknown>; window: EndingWindow } {
  const from = sql`unnest(${bounds.map((_, n) => n)}::int[], ${bounds.map(({ first }) => first)}::date[],
    ${bounds.map(({ last }) => last)}::date[], ${bounds.map(({ earliest }) => earliest)}::timestamptz[],
    ${bounds.map(({ until }) => until)}::timestamptz[]) w (n, first_day, last_day, earliest, until)`;
  return {
    from,
    window: {
      id: () => sql<boolean>`true`,
      ...between({ first: sql`w.first_day`, last: sql`w.last_day`, earliest: sql`w.earliest`, until: sql`w.until` }),
    },
  };
}
