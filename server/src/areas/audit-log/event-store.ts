/** Audit events as the API answers them. */
import type {
  AdjacentEvent,
  AuditEvent,
  AuditEventAdjacentQuery,
  AuditEventExportQuery,
  AuditEventListQuery,
  AuditEventRow,
} from '@signet/contract/areas/audit-log';
import { storedDateTime } from '@signet/contract/dates';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { AuditEventRow as StoredEvent } from '../../audit/tables.ts';
import { answered } from '../../db/columns.ts';
import { allOf, everyRow } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import type { Db } from '../../db/open.ts';
import { visibleEvents, visibleOrigin } from '../../sight.ts';
import { conditionsOf, wayOf } from './condition-store.ts';
import { findEvents, findNext } from './find-store.ts';
import { inTime } from '../../audit/event-walk-store.ts';

type Selected<Row extends { at: string }> = Omit<Row, 'at'> & { at: Date };

const ACCOUNT = sql`left join account a on a.id = e.account_id`;
const ROW = sql`e.id, e.at, e.action, e.resource_type, e.resource_id, e.resource_name, e.account_id,
  a.name as account_name, e.actor_id, e.actor_name, e.actor_scope, e.actor_via, e.result, e.message`;
/** From where the actor came and with what, where the viewer may know it, and whether it is withheld. */
const originOf = (viewer: Viewer): RawBuilder<unknown> => sql`
  case when ${visibleOrigin(viewer)} then e.ip end as ip,
  case when ${visibleOrigin(viewer)} then e.user_agent end as user_agent,
  case when ${visibleOrigin(viewer)} then e.correlation_id end as correlation_id,
  case when ${visibleOrigin(viewer)} then e.credential_id end as credential_id,
  case when ${visibleOrigin(viewer)} then e.credential_name end as credential_name,
  not ${visibleOrigin(viewer)} as withheld`;

/** A page of the events that the viewer may see; `looked_to` where more may lie beyond what was looked at. */
export async function listEvents(
  viewer: Viewer,
  db: Db,
  query: AuditEventListQuery,
): Promise<ListOf<AuditEventRow> & { looked_to: string | null }> {
  const { ids, total, total_exact, looked_to } = await findEvents(viewer, db, query);
  const { rows } = await sql<Selected<AuditEventRow>>`select ${ROW} from audit_event e ${ACCOUNT}
    where e.id = any(${ids}) order by ${inTime(wayOf(query), 'e')}`.execute(db);
  return {
    items: rows.map(answered),
    total,
    total_exact,
    offset: query.offset,
    limit: query.limit,
    looked_to: looked_to && storedDateTime(looked_to),
  };
}

/** One event with before and after. Throws 404. */
export async function readEvent(viewer: Viewer, db: Db, id: string): Promise<AuditEvent> {
  const { rows } = await sql<Selected<AuditEvent>>`select ${ROW}, ${originOf(viewer)},
      a.deleted_at is not null as account_deleted, e.before, e.after
    from audit_event e ${ACCOUNT} where e.id = ${id} and ${visibleEvents(viewer)}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return answered(row);
}

/** The events next to one, of those that the filters find. Throws 404. */
export async function adjacentEvents(
  viewer: Viewer,
  db: Db,
  id: string,
  filters: AuditEventAdjacentQuery,
): Promise<{ newer: AdjacentEvent; older: AdjacentEvent }> {
  const { rows } = await sql<{ at: Date }>`select e.at from audit_event e
    where e.id = ${id} and ${visibleEvents(viewer)}`.execute(db);
  const [one] = rows;
  if (!one) throw notFound();
  const next = async (direction: 'asc' | 'desc'): Promise<AdjacentEvent> => {
    const query = { ...filters, sort: [`at:${direction}` as const], limit: 1, offset: 0, count: undefined };
    const found = await findNext(viewer, db, query, { at: one.at, id });
    return { id: found.id, looked_to: found.looked_to && storedDateTime(found.looked_to) };
  };
  const [newer, older] = await Promise.all([next('asc'), next('desc')]);
  return { newer, older };
}

/** Whether an event exists for a viewer. */
export async function eventIsVisible(viewer: Viewer, db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from audit_event e where e.id = ${id} and ${visibleEvents(viewer)}`.execute(db);
  return rows.length > 0;
}

/** What a file of events is read by: all that match, in their order. */
function fileOf<Row, Answered>(
  viewer: Viewer,
  query: AuditEventExportQuery,
  { columns, joins, row }: Pick<ListQuery<Row, Answered>, 'columns' | 'row'> & { joins: RawBuilder<unknown> },
): ListQuery<Row, Answered> {
  const way = wayOf(query);
  return {
    from: sql`audit_event e`,
    id: sql`e.id`,
    columns,
    joins,
    row,
    where: allOf([
      visibleEvents(viewer),
      ...conditionsOf(viewer, query),
      ...(way.from ? [sql<boolean>`e.at >= ${way.from}`] : []),
      ...(way.until ? [sql<boolean>`e.at < ${way.until}`] : []),
      ...(query.id ? [sql<boolean>`e.id = any(${query.id})`] : []),
    ]),
    order: inTime(way, 'e'),
  };
}

type Origin = Pick<AuditEvent, 'ip' | 'user_agent' | 'correlation_id' | 'credential_id' | 'credential_name'>;
export type ExportedEvent = AuditEventRow & Origin;

/** Every event that matches, in batches. */
export const everyEvent = (viewer: Viewer, db: Db, query: AuditEventExportQuery): AsyncGenerator<ExportedEvent[]> =>
  everyRow(
    db,
    fileOf<Selected<ExportedEvent>, ExportedEvent>(viewer, query, {
      columns: sql`${ROW}, ${originOf(viewer)}`,
      joins: ACCOUNT,
      row: answered,
    }),
  );

/** An event as it is stored, and whether its origin is withheld from the viewer. */
export type EvidenceRow = StoredEvent & { withheld: boolean };

/** Every event that matches as it is stored, in batches. */
export const everyStoredEvent = (viewer: Viewer, db: Db, query: AuditEventExportQuery): AsyncGenerator<EvidenceRow[]> =>
  everyRow(
    db,
    fileOf<EvidenceRow, EvidenceRow>(viewer, query, {
      columns: sql`e.*, not ${visibleOrigin(viewer)} as withheld`,
      joins: sql``,
      row: (row) => row,
    }),
  );
