/** The kinds put together: one query, of which each kind brings no more rows than are needed. */
import type { ENDING_FILTERS, ENDING_SORT } from '@signet/contract/areas/ends-soon-record';
import type { Ending } from '@signet/contract/areas/ends-soon';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import type { FilterValues } from '@signet/contract/filter';
import { LIMITS, ZERO_UUID } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { authorityStands } from '../db/authority-stands.ts';
import { lastDay } from '../db/last-day.ts';
import { orderBy } from '../db/list-order.ts';
import { allOf, contains, inForce, type FilterConditions } from '../db/list.ts';
import type { ListQuery } from '../db/list-query.ts';
import type { Db } from '../db/open.ts';
import { savedByName } from '../db/version.ts';
import { branchOf, visibleKinds, type EndingSource } from './branch-store.ts';
import { windowOf, type EndingWindow } from './window-store.ts';

/** Which rows are asked for. */
export type EndingQuery = FilterValues<typeof ENDING_FILTERS> & {
  sort: readonly string[];
  /** The subject of the one row that is looked for. */
  only?: string;
};

type Selected = Omit<Ending, 'key' | 'snooze' | 'ends_at' | 'last_used_at'> & {
  subject: string;
  ends_at: Date;
  last_used_at: Date | null;
  snoozed_until: string | null;
  reason: string | null;
  snoozed_by_name: string | null;
  snoozed_at: Date | null;
};

/**
 * Whose people put a row `b` off for one another: the platform's, those of the viewer's partner account, or of the
 * account that the row belongs to. No side is told what another thinks of it.
 */
export function sideOf(viewer: Viewer, alias = 'b'): RawBuilder<string> {
  if (viewer.scope === 'system') return sql<string>`${ZERO_UUID}::uuid`;
  if (viewer.scope === 'partner') return sql<string>`${viewer.primaryAccountId ?? ZERO_UUID}::uuid`;
  return sql<string>`coalesce(${sql.ref(`${alias}.account_id`)}, ${viewer.primaryAccountId ?? ZERO_UUID}::uuid)`;
}

const SORTS = {
  ends_at: sql`b.ends_at`,
  name: sql`b.name collate "und-x-icu"`,
} satisfies Record<(typeof ENDING_SORT)[number], unknown>;

/** What the rows of one kind must fulfil; kind and days are seen to where they are chosen. */
const conditionsOf = (
  viewer: Viewer,
): FilterConditions<Pick<typeof ENDING_FILTERS, 'name' | 'account_id' | 'owner' | 'snoozed'>> => ({
  name: (text) => contains(sql`folded(b.name)`, text),
  account_id: (id) => sql<boolean>`b.account_id = ${id}`,
  owner: (whose) => (whose === 'mine' ? sql<boolean>`b.owner_id = ${viewer.userId}` : sql<boolean>`b.owner_id is null`),
  snoozed: (is) => (is ? sql<boolean>`z.until is not null` : sql<boolean>`z.until is null`),
});

/** The rows of some kinds with what is said of putting them off, each kind in `order` and `most` at most. */
function rowsOf(
  viewer: Viewer,
  query: EndingQuery,
  source: EndingSource,
  { window, most, order }: { window: EndingWindow; most: number | null; order: RawBuilder<unknown> | null },
): RawBuilder<unknown> {
  const kinds = visibleKinds(viewer).filter((kind) => query.kind === undefined || query.kind === kind);
  // Of kinds that the viewer may not see there is nothing, in the columns of all.
  const where = kinds.length > 0 ? allOf(inForce(conditionsOf(viewer), query)) : sql<boolean>`false`;
  const parts = (kinds.length > 0 ? kinds : (['account'] as const)).map(
    (kind) => sql`(select b.*, b.kind || ':' || b.subject as id, z.until as snoozed_until, z.reason,
        z.made_by as snoozed_by, z.made_at as snoozed_at
      from (${branchOf(kind, viewer, window, source)}) b
      left join ending_snooze z on z.kind = b.kind and z.subject = b.subject
        and z.ends_at = date_trunc('second', b.ends_at) and z.until > ${payloadDate(source.now)}::date
        and coalesce(z.account_id, ${ZERO_UUID}::uuid) = ${sideOf(viewer)}
      where ${where} ${order ? sql`order by ${order}` : sql``} ${most === null ? sql`` : sql`limit ${most}`})`,
  );
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/** At most so many are counted of what a row concerns. */
const bounded = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*)::int from (select ${rows} limit ${LIMITS.countBound}) counted)`;

/** As the authority's own page has it: what the platform's authorities have signed for all is for system scope. */
const ofTheirOwn = (viewer: Viewer): RawBuilder<boolean> =>
  viewer.scope === 'system' ? sql<boolean>`true` : sql<boolean>`b.account_id is not null`;

/**
 * Read for the rows of a page alone. The certificates of an account are counted in the order of their ends, so that its
 * index is walked: of one that most certificates belong to, the planner would read every row there is instead.
 */
const columnsAt = (viewer: Viewer, now: Date): RawBuilder<unknown> => sql`
  b.kind, b.subject, b.name, b.record_id, b.account_id, b.app_code, b.service_user, b.ends_at, b.last_used_at,
  ${lastDay(sql`b.ends_at`)} as ends_on,
  (select a.name from account a where a.id = b.account_id) as account_name,
  ${savedByName(viewer, 'b', 'owner_id')} as owner_name,
  case when b.kind in ('account', 'sign_on_certificate') then
      ${bounded(sql`from app_user p where p.primary_account_id = b.account_id and p.active and p.deleted_at is null
        and not p.service_user`)}
    when b.kind = 'client_certificate' and not b.service_user then
      (select a.certificate_sign_in::int from account a
        where a.id = b.account_id or b.account_id is null and a.system_account) end as people,
  case when b.kind = 'account' then
      ${bounded(sql`from certificate c where c.account_id = b.account_id and c.state = 'issued'
        and c.cert_type = 'end_entity' and c.valid_to > ${now} and ${authorityStands('c')}
        order by c.valid_to`)}
    when b.kind in ('authority', 'revocation_list', 'responder') and ${ofTheirOwn(viewer)} then
      ${bounded(sql`from certificate c where c.authority_id = b.record_id and c.state = 'issued'
        and c.valid_to > ${now} and not 'ocsp_signing' = any(c.purposes)`)}
    when b.kind = 'client_certificate' then
      ${bounded(sql`from certificate c where c.user_id = b.record_id and c.state = 'issued' and c.enabled
        and c.valid_to > ${now} and c.id::text <> b.subject and ${authorityStands('c')}`)} end as certificates,
  b.snoozed_until, b.reason, b.snoozed_at, ${savedByName(viewer, 'b', 'snoozed_by')} as snoozed_by_name`;

function row({ subject, snoozed_until, reason, snoozed_by_name, snoozed_at, ...one }: Selected): Ending {
  return {
    ...one,
    key: `${one.kind}:${subject}`,
    ends_at: storedDateTime(one.ends_at),
    last_used_at: one.last_used_at && storedDateTime(one.last_used_at),
    snooze:
      snoozed_until === null || snoozed_at === null
        ? null
        : { until: snoozed_until, reason: reason ?? '', by_name: snoozed_by_name, at: storedDateTime(snoozed_at) },
  };
}

/**
 * The list that a query asks for. `most`: so many rows of each kind are read, in its order, or all of them; `counted`:
 * so many of each are counted, in none.
 */
export function endingList(
  viewer: Viewer,
  query: EndingQuery,
  source: EndingSource,
  { most, counted }: { most: number | null; counted: number | null },
): ListQuery<Selected, Ending> {
  const sort = query.sort.length > 0 ? query.sort : ['ends_at:asc'];
  const window = windowOf(query, source.now);
  const id = sql`b.id`;
  const ofKind = most === null ? null : orderBy(sort, SORTS, sql`b.subject`);
  return {
    from: sql`${rowsOf(viewer, query, source, { window, most, order: ofKind })} b`,
    counted: sql`${rowsOf(viewer, query, source, { window, most: counted, order: null })} b`,
    where: sql<boolean>`true`,
    order: orderBy(sort, SORTS, id),
    columns: columnsAt(viewer, source.now),
    id,
    derived: 'b',
    row,
  };
}

/**
 * Some rows at once, the soonest first. `where` is about the union `b`: with it all that a kind has in the window is
 * read, so that the window must be short.
 */
export async function readEndings(
  viewer: Viewer,
  db: Db,
  {
    query,
    source,
    where,
    most,
  }: { query: EndingQuery; source: EndingSource; where?: RawBuilder<boolean>; most: number },
): Promise<Ending[]> {
  const ofKind = { most: where ? null : most, counted: null };
  const { from, columns, order, ...list } = endingList(viewer, query, source, ofKind);
  const { rows } = await sql<Selected>`
    select ${columns} from ${from} where ${where ?? list.where} order by ${order} limit ${most}`.execute(db);
  return rows.map(row);
}
