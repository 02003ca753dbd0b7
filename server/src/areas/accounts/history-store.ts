/** What happened to an account, and what of it ends soon. */
import type { areas } from '@signet/contract';
import { daysBetween, payloadDate } from '@signet/contract/dates';
import type { QueryOf, ResponseOf } from '@signet/contract/endpoint';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { answered } from '../../db/columns.ts';
import { listPage } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { readAccount } from './record-store.ts';

type Accounts = typeof areas.accounts;
type Events = ResponseOf<Accounts['history']>;
type Selected = Omit<Events['items'][number], 'at'> & { at: Date };

/** What happened before an account was its partner's was between it and another partner. */
const ownTime = (viewer: Viewer, id: string) =>
  viewer.scope === 'partner'
    ? sql<boolean>`e.at > coalesce((select a.partner_since from account a where a.id = ${id}), '-infinity')`
    : sql<boolean>`true`;

/**
 * The successful changes that the audit log has of the account and of what belongs to it, newest first, as far as they
 * are the viewer's to read. Throws 404.
 */
export async function accountHistory(
  viewer: Viewer,
  db: Db,
  id: string,
  query: QueryOf<Accounts['history']>,
  now: Date,
): Promise<Events> {
  await readAccount(viewer, db, id, now);
  const upwards = query.sort.at(-1) === 'at:asc';
  return listPage<Selected, Events['items'][number]>(db, query, {
    from: sql`audit_event e`,
    id: sql`e.id`,
    where: sql<boolean>`e.account_id = ${id} and e.result = 'success'
      and e.action in ('CREATE', 'UPDATE', 'DELETE') and ${ownTime(viewer, id)}`,
    order: upwards ? sql`e.at, e.id` : sql`e.at desc, e.id desc`,
    columns: sql`e.id, e.at, e.action, e.resource_type, e.resource_name, e.actor_name, e.before, e.after`,
    row: answered,
  });
}

/** How far ahead is looked, in days. */
const AHEAD = 365;

/** What of the account ends within a year, soonest first. Throws 404. */
export async function accountEndings(
  viewer: Viewer,
  db: Db,
  id: string,
  now: Date,
): Promise<ResponseOf<Accounts['endings']>> {
  const account = await readAccount(viewer, db, id, now);
  const { to } = account.service_period;
  const days = to === null ? null : daysBetween(payloadDate(now), to);
  const items =
    to !== null && days !== null && days <= AHEAD
      ? [{ kind: 'service_period' as const, id: account.id, name: account.name, ends: to, days }]
      : [];
  return { items, total: items.length };
}
