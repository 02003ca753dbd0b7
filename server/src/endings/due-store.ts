/** What is to be told of on a day: what ends in so many days, and what was put off until then. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import { ENDING_MARKS } from '@signet/contract/areas/ends-soon-record';
import { payloadDate } from '@signet/contract/dates';
import { ZERO_UUID } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { EndingSource } from './branch-store.ts';
import { readEndings, sideOf } from './union-store.ts';

/** So many are named in a message. */
const MOST = 1_000;

/**
 * What the viewer is told of since the day of the last message, but for what is put off: each once for each mark, also
 * where days were missed in between.
 */
export async function dueEndings(
  viewer: Viewer,
  db: Db,
  source: EndingSource,
  toldOn: string,
): Promise<{ rows: Ending[]; more: boolean }> {
  const today = payloadDate(source.now);
  const lastDay = sql`((b.ends_at - interval '1 second') at time zone 'UTC')::date`;
  const where = sql<boolean>`(
    exists (select from unnest(${[...ENDING_MARKS]}::int[]) mark
      where ${lastDay} - mark > ${toldOn}::date and ${lastDay} - mark <= ${today}::date)
    or exists (select from ending_snooze s where s.kind = b.kind and s.subject = b.subject
      and s.ends_at = date_trunc('second', b.ends_at)
      and s.until > ${toldOn}::date and s.until <= ${today}::date
      and coalesce(s.account_id, ${ZERO_UUID}::uuid) = ${sideOf(viewer)}))`;
  const query = { within: '60', snoozed: false, sort: [] } as const;
  const rows = await readEndings(viewer, db, { query, source, where, most: MOST + 1 });
  return { rows: rows.slice(0, MOST), more: rows.length > MOST };
}
