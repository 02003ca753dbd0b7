/** How long a list is: counted within a bound, kept, or counted whole. */
import { LIMITS } from '@signet/contract/limits';
import type { PageQuery } from '@signet/contract/paging';
import { sql } from 'kysely';
import type { ListQuery } from './list-query.ts';
import { longLists } from './long-lists.ts';
import { PREPARED, type Db } from './open.ts';

/** How many rows a list has; not exact: there are more than that. */
export type Counted = { total: number; total_exact: boolean };

/** What is asked to count: the tables, which of their rows, and the number where it is kept. */
type Countable = Pick<ListQuery<never, unknown>, 'from' | 'where' | 'counted' | 'kept' | 'prepared'>;

/**
 * Counts up to LIMITS.countBound. Beyond that the number is exact where it is kept, or asked for.
 */
export async function countRows(
  db: Db,
  query: Pick<PageQuery, 'count'>,
  { from, where, counted = sql`${from} where ${where}`, kept, prepared = false }: Countable,
): Promise<Counted> {
  if (query.count === 'exact' && !kept) {
    const exact = sql<{ total: number }>`select count(*)::int as total from ${counted}`;
    return totalOf(await exact.execute(db));
  }
  // One more than the bound tells "exactly so many" from "more".
  const counting = sql<{ total: number }>`${prepared ? PREPARED : sql``}select count(*)::int as total
    from (select from ${counted} limit ${LIMITS.countBound + 1}) counted`.compile(db);
  // Who asks and what for are in it: nobody is answered by what another may see.
  const question = JSON.stringify([counting.sql, counting.parameters]);
  const long = longLists(db);
  const beyond = async (): Promise<Counted> => (kept ? totalOf(await kept.execute(db)) : MORE);
  if (long.has(question)) return beyond();
  const { rows } = await db.executeQuery(counting);
  const total = rows[0]?.total ?? 0;
  if (total <= LIMITS.countBound) return { total, total_exact: true };
  long.add(question);
  return beyond();
}

const totalOf = ({ rows }: { rows: { total: number }[] }): Counted => ({
  total: rows[0]?.total ?? 0,
  total_exact: true,
});

const MORE: Counted = { total: LIMITS.countBound, total_exact: false };
