/** Which accounts somebody belongs to. */
import { whyNotGive } from '@signet/contract/areas/migration-rules';
import { payloadDate } from '@signet/contract/dates';
import { fieldProblem, type Reason } from '@signet/contract/problem';
import type { Scope, Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { hasOpenAccount, isOpen } from '../db/in-service.ts';
import type { Db } from '../db/open.ts';
import { isUnconfirmed } from '../db/unconfirmed.ts';
import { visibleAccounts } from '../sight.ts';

/** The account somebody belongs to first, and all of them with it. */
export type Membership = { primary_account_id: string; account_ids: readonly string[] };
/** What a request says of it; without a first account that of the caller, or the platform's. */
export type AskedMembership = { primary_account_id?: string | undefined; account_ids?: readonly string[] | undefined };

export type MemberAccount = {
  id: string;
  type: 'standard' | 'partner';
  system_account: boolean;
  /** Whether it came from another platform, and may still be undone. */
  unconfirmed: boolean;
};
/** Why something can't be, and the field that says so. */
export type FieldReason = { field: string; reason: Reason };

/**
 * Why somebody of a scope can't belong to these accounts; null where they can. `seen`: of those that are asked for, the
 * ones that the viewer sees. `before`: to which the person belongs already. Nobody is put into another one that could
 * be undone, for people are never deleted as rows.
 */
export function whyNotMembership(
  scope: Scope,
  { primary_account_id, account_ids }: Membership,
  seen: ReadonlyMap<string, MemberAccount>,
  before: readonly string[] = [],
): FieldReason | null {
  const field = 'primary_account_id';
  const primary = seen.get(primary_account_id);
  if (!primary) return { field, reason: { status: 'NOT_FOUND' } };
  if (!account_ids.every((id) => seen.has(id))) return { field: 'account_ids', reason: { status: 'NOT_FOUND' } };
  const right = scope === 'partner' ? primary.type === 'partner' : (scope === 'system') === primary.system_account;
  if (!right) return { field, reason: { status: 'ACCOUNT_NOT_OF_SCOPE' } };
  const added = account_ids.filter((id) => !before.includes(id));
  const wrong = added.find((id) => whyNotGive({ unconfirmed: seen.get(id)?.unconfirmed ?? false }) !== null);
  if (wrong === undefined) return null;
  return {
    field: wrong === primary_account_id ? field : 'account_ids',
    reason: { status: 'MIGRATION_UNCONFIRMED' },
  };
}

/**
 * The filter of lists of people by an account: user `u` belongs to it, and the viewer sees it. Of another one nobody is
 * told who else belongs to it. Whether it is seen hangs on no row, and is asked once.
 */
export const belongsTo = (viewer: Viewer, accountId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select from user_account m where m.user_id = u.id and m.account_id = ${accountId})
  and exists (select from account named
    where named.id = ${accountId} and named.deleted_at is null and ${visibleAccounts(viewer, 'named')}))`;

/** Of these accounts, the living ones that the viewer sees, by their ids. They stay until the transaction ends. */
export async function memberAccounts(
  viewer: Viewer,
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, MemberAccount>> {
  const { rows } = await sql<MemberAccount>`select a.id, a.type, a.system_account, ${isUnconfirmed('a')} as unconfirmed
    from account a
    where a.id = any(${[...ids]}::uuid[]) and a.deleted_at is null and ${visibleAccounts(viewer)} order by a.id
    for key share`.execute(tx);
  return new Map(rows.map((account) => [account.id, account]));
}

/**
 * The accounts that a person of this scope will belong to. Throws under its field 404 for an account that the viewer
 * does not see, REQUIRED_CHOICE where none is known, ACCOUNT_NOT_OF_SCOPE where the scope takes another kind, and
 * MIGRATION_UNCONFIRMED for one that could be undone and is none of `before`.
 */
export async function membershipOf(
  viewer: Viewer,
  tx: Db,
  scope: Scope,
  { primary_account_id: named, account_ids: others = [] }: AskedMembership,
  before: readonly string[] = [],
): Promise<Membership> {
  const first = named ?? (await ownAccount(viewer, tx, scope));
  if (first === null) throw fieldProblem('primary_account_id', { status: 'REQUIRED_CHOICE' });
  const membership = { primary_account_id: first, account_ids: [...new Set([first, ...others])] };
  const seen = await memberAccounts(viewer, tx, membership.account_ids);
  const wrong = whyNotMembership(scope, membership, seen, before);
  if (wrong) throw fieldProblem(wrong.field, wrong.reason);
  return membership;
}

/** The account of who is asked of none: the caller's, or the platform's; null where nobody can know it. */
export async function ownAccount(viewer: Viewer, tx: Db, scope: Scope): Promise<string | null> {
  if (scope !== 'system') return viewer.scope === 'system' ? null : viewer.primaryAccountId;
  const { rows } = await sql<{ id: string }>`select id from account where system_account`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Writes to which accounts somebody belongs. Memberships in accounts that the viewer does not see stay.
 */
export async function storeMembership(
  viewer: Viewer,
  tx: Db,
  userId: string,
  { account_ids }: Membership,
): Promise<void> {
  const ids = [...account_ids];
  await sql`delete from user_account m using account a where m.user_id = ${userId} and a.id = m.account_id
    and a.deleted_at is null and a.id <> all(${ids}::uuid[]) and ${visibleAccounts(viewer)}`.execute(tx);
  await sql`insert into user_account (user_id, account_id) select ${userId}, unnest(${ids}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Ids of the living accounts somebody belongs to, in their order. */
export async function accountsOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from user_account m join account a on a.id = m.account_id
    where m.user_id = ${userId} and a.deleted_at is null order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of those, the ones that the viewer sees. */
export async function seenAccountsOf(viewer: Viewer, db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from user_account m join account a on a.id = m.account_id
    where m.user_id = ${userId} and a.deleted_at is null and ${visibleAccounts(viewer)} order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

type NamedAccount = { id: string; name: string };

/** SQL for the living accounts of user `u` that the viewer sees, with their names and by them. */
export const seenAccounts = (viewer: Viewer): RawBuilder<NamedAccount[]> => sql<NamedAccount[]>`(
  select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name)
    order by a.name collate "und-x-icu", a.id), '[]')
  from user_account m join account a on a.id = m.account_id
  where m.user_id = u.id and a.deleted_at is null and ${visibleAccounts(viewer)})`;

/** Whether a person could come in somewhere as far as the accounts go (`hasOpenAccount`). */
export async function isAccountOpen(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select ${hasOpenAccount(payloadDate(now))} as open from app_user u where u.id = ${userId}`.execute(db);
  return rows[0]?.open ?? false;
}

/** Of these accounts, those that are switched off or over. */
export async function closedAccounts(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select a.id from account a
    where a.id = any(${[...ids]}::uuid[]) and not ${isOpen('a', payloadDate(now))}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
