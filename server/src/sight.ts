/**
 * Who sees what: for each kind of row one predicate made from the viewer, which every query of that kind carries.
 * `alias` names the table in the query. What a predicate leaves out does not exist for that viewer.
 */
import { ACCESS, allows } from '@signet/contract/access';
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
 * The accounts that {@link visibleAccounts} leaves out. With the array of a prepared statement every row would be
 * compared, one element after the other; in what a subquery answers it is looked up.
 */
export function hiddenAccounts(viewer: Viewer, alias = 'a'): RawBuilder<boolean> {
  if (viewer.scope !== 'account') return sql<boolean>`not ${visibleAccounts(viewer, alias)}`;
  return sql<boolean>`not (${sql.id(alias)}.id in (select unnest(${viewer.accountIds}::uuid[])))`;
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
 * The people a viewer may see, as one predicate on indexed columns: system all, partner those whose first account lies
 * in its sphere, account those of its accounts, end user none. Nobody of a deleted account.
 */
export function visiblePeople(viewer: Viewer, alias = 'u'): RawBuilder<boolean> {
  const u = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`true`;
  if (viewer.scope === 'partner') return sql<boolean>`${u}.owner_account_id = ${viewer.primaryAccountId}`;
  if (viewer.scope === 'account')
    return sql<boolean>`${u}.primary_account_id ${oneOf(viewer.accountIds)} and ${u}.owner_account_id is not null`;
  return sql<boolean>`false`;
}

/**
 * Whether a row is the viewer's own, by the column that says whose it is. To an OAuth client that acts for a person
 * none is: it sees what it was given permissions for, in the account of the client, and nothing as that person.
 */
export const isOwn = (viewer: Viewer, whose: RawBuilder<unknown>): RawBuilder<boolean> =>
  viewer.via.by === 'oauth' ? sql<boolean>`false` : sql<boolean>`${whose} = ${viewer.userId}`;

/**
 * The living people of whom a viewer may see what is theirs, tokens and rights: itself, and those whom it sees among
 * administrators.
 */
export function visibleOwners(viewer: Viewer, alias = 'u'): RawBuilder<boolean> {
  const u = sql.id(alias);
  const others = allows(ACCESS.administrators.view, viewer) ? visiblePeople(viewer, alias) : sql<boolean>`false`;
  return sql<boolean>`(${u}.deleted_at is null and (${isOwn(viewer, sql`${u}.id`)} or ${others}))`;
}

/**
 * The roles a viewer may see, archived ones too: system all, the others the predefined ones and those of the accounts
 * they may see. What the platform made for itself beside them is for system scope.
 */
export function visibleRoles(viewer: Viewer, alias = 'r'): RawBuilder<boolean> {
  const r = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`${r}.deleted_at is null`;
  if (viewer.scope === 'end_user') return sql<boolean>`false`;
  // An array of the customers is read once; a subquery beside the `or` would be asked of every role there is.
  const own =
    viewer.scope === 'account'
      ? oneOf(viewer.accountIds)
      : sql`= any(array(
          select own.id from account own where own.deleted_at is null and ${visibleAccounts(viewer, 'own')}))`;
  return sql<boolean>`${r}.deleted_at is null and (${r}.predefined or ${r}.account_id ${own})`;
}

/**
 * The certificate authorities a viewer may see: those of the platform, which sign for everybody, and those of the
 * accounts it sees. What was never carried out is nobody's to see.
 */
export function visibleAuthorities(viewer: Viewer, alias = 'ca'): RawBuilder<boolean> {
  const ca = sql.id(alias);
  const made = sql<boolean>`${ca}.state <> 'intended' and ${ca}.certificate_id is not null`;
  if (viewer.scope === 'system') return made;
  if (viewer.scope === 'end_user') return sql<boolean>`false`;
  return sql<boolean>`(${made} and (${ca}.account_id is null or ${ca}.account_id = any(array(
    select own.id from account own where own.deleted_at is null and ${visibleAccounts(viewer, 'own')}))))`;
}

/**
 * The certificates of people, devices and servers that a viewer may see, as one predicate on indexed columns. What was
 * written down and not signed yet is nobody's.
 */
export function visibleCertificates(viewer: Viewer, alias = 'c'): RawBuilder<boolean> {
  const c = sql.id(alias);
  return sql<boolean>`(${c}.cert_type = 'end_entity' and ${c}.state <> 'intended'
    and ${ownCertificates(viewer, alias)})`;
}

/**
 * Whose certificates a viewer may see: those of the accounts it may see, as {@link visibleOrganizations} has it; system
 * scope the platform's own too.
 */
export function ownCertificates(viewer: Viewer, alias: string): RawBuilder<boolean> {
  const c = sql.id(alias);
  if (viewer.scope !== 'system') return visibleOrganizations(viewer, alias);
  return sql<boolean>`(${c}.account_id is null or ${c}.owner_account_id is not null)`;
}

/** The seats a viewer may see: those of the accounts it may see, as {@link visibleOrganizations} has it. */
export const visibleSeats = (viewer: Viewer, alias = 's'): RawBuilder<boolean> => visibleOrganizations(viewer, alias);

/** The enrollments a viewer may see: those of the accounts it may see, as {@link visibleOrganizations} has it. */
export const visibleEnrollments = (viewer: Viewer, alias = 'e'): RawBuilder<boolean> =>
  visibleOrganizations(viewer, alias);

/**
 * The OAuth clients a viewer may see: those of the living accounts it may see; `account` is the alias of the account
 * that a client belongs to.
 */
export const visibleOauthClients = (viewer: Viewer, account = 'a'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.id(account)}.deleted_at is null and ${visibleAccounts(viewer, account)})`;

/**
 * What stands for all accounts or for one, seen by those who may see the account: profiles and templates of
 * certificates, archived ones too. `certType` is what is made by it: whatever makes authorities is for system scope
 * (S-352).
 */
export function visibleShared(viewer: Viewer, alias: string, certType: RawBuilder<unknown>): RawBuilder<boolean> {
  if (viewer.scope === 'system') return sql<boolean>`true`;
  if (viewer.scope === 'end_user') return sql<boolean>`false`;
  const own =
    viewer.scope === 'account'
      ? oneOf(viewer.accountIds)
      : sql`= any(array(
          select own.id from account own where own.deleted_at is null and ${visibleAccounts(viewer, 'own')}))`;
  const id = sql.ref(`${alias}.account_id`);
  return sql<boolean>`(${certType} = 'end_entity' and (${id} is null or ${id} ${own}))`;
}

/**
 * The audit events a viewer may see: system all, others those that concern an account they may see, of a partner's
 * customer since it has been that partner's. Deleted accounts count: their trail is kept. Events of the platform as a
 * whole, which concern no account, are for system scope alone.
 */
export function visibleEvents(viewer: Viewer, alias = 'e'): RawBuilder<boolean> {
  const e = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`true`;
  if (viewer.scope === 'account') return sql<boolean>`${e}.account_id ${oneOf(viewer.accountIds)}`;
  return sql<boolean>`exists (
    select from account concerned where concerned.id = ${e}.account_id and ${visibleAccounts(viewer, 'concerned')}
      and (concerned.partner_since is null or ${e}.at > concerned.partner_since))`;
}

/**
 * Whether the viewer may know from where an actor came: of people they see, and of nobody in particular. Of other
 * tenants' people, the platform's and the partner's among them, they know who it was and what was done.
 */
export function visibleOrigin(viewer: Viewer, alias = 'e'): RawBuilder<boolean> {
  const e = sql.id(alias);
  if (viewer.scope === 'system') return sql<boolean>`true`;
  return sql<boolean>`(${e}.actor_id is null or exists (
    select from app_user actor join account own on own.id = actor.primary_account_id
    where actor.id = ${e}.actor_id and ${visibleAccounts(viewer, 'own')}))`;
}

/**
 * The plans of bulk acts a viewer may see: those they made, and of these `acts` the runs of everybody, as
 * `ACCESS.bulk.viewOthers` has it. A plan that nobody runs is its maker's alone.
 */
export function visiblePlans(viewer: Viewer, acts: readonly string[], alias = 'p'): RawBuilder<boolean> {
  const p = sql.id(alias);
  const own = isOwn(viewer, sql`${p}.made_by`);
  if (acts.length === 0) return own;
  return sql<boolean>`(${own} or (${p}.started_at is not null and ${p}.act = any(${[...acts]})))`;
}

/**
 * From which moment on a viewer may know what happened to an account, as SQL: what was before it was its partner's was
 * between it and another partner, or the platform.
 */
export const knownSince = (viewer: Viewer, accountId: string): RawBuilder<Date> =>
  viewer.scope === 'partner'
    ? sql<Date>`coalesce((select own.partner_since from account own where own.id = ${accountId}), '-infinity')`
    : sql<Date>`'-infinity'::timestamptz`;

/** The same of each account of a query, by the alias of its table. */
export const eachKnownSince = (viewer: Viewer, alias = 'a'): RawBuilder<Date> =>
  viewer.scope === 'partner'
    ? sql<Date>`coalesce(${sql.id(alias)}.partner_since, '-infinity')`
    : sql<Date>`'-infinity'::timestamptz`;

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
