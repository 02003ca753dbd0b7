/** Events in the order of the log, a page at a time: what collectors ask for, and what is sent to receivers. */
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { eachKnownSince, visibleAccounts, visibleOrigin } from '../sight.ts';
import type { PlacedEvent } from './place-line.ts';
import type { AuditEventRow } from './tables.ts';

/** A page begins at index `from`, has at most `limit` events, and ends early at about `bytes` of them, but with one. */
export type PageOfLog = { from: number; limit: number; bytes: number };
/** `more`: further ones may lie behind it already. */
export type LogPage = { events: SeenEvent[]; more: boolean };

/** An event as a viewer may see it; `withheld`: not from where it was done. */
export type SeenEvent = PlacedEvent & { withheld: boolean };

/** What a row takes beside its snapshots, about. */
const REST_OF_A_ROW = 600;

type Found = AuditEventRow & { withheld: boolean; cut_off: boolean; candidates: string };

/** The page of `rows`, which are the next ones by their index, one more than its limit. */
async function readPage(db: Db, rows: RawBuilder<unknown>, { limit, bytes }: PageOfLog) {
  const size = sql`${REST_OF_A_ROW}::int + coalesce(octet_length(before::text), 0)
    + coalesce(octet_length(after::text), 0)`;
  const { rows: found } = await sql<Found>`
    select * from (
      select *, count(*) over () as candidates, coalesce(sum(${size})
        over (order by tree_index rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from (${rows}) as near
    ) as measured
    where bytes_before < ${bytes}::bigint order by tree_index limit ${limit}`.execute(db);
  const events = found.map((row) => ({ index: Number(row.tree_index), row, withheld: row.withheld }));
  return { events, more: Number(found[0]?.candidates ?? 0) > events.length, isCutOff: found[0]?.cut_off ?? false };
}

/**
 * Events of the whole log from an index on. An event has an index only once it is committed, and all before it are, so
 * that none is passed over.
 */
export const readPlaces = (db: Db, at: PageOfLog): Promise<LogPage> =>
  readPage(
    db,
    sql`select *, false as withheld, false as cut_off from audit_event
      where tree_index >= ${at.from} order by tree_index limit ${at.limit + 1}`,
    at,
  );

/** Of each of many accounts at least so many events are looked at, so that a page has as many. */
const LEAST_OF_EACH = 20;
/** Of all accounts together about so many times the page. */
const SPREAD = 4;

/** How many accounts a viewer may see, about: more than a few thousand make no difference. */
async function countAccounts(viewer: Viewer, db: Db): Promise<number> {
  const own = sql`select from account a where ${visibleAccounts(viewer)} limit 5000`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${own}) as own`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * The same of what a viewer may see. Each of the accounts brings its next events by their index, so many that one
 * account alone could fill the page, or of many accounts fewer: what they bring is complete up to where the first of
 * them had more to bring, and there the page ends. `more` is then said though there may be none.
 */
export async function readVisiblePlaces(viewer: Viewer, db: Db, at: PageOfLog): Promise<LogPage> {
  if (viewer.scope === 'system') return readPlaces(db, at);
  const { from, limit } = at;
  const accounts = Math.max(1, await countAccounts(viewer, db));
  const each = Math.min(limit + 1, Math.max(LEAST_OF_EACH, Math.ceil((SPREAD * (limit + 1)) / accounts)));
  const page = await readPage(
    db,
    sql`with brought as materialized (
        select a.id, next.tree_index from account a cross join lateral (
          select e.tree_index from audit_event e
          where e.account_id = a.id and e.tree_index >= ${from} and e.at > ${eachKnownSince(viewer, 'a')}
          order by e.tree_index limit ${each}
        ) as next
        where ${visibleAccounts(viewer)}
      ), horizon as (
        select min(last) as index
        from (select max(tree_index) as last from brought group by id having count(*) >= ${each}) as cut_off
      ), near as (
        select b.tree_index from brought b cross join horizon h
        where h.index is null or b.tree_index <= h.index order by b.tree_index limit ${limit + 1}
      )
      select e.*, not ${visibleOrigin(viewer, 'e')} as withheld, (select index from horizon) is not null as cut_off
      from near n join audit_event e on e.tree_index = n.tree_index`,
    at,
  );
  return { events: page.events, more: page.more || page.isCutOff };
}

/** How many events have their place, which is the index of the next one. */
export async function treeSize(db: Db): Promise<number> {
  const newest = await db
    .selectFrom('audit_event')
    .select('tree_index')
    .where('tree_index', 'is not', null)
    .orderBy('tree_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? Number(newest.tree_index) + 1 : 0;
}
