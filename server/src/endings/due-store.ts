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
/** What ends later has no mark yet. */
const FIRST_MARK = ENDING_MARKS[0];

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
  const ends = lastDay(sql.ref('b.ends_at'));
  const isBack = sql<boolean>`s.until > ${toldOn}::date and s.until <= ${today}::date`;
  const wasPutOff = sql<boolean>`exists (select from ending_snooze s where s.kind = b.kind and s.subject = b.subject
    and s.ends_at = date_trunc('second', b.ends_at) and ${isBack}
    and coalesce(s.account_id, ${ZERO_UUID}::uuid) = ${sideOf(viewer)})`;
  const where = sql<boolean>`(${wasPutOff} or exists (select from unnest(${[...ENDING_MARKS]}::int[]) mark
    where ${ends} - mark > ${toldOn}::date and ${ends} - mark <= ${today}::date))`;
  const query = { within: `${FIRST_MARK}`, snoozed: false, sort: [] } as const;
  const rows = await readEndings(viewer, db, { query, source, where, most: MOST + 1 });
  for (const { kind, day } of await farDays(viewer, db, isBack, daysAfter(today, FIRST_MARK))) {
    if (rows.length > MOST) break;
    const ofDay = { kind, ends_from: day, ends_to: day, snoozed: false, sort: [] };
    rows.push(...(await readEndings(viewer, db, { query: ofDay, source, where: wasPutOff, most: MOST + 1 })));
  }
  return { rows: rows.slice(0, MOST), more: rows.length > MOST };
}

/** The kinds and days after `last` of what the viewer's side may have put off, the soonest first. */
async function farDays(viewer: Viewer, db: Db, isBack: RawBuilder<boolean>, last: string) {
  const sides = [...viewer.accountIds, viewer.primaryAccountId ?? ZERO_UUID];
  const isTheirs = viewer.scope === 'system' ? sql`s.account_id is null` : sql`s.account_id = any(${sides}::uuid[])`;
  const ends = lastDay(sql.ref('s.ends_at'));
  const { rows } = await sql<{ kind: EndingKind; day: string }>`
    select distinct s.kind, ${ends} as day from ending_snooze s
    where ${isBack} and ${isTheirs} and ${ends} > ${last}::date order by day, kind`.execute(db);
  return rows;
}
