/** What happened to an account, and what of it ends soon. */
import type { areas } from '@signet/contract';
import { ACCESS, allows } from '@signet/contract/access';
import { auditKindsListed } from '@signet/contract/audit';
import { hasFeatures } from '@signet/contract/areas/feature-rules';
import { daysBetween, payloadDate } from '@signet/contract/dates';
import type { QueryOf, ResponseOf } from '@signet/contract/endpoint';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { trialEnds } from '../../account-features/state-store.ts';
import { kindsOf, ofAccounts, ofKinds } from '../../audit/event-keys-store.ts';
import { countKeys, inTime, pageOfKeys } from '../../audit/event-walk-store.ts';
import { answered } from '../../db/columns.ts';
import type { Db } from '../../db/open.ts';
import { flagStates } from '../../features/flag-store.ts';
import { knownSince } from '../../sight.ts';
import { readAccount } from './record-store.ts';

type Accounts = typeof areas.accounts;
type Events = ResponseOf<Accounts['history']>;
type Selected = Omit<Events['items'][number], 'at'> & { at: Date };

const CHANGES: ReadonlySet<string> = new Set(['CREATE', 'UPDATE', 'DELETE']);

/** The kinds of events that a viewer may read of an account: without the audit log those of what their lists have. */
async function readable(viewer: Viewer, db: Db): Promise<(type: string) => boolean> {
  if (allows(ACCESS.auditLog.view, viewer)) return () => true;
  const features = await flagStates(viewer, db, viewer.userId);
  const listed: readonly string[] = auditKindsListed({ ...viewer, features });
  return (type) => listed.includes(type);
}

/**
 * The successful changes that the audit log has of the account and of what belongs to it, newest first, as far as they
 * are the viewer's to read. Found by their kinds: most of what an account has is sign-ins. Throws 404.
 */
export async function accountHistory(
  viewer: Viewer,
  db: Db,
  id: string,
  query: QueryOf<Accounts['history']>,
  now: Date,
): Promise<Events> {
  await readAccount(viewer, db, id, now);
  const isTheirs = await readable(viewer, db);
  const kinds = (await kindsOf(db, { account: id })).filter(
    ({ action, resource_type, result }) => CHANGES.has(action) && result === 'success' && isTheirs(resource_type),
  );
  const ofAccount = ofAccounts([{ id, since: null }], ofKinds(kinds));
  const keys = { ...ofAccount, match: sql<boolean>`${ofAccount.match} and e.at > ${knownSince(viewer, id)}` };
  const way = { from: null, until: null, upwards: query.sort[0] === 'at:asc' };
  const exactly = query.count === 'exact';
  const total = await (exactly ? countKeys(db, keys, way, null) : countKeys(db, keys, way));
  const { rows } = await sql<Selected>`
    select e.id, e.at, e.action, e.resource_type, e.resource_name, e.actor_name, e.before, e.after from audit_event e
    where e.id = any(${pageOfKeys(keys, way, query)}) order by ${inTime(way, 'e')}`.execute(db);
  return {
    items: rows.map(answered),
    total: exactly ? total : Math.min(total, LIMITS.countBound),
    total_exact: exactly || total <= LIMITS.countBound,
    offset: query.offset,
    limit: query.limit,
  };
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
