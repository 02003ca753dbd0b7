/** What licenses said at an earlier time: made of the entries and uses of the ledger, no row is kept for it. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';

/** The figures of a pool at a time. -1 is unlimited. */
export type Past = { limit: number; used: number };

/**
 * The figures of pools just before an instant, by their ids. Uses are counted backwards from now: what began since is
 * taken off, what ended since is added.
 */
export async function pastOfPools(db: Db, ids: readonly string[], until: Date): Promise<Map<string, Past>> {
  const { rows } = await sql<Past & { id: string }>`
    select p.id,
      coalesce((select m.limit_after from license_move m where m.pool_id = p.id and m.at < ${until}
        order by m.at desc, m.id desc limit 1), 0)::float8 as "limit",
      (coalesce((select e.handed_on from license_entry e where e.pool_id = p.id and e.at < ${until}
          order by e.at desc, e.version desc limit 1), 0)
        + (select coalesce(sum(s.used), 0) from license_slot s where s.pool_id = p.id)
        - (select coalesce(sum(u.quantity), 0) from license_use u
            where u.pool_id = p.id and u.used_at >= ${until} and u.released_at is null)
        + (select coalesce(sum(u.quantity), 0) from license_use u
            where u.pool_id = p.id and u.used_at < ${until} and u.released_at >= ${until}))::float8 as used
    from license_pool p where p.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, limit, used }) => [id, { limit, used }]));
}

/**
 * SQL for an array of the pools that an account has ever used anything of. They are few, of uses that may be very many:
 * the index is asked for one after the other.
 */
export const everUsedBy = (accountId: string): RawBuilder<unknown> => sql`array(
  with recursive used as (
    (select u.pool_id from license_use u where u.account_id = ${accountId} order by u.pool_id limit 1)
    union all
    select following.pool_id from used cross join lateral (
      select u.pool_id from license_use u
      where u.account_id = ${accountId} and u.pool_id > used.pool_id
      order by u.pool_id limit 1) following
  ) select pool_id from used)`;

/** What an account used of pools above its own just before an instant, by the pools' ids. */
export async function pastUseAbove(
  db: Db,
  accountId: string,
  ids: readonly string[],
  until: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; used: number }>`
    select u.pool_id as id, sum(u.quantity)::float8 as used from license_use u
    where u.account_id = ${accountId} and u.pool_id = any(${ids}::uuid[])
      and u.used_at < ${until} and (u.released_at is null or u.released_at >= ${until})
    group by u.pool_id`.execute(db);
  return new Map(rows.map(({ id, used }) => [id, used]));
}

/** What a forecast needs of a pool beside its figures. */
export type Course = {
  /** When it was first given anything. */
  first: Date | null;
  /** How much of its use was begun anew since an instant: of a pool that is used on, by resets alone. */
  restarted: number;
  /** When something was last taken of it. */
  lastTaken: Date | null;
};

/** The course of pools since an instant, by their ids. */
export async function courseOfPools(db: Db, ids: readonly string[], since: Date): Promise<Map<string, Course>> {
  const { rows } = await sql<Course & { id: string }>`
    select p.id,
      (select e.at from license_entry e where e.pool_id = p.id order by e.version limit 1) as first,
      (select coalesce(sum(m.used_before - m.used_after), 0) from license_move m
        where m.pool_id = p.id and m.at >= ${since})::float8 as restarted,
      greatest(
        (select e.at from license_entry e where e.pool_id = p.id order by e.version desc limit 1),
        (select max(u.used_at) from license_use u where u.pool_id = p.id)) as "lastTaken"
    from license_pool p where p.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...course }) => [id, course]));
}
