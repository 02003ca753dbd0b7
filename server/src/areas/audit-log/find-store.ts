/** Which events a query finds, within a bound of work whatever is asked: docs/decisions/040-the-audit-list.md. */
import type { AuditEventListQuery } from '@signet/contract/areas/audit-log';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { allOf } from '../../db/list.ts';
import { longLists } from '../../db/long-lists.ts';
import type { Db } from '../../db/open.ts';
import { visibleAccounts, visibleEvents } from '../../sight.ts';
import { comparesText, conditionsOf, idIn, isIndexed, wayOf } from './condition-store.ts';
import {
  EVERY,
  kindsOf,
  ofAccounts,
  ofActor,
  ofKinds,
  ofResource,
  type Keys,
  type Span,
} from '../../audit/event-keys-store.ts';
import { bitmapPage } from './text-store.ts';
import {
  between,
  countKeys,
  knownIds,
  pageOfKeys,
  walk,
  type Found,
  type Seen,
  type Way,
} from '../../audit/event-walk-store.ts';

/** Events looked at where most are likely to fit, before another way is tried, and where there is no other. */
const NEAREST = 500;
const NEAR = 4_000;
const FAR = 20_000;
/** Of a resource there is no other: it has few events, unless it is a program that signs in. */
const OF_RESOURCE = 8_000;
/** So many accounts are keys at once; of more it is first seen whether the newest events are of them. */
const FEW_ACCOUNTS = 20;
/** Keys that are walked at once, and entries of them. */
const KEYS_MAX = 5_000;
const ENTRIES_MAX = 400_000;

/** What was found; `looked_to`: not all was looked at, but as far as that moment. */
export type FoundEvents = Found & { looked_to: Date | null };
type Query = AuditEventListQuery;
type Asked = { viewer: Viewer; db: Db; query: Query; way: Way };

const NOTHING: FoundEvents = { ids: knownIds([]), total: 0, total_exact: true, looked_to: null };

/** The event next to another one, in the order and of the filters of the query, and how far it was looked. */
export async function findNext(
  viewer: Viewer,
  db: Db,
  query: Query,
  past: { at: Date; id: string },
): Promise<{ id: string | null; looked_to: Date | null }> {
  const { ids, looked_to } = await search({ viewer, db, query, way: { ...wayOf(query), past } });
  const { rows } = await sql<{ id: string | null }>`select (${ids})[1] as id`.execute(db);
  return { id: rows[0]?.id ?? null, looked_to };
}

/** The page of the events that the viewer may see and the query asks for. */
export async function findEvents(viewer: Viewer, db: Db, query: Query): Promise<FoundEvents> {
  const asked = { viewer, db, query, way: wayOf(query) };
  const found = await search(asked);
  return query.count === 'exact' ? { ...found, ...(await countAll(asked)) } : found;
}

async function search(asked: Asked): Promise<FoundEvents> {
  const { query, way } = asked;
  if (way.from && way.until && way.from >= way.until) return NOTHING;
  if (query.resource_id !== undefined && query.resource_id !== '') {
    const keys = ofResource(query.resource_id);
    return walked(await look(asked, keys, conditionsLookedAt(asked), OF_RESOURCE), asked);
  }
  const id = idIn(query.text ?? '');
  if (id !== null) return byId(asked, id);
  const spans = await spansOf(asked, FEW_ACCOUNTS + 1);
  if (spans !== null && spans.length === 0) return NOTHING;
  const isNarrow = spans === null || spans.length <= FEW_ACCOUNTS;
  if (!isNarrow && !query.text) return ofManyAccounts(asked);
  const kinds = await kindsAsked(asked, spans);
  if (kinds?.count === 0) return NOTHING;
  const ofPerson = query.actor_id === undefined ? (kinds ?? EVERY) : ofActor(query.actor_id, kinds ?? EVERY);
  const keys = spans !== null && isNarrow ? ofAccounts(spans, ofPerson) : ofPerson;
  if (query.others !== undefined) return byOthers(asked, keys);
  return query.text ? byText(asked, query.text, keys) : byKeys(asked, keys);
}

/** No index leaves one person out. Most of what anybody does is done by others, so that the newest have a page. */
async function byOthers(asked: Asked, keys: Keys): Promise<FoundEvents> {
  const fits = conditionsLookedAt(asked);
  const near = await look(asked, keys, fits, NEAR);
  return walked(near.ended || isFull(near, asked.query) ? near : await look(asked, keys, fits, FAR), asked);
}

/** The event of an id, or those of the resource of an id: no id is that of both. */
async function byId(asked: Asked, id: string): Promise<FoundEvents> {
  const { db, query, way } = asked;
  const { rows } = await sql<{ id: string }>`select e.id from audit_event e
    where e.id = ${id} and ${conditionsLookedAt(asked)} ${between(way)}`.execute(db);
  if (rows.length > 0)
    return { ids: knownIds(query.offset === 0 ? [id] : []), total: 1, total_exact: true, looked_to: null };
  return walked(await look(asked, ofResource(id), conditionsLookedAt(asked), OF_RESOURCE), asked);
}

/**
 * The events of a partner with many customers: among the newest of all, or by account where that is not too much; else
 * among as many as a walk may see.
 */
async function ofManyAccounts(asked: Asked): Promise<FoundEvents> {
  const { query } = asked;
  const everyOne = query.actor_id === undefined ? EVERY : ofActor(query.actor_id, EVERY);
  // Of a partner with very many customers the first few hundred have a page.
  for (const events of [NEAREST, NEAR]) {
    const near = await look(asked, everyOne, allConditions(asked), events);
    if (near.ended || isFull(near, query)) return walked(near, asked);
  }
  const spans = (await spansOf(asked)) ?? [];
  const kinds = await kindsAsked(asked, spans);
  if (kinds?.count === 0) return NOTHING;
  const keys = ofAccounts(
    spans,
    kinds === null || query.actor_id === undefined ? (kinds ?? EVERY) : ofActor(query.actor_id, kinds),
  );
  const isFew = keys.count <= KEYS_MAX && keys.count * (query.offset + query.limit) <= ENTRIES_MAX;
  if (isFew) return query.others === undefined ? byKeys(asked, keys) : byOthers(asked, keys);
  return walked(await look(asked, everyOne, allConditions(asked), FAR), asked);
}

/** All that is asked for, but the time. */
const allConditions = ({ viewer, query }: Asked): RawBuilder<boolean> =>
  allOf([visibleEvents(viewer), ...conditionsOf(viewer, query)]);

/** The same, of events that are looked at one after the other. */
const conditionsLookedAt = ({ viewer, query: { text, ...query } }: Asked): RawBuilder<boolean> =>
  allOf([visibleEvents(viewer), ...conditionsOf(viewer, query), ...(text ? [comparesText(text)] : [])]);

/**
 * The accounts that the events concern: those that the viewer may see, or the one asked for; null for any at all. No
 * more than `most`, where that is enough to know.
 */
async function spansOf({ viewer, db, query }: Asked, most?: number): Promise<Span[] | null> {
  if (viewer.scope === 'system') return query.account_id === undefined ? null : [{ id: query.account_id, since: null }];
  const one = query.account_id === undefined ? sql`` : sql`and a.id = ${query.account_id}`;
  const since = viewer.scope === 'partner' ? sql`a.partner_since` : sql`null::timestamptz`;
  const { rows } = await sql<Span>`
    select a.id, ${since} as since from account a where ${visibleAccounts(viewer)} ${one}
    ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(db);
  return rows;
}

/** A key for each kind that is asked for; null where any will do, and an index has the others alone before the time. */
async function kindsAsked({ db, query }: Asked, spans: readonly Span[] | null): Promise<Keys | null> {
  const { action, resource_type, result, actor_via, actor_id } = query;
  const any = [action, resource_type, result, actor_via].every((facet) => facet === undefined);
  if (any && (actor_id === undefined || spans === null)) return null;
  const [only] = spans ?? [];
  const kinds = await kindsOf(db, {
    ...(actor_id === undefined ? {} : { actor: actor_id }),
    ...(actor_id === undefined && only && spans?.length === 1 ? { account: only.id } : {}),
  });
  return ofKinds(
    kinds.filter(
      (kind) =>
        (action === undefined || kind.action === action) &&
        (resource_type === undefined || kind.resource_type === resource_type) &&
        (result === undefined || kind.result === result) &&
        (actor_via === undefined || kind.actor_via === actor_via),
    ),
  );
}

/** Where all events of the keys are what is asked for. Beside an event nothing is counted. */
async function byKeys({ db, query, way }: Asked, keys: Keys): Promise<FoundEvents> {
  const long = longLists(db);
  const question = JSON.stringify([keys.from.compile(db), keys.match.compile(db), way]);
  const counting = async (): Promise<number> => {
    if (way.past) return 0;
    if (long.has(question)) return LIMITS.countBound + 1;
    const total = await countKeys(db, keys, way);
    if (total > LIMITS.countBound) long.add(question);
    return total;
  };
  const total = await counting();
  return {
    ids: pageOfKeys(keys, way, query),
    total: Math.min(total, LIMITS.countBound),
    total_exact: total <= LIMITS.countBound,
    looked_to: null,
  };
}

/**
 * Looks at so many events of the keys together; at more where they are all of the second that was asked from, beyond
 * which the next question could not go either.
 */
async function look(asked: Asked, keys: Keys, fits: RawBuilder<boolean>, events: number): Promise<Seen> {
  const { db, query, way } = asked;
  for (let each = Math.max(20, Math.ceil(events / keys.count)); ; each *= 4) {
    const seen = await walk(db, keys, fits, way, { ...query, each });
    if (seen.ended || isFull(seen, query) || !standsStill(seen, way)) return seen;
  }
}

const standsStill = ({ looked_to }: Seen, way: Way): boolean =>
  looked_to !== null && wholeSecond(looked_to, way).getTime() === (way.upwards ? way.from : way.until)?.getTime();

/** Whether a walk has more than the page. */
const isFull = ({ fitting }: { fitting: number }, { offset, limit }: Query): boolean => fitting > offset + limit;

/** What a walk has seen, as an answer. */
function walked(seen: Seen, { query, way }: Asked): FoundEvents {
  const { ids, fitting, ended, looked_to } = seen;
  const bound = Math.min(fitting, LIMITS.countBound);
  if (ended || looked_to === null)
    return { ids, total: bound, total_exact: fitting <= LIMITS.countBound, looked_to: null };
  const more = isFull(seen, query);
  return { ids, total: bound, total_exact: false, looked_to: more ? null : wholeSecond(looked_to, way) };
}

/** The moment to go on from, in whole seconds: what was seen last may be seen again, and nothing is left out. */
function wholeSecond(at: Date, { upwards }: Way): Date {
  const second = Math.floor(at.getTime() / 1000) * 1000;
  return new Date(upwards ? second : second + 1000);
}

/**
 * A text that many events have is found among the newest, and one that few have by its index. One between the two, of
 * which the newest have little, is looked for as far as the bound of a walk.
 */
async function byText(asked: Asked, text: string, keys: Keys): Promise<FoundEvents> {
  const { db, query, viewer, way } = asked;
  const fits = allOf([visibleEvents(viewer), comparesText(text)]);
  const near = await look(asked, keys, fits, NEAR);
  if (near.ended || isFull(near, query)) return walked(near, asked);
  const few = isIndexed(text) ? await bitmapPage(db, allConditions(asked), way, query) : null;
  return few ? { ...few, looked_to: null } : walked(await look(asked, keys, fits, FAR), asked);
}

/** Every event that is asked for, counted. */
async function countAll(asked: Asked): Promise<Pick<Found, 'total' | 'total_exact'>> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from audit_event e
    where ${allConditions(asked)} ${between(asked.way)}`.execute(asked.db);
  return { total: rows[0]?.total ?? 0, total_exact: true };
}
