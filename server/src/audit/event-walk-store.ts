/** Walks along the keys of an index, newest first or oldest first, and no further than it is told. */
import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Keys } from './event-keys-store.ts';

/**
 * Which events: between two moments, `from` included and `until` not; `upwards`: oldest first; `past`: beyond this
 * event in that direction.
 */
export type Way = { from: Date | null; until: Date | null; upwards: boolean; past?: { at: Date; id: string } };

/** The ids of a page: known, or a question that is asked together with that for its rows, at one journey less. */
export type Ids = RawBuilder<readonly string[]>;
export const knownIds = (ids: readonly string[]): Ids => sql`${ids}::uuid[]`;

/** A page of a list by its ids. `total` is what was counted, all there is where `total_exact`. */
export type Found = { ids: Ids; total: number; total_exact: boolean };

type Page = { limit: number; offset: number };

/** What a way leaves out, as a condition on the event `e` that begins with `and`. */
export const between = ({ from, until, upwards, past }: Way): RawBuilder<unknown> => sql`
  ${from ? sql`and e.at >= ${from}` : sql``} ${until ? sql`and e.at < ${until}` : sql``}
  ${past ? sql`and (e.at, e.id) ${upwards ? sql`>` : sql`<`} (${past.at}, ${past.id}::uuid)` : sql``}`;

/** The order of time of a table, by its alias. */
export const inTime = ({ upwards }: Pick<Way, 'upwards'>, alias: string): RawBuilder<unknown> => {
  const [at, id] = [sql.ref(`${alias}.at`), sql.ref(`${alias}.id`)];
  return upwards ? sql`${at}, ${id}` : sql`${at} desc, ${id} desc`;
};

/** The page of what the keys have, all of which fits. Reads `offset + limit` entries of each key at most. */
export const pageOfKeys = (keys: Keys, way: Way, { limit, offset }: Page): Ids => sql`array(select found.id
    from ${keys.from} key cross join lateral (
      select e.id, e.at from audit_event e where ${keys.match} ${between(way)}
      order by ${inTime(way, 'e')} limit ${limit + offset}) found
    order by ${inTime(way, 'found')} limit ${limit} offset ${offset})`;

/** How many events the keys have, counted to one more than LIMITS.countBound, or to another bound; null: all. */
export async function countKeys(
  db: Db,
  keys: Keys,
  way: Way,
  bound: number | null = LIMITS.countBound + 1,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (
      select from ${keys.from} key cross join lateral (
        select from audit_event e where ${keys.match} ${between(way)} limit ${bound}) one
      limit ${bound}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** What a walk has seen. `ended`: it came to the end of every key; else `looked_to` is the moment that it came to. */
export type Seen = { ids: Ids; fitting: number; ended: boolean; looked_to: Date | null };

/**
 * Of what the keys have first, `each` events of each key, the page of those that fit. All are seen up to the moment at
 * which the first key with more of them was left.
 */
export async function walk(
  db: Db,
  keys: Keys,
  fits: RawBuilder<boolean>,
  way: Way,
  { limit, offset, each }: Page & { each: number },
): Promise<Seen> {
  const [last, nearest, isSeen] = way.upwards
    ? [sql`max(at)`, sql`min(last)`, sql`at <= (select at from cut)`]
    : [sql`min(at)`, sql`max(last)`, sql`at >= (select at from cut)`];
  const walking = sql<{ id: string | null; fitting: number; cut: Date | null }>`
    with seen as materialized (
      select key.n, e.id, e.at, e.fits
      from (select row_number() over () as n, * from ${keys.from} every_key) key
      cross join lateral (
        select e.id, e.at, ${fits} as fits from audit_event e where ${keys.match} ${between(way)}
        order by ${inTime(way, 'e')} limit ${each}) e
    ), cut as (
      select ${nearest} as at from (select ${last} as last from seen group by n having count(*) >= ${each}) more
    ), fitting as (
      select id, at from seen where fits and ((select at from cut) is null or ${isSeen})
    )
    select page.id, counted.fitting, (select at from cut) as cut
    from (select count(*)::int as fitting from fitting) counted
    left join lateral (
      select id, at from fitting order by ${inTime(way, 'fitting')} limit ${limit} offset ${offset}) page on true
    order by ${inTime(way, 'page')}`;
  const { rows } = await db.transaction().execute(async (tx) => {
    await useOrderedIndexes(tx);
    return walking.execute(tx);
  });
  return {
    ids: knownIds(rows.flatMap(({ id }) => (id === null ? [] : [id]))),
    fitting: rows[0]?.fitting ?? 0,
    ended: (rows[0]?.cut ?? null) === null,
    looked_to: rows[0]?.cut ?? null,
  };
}

/**
 * Until the transaction ends, rows come from an index in its order. Where many are wanted of very many, the planner
 * would read them all and sort.
 */
async function useOrderedIndexes(tx: Db): Promise<void> {
  const off = ['enable_seqscan', 'enable_bitmapscan', 'jit'].map((name) => sql`set_config(${name}, 'off', true)`);
  await sql`select ${sql.join(off)}, set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}
