/** What must hold of the books of licenses, whatever was done to them. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** What does not hold, and of which rows. */
export type Broken = { what: string; rows: string };

/**
 * Balances the books forwards from zero and backwards from today: entries add up to zero for each feature and move, run
 * on without a gap from 0 to what the pools hold; what is handed on is what the pools below have; slots share what is
 * held, and are used as often as something uses them. Answers what does not hold.
 */
export async function brokenBooks(db: Db): Promise<Broken[]> {
  const { rows } = await sql<Broken>`
    with checked as (
      select 'entries of a feature do not add up to zero' as what, p.app_code || ' ' || p.feature as row
        from license_entry e join license_pool p on p.id = e.pool_id
        group by p.app_code, p.generation, p.feature having sum(e.delta) <> 0
      union all select 'entries of a move do not add up to zero', move_id::text
        from license_entry group by move_id having sum(delta) <> 0
      union all select 'an entry does not follow on the one before', pool_id || ' ' || version
        from (select *, lag(held_after, 1, 0::bigint) over one as previous, row_number() over one as place
          from license_entry window one as (partition by pool_id order by version)) e
        where held_before <> previous or place <> version
      union all select 'an entry is earlier than the one before', pool_id || ' ' || version
        from (select *, lag(at) over (partition by pool_id order by version) as previous from license_entry) e
        where at < previous
      union all select 'a pool holds something else than its entries say', p.id::text
        from license_pool p where p.held <> coalesce((select sum(delta) from license_entry where pool_id = p.id), 0)
          or p.held <> coalesce((select held_after from license_entry where pool_id = p.id
            order by version desc limit 1), 0)
          or p.version <> (select count(*) from license_entry where pool_id = p.id)
      union all select 'a pool has handed on something else than is below', p.id::text
        from license_pool p where p.handed_on <>
          coalesce((select sum(held + handed_on) from license_pool below where below.owner_pool_id = p.id), 0)
      union all select 'a pool without a limit holds something', id::text
        from license_pool where unlimited and held <> 0
      union all select 'a pool without a limit stands below one with a limit', below.id::text
        from license_pool below join license_pool above on above.id = below.owner_pool_id
        where below.unlimited and not above.unlimited and above.kind <> 'issuer'
      union all select 'an entry and its limit say two things', p.id::text || ' ' || e.version
        from license_entry e join license_move m on m.id = e.move_id and m.pool_id = e.pool_id
          join license_pool p on p.id = e.pool_id
        where m.limit_after <> -1 and e.held_after + e.handed_on <> m.limit_after
      union all select 'slots share something else than is held', p.id::text
        from license_pool p join license_slot s on s.pool_id = p.id where not p.unlimited
        group by p.id having sum(s.share) <> p.held
      union all select 'slots are used otherwise than things use them', p.id::text
        from license_pool p where coalesce((select sum(used) from license_slot where pool_id = p.id), 0) <>
          coalesce((select sum(quantity) from license_use where pool_id = p.id and released_at is null), 0)
      union all select 'one of several slots is used beyond its share', pool_id::text from license_slot s
        where not unlimited and used > share
          and (select count(*) from license_slot where pool_id = s.pool_id) > 1
      union all select 'a limit is not what its newest move says', p.id::text
        from license_pool p where p.kind <> 'issuer'
          and case when p.unlimited then -1 else p.held + p.handed_on end <>
            coalesce((select limit_after from license_move m where m.pool_id = p.id
              order by at desc, id desc limit 1), 0))
    select what, string_agg(row, ', ') as rows from checked group by what`.execute(db);
  return rows;
}

/** Throws what does not hold of the books. */
export async function requireBalance(db: Db): Promise<void> {
  const broken = await brokenBooks(db);
  if (broken.length > 0) throw new Error(`The books of licenses: ${JSON.stringify(broken)}`);
}
