/** What was added to an account's license, taken away from it and reset: the moves of the books as people read them. */
import type {
  LICENSE_HISTORY_KINDS,
  LicenseHistoryDetail,
  LicenseHistoryEvent,
  licenses,
} from '@signet/contract/areas/licenses';
import { dayIn, DEFAULT_TIME_ZONE, storedDateTime } from '@signet/contract/dates';
import type { QueryOf } from '@signet/contract/endpoint';
import { UNLIMITED } from '@signet/contract/licensed-features';
import type { Locale } from '@signet/contract/locales';
import type { ListOf } from '@signet/contract/paging';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { CsvColumn } from '../../csv.ts';
import { allOf, everyRow, listPage } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import { orderBy } from '../../db/list-order.ts';
import type { Db } from '../../db/open.ts';
import { knownSince, visibleAccounts } from '../../sight.ts';
import { text } from '../../texts.ts';
import type { LicenseOf } from './account-store.ts';

type Kind = (typeof LICENSE_HISTORY_KINDS)[number];
type Asked = Pick<QueryOf<typeof licenses.history>, 'sort' | 'kind' | 'time_zone'> & { id?: string | undefined };

type Selected = Pick<LicenseHistoryEvent, 'id' | 'actor' | 'app_code' | 'feature' | 'generation'> & {
  at: Date;
  kind: Kind;
  previous_limit: number;
  limit: number;
};

const KIND = sql`case when m.kind in ('reset', 'reassign') then m.kind else 'allocation' end`;

const COLUMNS = sql`m.id, m.at, p.app_code, p.feature, p.generation, ${KIND} as kind,
  m.limit_before::float8 as previous_limit, m.limit_after::float8 as "limit"`;

/** Who did it is for system scope alone (A-085). */
const actor = (viewer: Viewer) => (viewer.scope === 'system' ? sql`m.actor_name` : sql`null`);

/** An event as it is answered; the day is that of the time zone. */
function answeredIn(timeZone: string): (selected: Selected) => LicenseHistoryEvent {
  const dayOf = dayIn(timeZone);
  return ({ at, ...event }) => ({
    ...event,
    timestamp: storedDateTime(at),
    date: dayOf(at),
    quantity:
      event.limit === UNLIMITED || event.previous_limit === UNLIMITED ? null : event.limit - event.previous_limit,
  });
}

/** The moves that changed a limit of the account, as far as they are the viewer's to know. */
function movesOf(viewer: Viewer, { id: account, app }: LicenseOf, { sort, kind, id }: Asked) {
  return {
    from: sql`license_move m join license_pool p on p.id = m.pool_id`,
    id: sql`m.id`,
    where: allOf([
      sql<boolean>`p.account_id = ${account} and p.app_code = ${app} and m.at >= ${knownSince(viewer, account)}`,
      ...(kind === undefined ? [] : [sql<boolean>`${KIND} = ${kind}`]),
      ...(id === undefined ? [] : [sql<boolean>`m.id = ${id}`]),
    ]),
    order: orderBy(sort.length > 0 ? sort : ['timestamp:desc'], { timestamp: sql`m.at` }, sql`m.id`),
  };
}

const eventsOf = (viewer: Viewer, of: LicenseOf, asked: Asked): ListQuery<Selected, LicenseHistoryEvent> => ({
  ...movesOf(viewer, of, asked),
  columns: sql`${COLUMNS}, ${actor(viewer)} as actor`,
  row: answeredIn(asked.time_zone ?? DEFAULT_TIME_ZONE),
});

/** One page of the history, newest first unless asked otherwise. The account is one that the viewer sees. */
export const licenseHistory = (
  viewer: Viewer,
  db: Db,
  of: LicenseOf,
  query: QueryOf<typeof licenses.history>,
): Promise<ListOf<LicenseHistoryEvent>> => listPage(db, query, eventsOf(viewer, of, query));

type SelectedDetail = Selected &
  Pick<LicenseHistoryDetail, 'pool_name' | 'pool_before' | 'pool_after' | 'used_before' | 'used_after'>;

/**
 * The pool that a move took from or gave to: of several, as when an account changes its partner, the one that gave. An
 * unlimited pool has two entries in a move, what it drew and what it handed on, and is no source where another one is.
 * A change of partner takes from one that has handed on more since, a partner's before the platform's, never from one
 * that has handed on less: that is the former partner's.
 */
const POOL_ABOVE = sql`lateral (
  select e.pool_id, e.held_before, e.held_after
  from (
    select e.pool_id, o.kind, sum(e.delta) as delta, (array_agg(e.held_before order by e.version))[1] as held_before,
      (array_agg(e.held_after order by e.version desc))[1] as held_after,
      (array_agg(e.handed_on order by e.version desc))[1] as handed_on, min(e.version) as version
    from license_entry e join license_pool o on o.id = e.pool_id
    where e.move_id = m.id and e.pool_id <> m.pool_id and o.kind <> 'issuer'
    group by e.pool_id, o.kind) e
  cross join lateral (
    select e.handed_on - coalesce((select earlier.handed_on from license_entry earlier
      where earlier.pool_id = e.pool_id and earlier.version < e.version
      order by earlier.version desc limit 1), 0) as quantity) more
  where m.kind <> 'reassign' or more.quantity >= 0
  order by e.delta = 0, e.delta, more.quantity > 0 desc, e.kind = 'account' desc
  limit 1)`;

/**
 * What the pool above itself used after the move: what it uses now, without what changed since. Before it there was
 * also `taken_over`: what the account used there until the move gave it a pool of its own, which counts it from then.
 */
const OWN_USE = sql`lateral (
  select (select coalesce(sum(s.used), 0) from license_slot s where s.pool_id = o.id)
    - (select coalesce(sum(u.quantity), 0) from license_use u
        where u.pool_id = o.id and u.used_at > m.at and u.released_at is null)
    + (select coalesce(sum(u.quantity), 0) from license_use u
        where u.pool_id = o.id and u.used_at <= m.at and u.released_at > m.at) as quantity,
    (select coalesce(sum(u.quantity), 0) from license_use u
      where u.pool_id = o.id and u.account_id = p.account_id and u.released_at = m.at and exists (
        select from license_use now_own where now_own.pool_id = p.id and now_own.used_at = m.at
          and now_own.subject_kind = u.subject_kind and now_own.subject_id = u.subject_id)) as taken_over)`;

/**
 * The same page, with the pool that each quantity came from or went to, and what was used. How much that pool had left
 * is told to those who see it: system scope sees the platform's, and a partner its own.
 */
export function licenseHistoryDetails(
  viewer: Viewer,
  db: Db,
  of: LicenseOf,
  query: QueryOf<typeof licenses.historyDetails>,
): Promise<ListOf<LicenseHistoryDetail>> {
  const event = answeredIn(query.time_zone ?? DEFAULT_TIME_ZONE);
  const isVisible = sql`case o.kind when 'account' then ${visibleAccounts(viewer, 'oa')}
    else ${sql.lit(viewer.scope === 'system')} end`;
  const left = (held: 'held_before' | 'held_after') => sql`case
    when above.pool_id is null or not ${isVisible} then null
    when o.unlimited then ${sql.lit(UNLIMITED)}
    else greatest(${sql.ref(`above.${held}`)} - own.quantity
      - ${held === 'held_before' ? sql`own.taken_over` : sql`0`}, 0)::float8 end`;
  return listPage<SelectedDetail, LicenseHistoryDetail>(db, query, {
    ...movesOf(viewer, of, query),
    columns: sql`${COLUMNS}, ${actor(viewer)} as actor,
      m.used_before::float8 as used_before, m.used_after::float8 as used_after,
      ${viewer.scope === 'partner' ? sql`case when ${isVisible} then oa.name end` : sql`oa.name`} as pool_name,
      ${left('held_before')} as pool_before, ${left('held_after')} as pool_after`,
    joins: sql`left join ${POOL_ABOVE} above on true
      left join license_pool o on o.id = coalesce(above.pool_id, p.owner_pool_id)
      left join account oa on oa.id = o.account_id
      left join ${OWN_USE} own on above.pool_id is not null`,
    dear: true,
    row: ({ pool_name, pool_before, pool_after, used_before, used_after, ...selected }) => ({
      ...event(selected),
      pool_name,
      pool_before,
      pool_after,
      used_before,
      used_after,
    }),
  });
}

/** Every event in batches, for the export. */
export const everyLicenseEvent = (
  viewer: Viewer,
  db: Db,
  of: LicenseOf,
  asked: Asked,
): AsyncGenerator<LicenseHistoryEvent[]> => everyRow(db, eventsOf(viewer, of, asked));

/**
 * The columns of the export; who did it for system scope alone (A-086). Quantities are plain numbers, or the word for
 * no limit (A-081).
 */
export function licenseEventColumns(viewer: Viewer, locale: Locale): CsvColumn<LicenseHistoryEvent>[] {
  /** What has no text, as a feature that only some license names, is shown by its name. */
  const named = (key: string, otherwise: string): string => {
    const words = text(locale, key);
    return words === key ? otherwise : words;
  };
  const limited = (limit: number): number | string => (limit === UNLIMITED ? text(locale, 'license.unlimited') : limit);
  const column = (
    name: 'time' | 'day' | 'actor' | 'application' | 'feature' | 'kind' | 'quantity' | 'previous' | 'limit',
    value: CsvColumn<LicenseHistoryEvent>['value'],
  ): CsvColumn<LicenseHistoryEvent> => ({ head: text(locale, `licenses.csv.${name}`), value });
  return [
    column('time', (event) => event.timestamp),
    column('day', (event) => event.date),
    ...(viewer.scope === 'system' ? [column('actor', (event) => event.actor)] : []),
    column('application', (event) => named(`product.${event.app_code}`, event.app_code)),
    column('feature', (event) => named(`licensed.${event.feature}`, event.feature)),
    column('kind', (event) => text(locale, `licenses.history.${event.kind}`)),
    column('quantity', (event) => event.quantity),
    column('previous', (event) => limited(event.previous_limit)),
    column('limit', (event) => limited(event.limit)),
  ];
}
