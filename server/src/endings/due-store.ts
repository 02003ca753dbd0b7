/** What is to be told of on a day: what ends in so many days, and what was put off until then. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import { daysAfter, ENDING_MARKS, type EndingKind } from '@signet/contract/areas/ends-soon-record';
import { payloadDate } from '@signet/contract/dates';
import { ZERO_UUID } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { lastDay } from '../db/last-day.ts';
import type { Db } from '../db/open.ts';
import type { EndingSource } from './branch-store.ts';
import { readEndings, sideOf } from './union-store.ts';

/** So many are named in a message. */
const MOST = 1_000;

/**
 * What the viewer is told of since the day of the last message, but for what is put off: each once for each mark, also
 * where days were missed in between; and what was put off until then, however far its end is.
 */
export async function dueEndings(
  viewer: Viewer,
  db: Db,
  source: EndingSource,
  toldOn: string,
): Promise<{ rows: Ending[]; more: boolean }> {
  const today = payloadDate(source.now);
  const isBack = sql<boolean>`s.until > ${toldOn}::date and s.until <= ${today}::date`;
  const wasPutOff = sql<boolean>`exists (select from ending_snooze s where s.kind = b.kind and s.subject = b.subject
    and s.ends_at = date_trunc('second', b.ends_at) and ${isBack}
    and coalesce(s.account_id, ${ZERO_UUID}::uuid) = ${sideOf(viewer)})`;
  const asked = { snoozed: false, sort: [] };
  const marked: Ending[] = [];
  for (const days of daysOfMarks(toldOn, today)) {
    if (marked.length > MOST) break;
    marked.push(...(await readEndings(viewer, db, { query: { ...asked, ...days }, source, most: MOST + 1 })));
  }
  const back: Ending[] = [];
  for (const { kind, day } of await daysOfPutOff(viewer, db, isBack, today)) {
    if (back.length > MOST) break;
    const query = { ...asked, kind, ends_from: day, ends_to: day };
    back.push(...(await readEndings(viewer, db, { query, source, where: wasPutOff, most: MOST + 1 })));
  }
  const rows = [...new Map([...marked, ...back].map((one) => [one.key, one])).values()].toSorted(
    (a, b) => compare(a.ends_at, b.ends_at) || compare(a.key, b.key),
  );
  return { rows: rows.slice(0, MOST), more: rows.length > MOST };
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The days whose ends have come to a mark since the day of the last message, the soonest first and each once. */
function daysOfMarks(toldOn: string, today: string): { ends_from: string; ends_to: string }[] {
  let last = '';
  return ENDING_MARKS.toReversed().flatMap((mark) => {
    const next = daysAfter(toldOn, mark + 1);
    const ends_from = last >= next ? daysAfter(last, 1) : next;
    last = daysAfter(today, mark);
    return ends_from <= last ? [{ ends_from, ends_to: last }] : [];
  });
}

/** The kinds and days from `first` on of what the viewer's side may have put off, the soonest first. */
async function daysOfPutOff(viewer: Viewer, db: Db, isBack: RawBuilder<boolean>, first: string) {
  const sides = [...viewer.accountIds, viewer.primaryAccountId ?? ZERO_UUID];
  const isTheirs = viewer.scope === 'system' ? sql`s.account_id is null` : sql`s.account_id = any(${sides}::uuid[])`;
  const ends = lastDay(sql.ref('s.ends_at'));
  const { rows } = await sql<{ kind: EndingKind; day: string }>`
    select distinct s.kind, ${ends} as day from ending_snooze s
    where ${isBack} and ${isTheirs} and ${ends} >= ${first}::date order by day, kind`.execute(db);
  return rows;
}
