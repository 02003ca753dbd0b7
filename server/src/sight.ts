/**
 * Who sees what: for each kind of row one predicate made from the viewer, which every query of that kind carries.
 * `alias` names the table in the query. What a predicate leaves out does not exist for that viewer.
 */
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';

/**
 * The accounts a viewer may see, as one predicate on indexed columns: system all, partner its own and its customers,
 * account the ones it belongs to, end user none. Deleted accounts are not left out: queries that mean living ones say
 * so.
 */
export function visibleAccounts(viewer: Viewer, alias = 'a'): RawBuilder<boolean> {
  const a = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`true`;
  if (viewer.scope === 'partner') return sql<boolean>`${a}.owner_account_id = ${viewer.primaryAccountId}`;
  if (viewer.scope === 'account') return sql<boolean>`${a}.id = any(${viewer.accountIds})`;
  return sql<boolean>`false`;
}

/**
 * Of an array the planner takes it for ten long, and plans each time anew to know better; a few it may count itself.
 */
const oneOf = (ids: readonly string[]): RawBuilder<unknown> =>
  ids.length > 0 && ids.length <= 5 ? sql`in (${sql.join(ids)})` : sql`= any(${ids})`;

/**
 * The organizations a viewer may see, as one predicate on indexed columns: those of the accounts it may see, as
 * {@link visibleAccounts} has them. A deleted account's have no owner.
 */
export function visibleOrganizations(viewer: Viewer, alias = 'o'): RawBuilder<boolean> {
  const o = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`${o}.owner_account_id is not null`;
  if (viewer.scope === 'partner') return sql<boolean>`${o}.owner_account_id = ${viewer.primaryAccountId}`;
  if (viewer.scope === 'account')
    return sql<boolean>`${o}.account_id ${oneOf(viewer.accountIds)} and ${o}.owner_account_id is not null`;
  return sql<boolean>`false`;
}

/**
 * The people a viewer may see: system all, partner those whose first account lies in its sphere, account those of its
 * accounts, end user none.
 */
export function visiblePeople(viewer: Viewer, alias = 'u'): RawBuilder<boolean> {
  if (viewer.scope === 'system') return sql<boolean>`true`;
  if (viewer.scope === 'end_user') return sql<boolean>`false`;
  return sql<boolean>`exists (
    select from account own
    where own.id = ${sql.id(alias)}.primary_account_id and own.deleted_at is null
      and ${visibleAccounts(viewer, 'own')})`;
}

/**
 * The audit events a viewer may see: system all, others those that concern an account they may see. Deleted accounts
 * count: their trail is kept. Events of the platform as a whole, which concern no account, are for system scope alone.
 */
export function visibleEvents(viewer: Viewer, alias = 'e'): RawBuilder<boolean> {
  if (viewer.scope === 'system') return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from account concerned
    where concerned.id = ${sql.id(alias)}.account_id and ${visibleAccounts(viewer, 'concerned')})`;
}

/**
 * The entries of the search index that a viewer may find, by the columns of the entry itself; whether the row behind an
 * entry may be seen is asked of the row.
 */
export function visibleEntries(viewer: Viewer, alias = 's'): RawBuilder<boolean> {
  const s = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`true`;
  if (viewer.scope === 'partner') return sql<boolean>`${s}.owner_account_id = ${viewer.primaryAccountId}`;
  if (viewer.scope === 'account') return sql<boolean>`${s}.account_id = any(${viewer.accountIds}::uuid[])`;
  return sql<boolean>`false`;
}
