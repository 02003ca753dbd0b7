/** The list of what ends, its export and its weeks. */
import {
  daysAfter,
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
import type { Db } from '../db/open.ts';
import { currentLicense } from '../license/license-store.ts';
import { branchOf, visibleKinds, type EndingSource } from './branch-store.ts';
import { endingList } from './union-store.ts';
import { windowOf } from './window-store.ts';

/** What the queries need beside the database's rows. */
export async function endingSource(db: Db, config: Config, now: Date): Promise<EndingSource> {
  const current = await currentLicense(db, config, now);
  return { now, license: current && { holder: current.license.holder, validUntil: current.license.validUntil } };
}

/** One page. Each kind brings as many rows as the page may need, and as many are counted as the total may need. */
export function listEndings(
  viewer: Viewer,
  db: Db,
  query: EndingListQuery,
  source: EndingSource,
): Promise<ListOf<Ending>> {
  const most = query.offset + query.limit;
  const counted = query.count === 'exact' ? null : LIMITS.countBound + 1;
  return listPage(db, query, endingList(viewer, query, source, { most, counted }));
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
  const counts = visibleKinds(viewer).flatMap((kind) =>
    Array.from({ length: ENDING_WEEKS }, (_, week) => {
      const monday = daysAfter(from, 7 * week);
      const window = windowOf({ ends_from: monday, ends_to: daysAfter(monday, 6) }, source.now);
      return sql`select ${kind}::text as kind, ${week}::int as week, (select count(*)::int
        from (${branchOf(kind, viewer, window, source)} limit ${ENDING_WEEK_MOST}) counted) as count`;
    }),
  );
  const { rows } = await sql<{ kind: EndingKind; week: number; count: number }>`
    select * from (${sql.join(counts, sql` union all `)}) w where w.count > 0`.execute(db);
  return {
    from,
    kinds: visibleKinds(viewer).flatMap((kind) => {
      const ofKind = rows.filter((one) => one.kind === kind);
      const weeks = Array.from({ length: ENDING_WEEKS }, (_, n) => ofKind.find(({ week }) => week === n)?.count ?? 0);
      return ofKind.length > 0 ? [{ kind, weeks }] : [];
    }),
  };
}
