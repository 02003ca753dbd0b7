/** What happened to an account, and what of it ends soon. */
import type { areas } from '@signet/contract';
import { ACCESS, allows } from '@signet/contract/access';
import { auditKindsListed } from '@signet/contract/audit';
import { hasFeatures } from '@signet/contract/areas/feature-rules';
import { daysBetween, payloadDate } from '@signet/contract/dates';
import type { QueryOf, ResponseOf } from '@signet/contract/endpoint';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { trialEnds } from '../../account-features/state-store.ts';
import { answered } from '../../db/columns.ts';
import { listPage } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { flagStates } from '../../features/flag-store.ts';
import { knownSince } from '../../sight.ts';
import { readAccount } from './record-store.ts';

type Accounts = typeof areas.accounts;
type Events = ResponseOf<Accounts['history']>;
type Selected = Omit<Events['items'][number], 'at'> & { at: Date };

/** The events that a viewer may read of an account: without the audit log those of what their lists have. */
async function readable(viewer: Viewer, db: Db): Promise<RawBuilder<boolean>> {
  if (allows(ACCESS.auditLog.view, viewer)) return sql<boolean>`true`;
  const features = await flagStates(viewer, db, viewer.userId);
  return sql<boolean>`e.resource_type = any(${auditKindsListed({ ...viewer, features })}::text[])`;
}

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
  const ofTheirs = await readable(viewer, db);
  const upwards = query.sort[0] === 'at:asc';
  return listPage<Selected, Events['items'][number]>(db, query, {
    from: sql`audit_event e`,
    id: sql`e.id`,
    where: sql<boolean>`e.account_id = ${id} and e.result = 'success'
      and e.action in ('CREATE', 'UPDATE', 'DELETE') and e.at > ${knownSince(viewer, id)}
      and ${ofTheirs}`,
    order: upwards ? sql`e.at, e.id` : sql`e.at desc, e.id desc`,
    columns: sql`e.id, e.at, e.action, e.resource_type, e.resource_name, e.actor_name, e.before, e.after`,
    row: answered,
  });
}

/** How far ahead is looked, in days. */
const AHEAD = 365;

/** What of the account ends within a year, soonest first: its service period, and its trials. Throws 404. */
export async function accountEndings(
  viewer: Viewer,
  db: Db,
  id: string,
  now: Date,
): Promise<ResponseOf<Accounts['endings']>> {
  const account = await readAccount(viewer, db, id, now);
  const today = payloadDate(now);
  const named = { id: account.id, name: account.name };
  const trials = hasFeatures(account) ? await trialEnds(db, id, today) : [];
  const { to } = account.service_period;
  const items = [
    ...(to === null ? [] : [{ kind: 'service_period' as const, ...named, app_code: null, ends: to }]),
    ...trials.map((trial) => ({ kind: 'trial' as const, ...named, ...trial })),
  ]
    .map((one) => ({ ...one, days: daysBetween(today, one.ends) }))
    .filter(({ days }) => days <= AHEAD)
    .toSorted((a, b) => a.days - b.days);
  return { items, total: items.length };
}
