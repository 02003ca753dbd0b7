/** Events with a text that few have. */
import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { between, inTime, knownIds, type Found, type Way } from '../../audit/event-walk-store.ts';

/** How long the index may take, in milliseconds: where it finds many, it does not find them in the order of time. */
const WHILE_MS = 150;
const QUERY_CANCELED = '57014';

/**
 * The page of all events that a condition holds of, found by bitmaps of indexes; null where there are more than are
 * counted, or it takes too long.
 */
export async function bitmapPage(
  db: Db,
  condition: RawBuilder<boolean>,
  way: Way,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found | null> {
  const bound = LIMITS.countBound + 1;
  try {
    return await db.transaction().execute(async (tx) => {
      await useBitmapsAlone(tx);
      const { rows } = await sql<{ id: string | null; total: number }>`
        with found as materialized (
          select e.id, e.at from audit_event e
          where ${condition} ${between(way)}
          limit ${bound})
        select page.id, counted.total from (select count(*)::int as total from found) counted
        left join lateral (
          select id, at from found order by ${inTime(way, 'found')} limit ${limit} offset ${offset}) page on true
        order by ${inTime(way, 'page')}`.execute(tx);
      const total = rows[0]?.total ?? 0;
      if (total === bound) return null;
      return { ids: knownIds(rows.flatMap(({ id }) => (id === null ? [] : [id]))), total, total_exact: true };
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === QUERY_CANCELED) return null;
    throw error;
  }
}

/**
 * Until the transaction ends, rows come from bitmaps of indexes: the planner cannot know how many rows hold three
 * letters together.
 */
async function useBitmapsAlone(tx: Db): Promise<void> {
  const off = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'jit'].map(
    (name) => sql`set_config(${name}, 'off', true)`,
  );
  await sql`select ${sql.join(off)}, set_config('max_parallel_workers_per_gather', '0', true),
    set_config('statement_timeout', ${String(WHILE_MS)}, true)`.execute(tx);
}
