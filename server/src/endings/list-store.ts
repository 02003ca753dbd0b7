/** The list of what ends, its export and its weeks. */
import {
  daysAfter,
  ENDING_FILTERS,
  ENDING_WEEK_MOST,
  ENDING_WEEKS,
  mondayOf,
  type EndingKind,
} from '@signet/contract/areas/ends-soon-record';
import type { Ending, EndingExportQuery, EndingListQuery, EndingWeeks } from '@signet/contract/areas/ends-soon';
import { payloadDate } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { everyRow, listPage } from '../db/list.ts';
import { PREPARED, type Db } from '../db/open.ts';
import { currentLicense } from '../license/license-store.ts';
import { branchOf, visibleKinds, type EndingSource } from './branch-store.ts';
import { endingList } from './union-store.ts';
import { boundsOf, windowRows } from './window-store.ts';

/** What the queries need beside the database's rows. */
export async function endingSource(db: Db, config: Config, now: Date): Promise<EndingSource> {
  const current = await currentLicense(db, config, now);
  return { now, license: current && { holder: current.license.holder, validUntil: current.license.validUntil } };
}

/** What pages ask that are opened; all else is what somebody filters. */
const OPENED: readonly string[] = ['within', 'snoozed'];
const isPlain = (query: EndingListQuery): boolean =>
  Object.entries(query).every(
    ([name, value]) => value === undefined || OPENED.includes(name) || !Object.hasOwn(ENDING_FILTERS, name),
  );

/**
 * One page. Each kind brings as many rows as the page may need, and as many are counted as the total may need. Planning
 * a query of so many kinds takes longer than its rows.
 */
export function listEndings(
  viewer: Viewer,
  db: Db,
  query: EndingListQuery,
  source: EndingSource,
): Promise<ListOf<Ending>> {
  const prepared = isPlain(query);
  const short = prepared && viewer.scope === 'account';
  const most = query.offset + query.limit + (short ? 1 : 0);
  const counted = query.count === 'exact' ? null : LIMITS.countBound + 1;
  return listPage(db, query, { ...endingList(viewer, query, source, { most, counted }), prepared, short });
}

/** All of them that match, in batches. */
export const everyEnding = (
  viewer: Viewer,
  db: Db,
  query: EndingExportQuery,
  source: EndingSource,
): AsyncGenerator<Ending[]> => everyRow(db, endingList(viewer, query, source, { most: null, counted: null }));

/** How many of each kind end in each of the next weeks, each counted up to a bound. */
export async function endingWeeks(viewer: Viewer, db: Db, source: EndingSource): Promise<EndingWeeks> {
  const from = mondayOf(payloadDate(source.now));
  const mondays = Array.from({ length: ENDING_WEEKS }, (_, week) => daysAfter(from, 7 * week));
  const asked = windowRows(
    mondays.map((monday) => boundsOf({ ends_from: monday, ends_to: daysAfter(monday, 6) }, source.now)),
  );
  const counts = visibleKinds(viewer).map(
    (kind) => sql`select ${sql.lit(kind)}::text as kind, w.n as week, (select count(*)::int
      from (${branchOf(kind, viewer, asked.window, source)} limit ${sql.lit(ENDING_WEEK_MOST)}) counted) as count
      from ${asked.from}`,
  );
  const { rows } = await sql<{ kind: EndingKind; week: number; count: number }>`${PREPARED}
    ${sql.join(counts, sql` union all `)}`.execute(db);
  return {
    from,
    kinds: visibleKinds(viewer).flatMap((kind) => {
      const ofKind = rows.filter((one) => one.kind === kind && one.count > 0);
      const weeks = Array.from({ length: ENDING_WEEKS }, (_, n) => ofKind.find(({ week }) => week === n)?.count ?? 0);
      return ofKind.length > 0 ? [{ kind, weeks }] : [];
    }),
  };
}
