/** People as those who manage them see them. */
import { whyNotGovern, whyNotHelp, whyNotManage, type Manager } from '@signet/contract/areas/person-rules';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@signet/contract/locales';
import { notFound } from '@signet/contract/problem';
import { isPermission, permissionsInScope, type Permission, type Scope, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import { refuse } from '../db/record.ts';
import { hiddenAccounts, visiblePeople } from '../sight.ts';
import { holdAccountOf } from '../sign-in/person-store.ts';
import { heldPermissions } from '../sign-in/viewer-store.ts';

/** A person or service user that somebody manages. */
export type ManagedPerson = {
  id: string;
  name: string;
  user_name: string;
  email: string;
  locale: Locale;
  access_scope: Scope;
  primary_account_id: string | null;
  /** Ids of the accounts the person belongs to, in their order, the first one included. */
  account_ids: string[];
  role_ids: string[];
  /** What the roles come to in the scope. */
  permissions: Permission[];
  /** Whether the viewer sees every account that the person belongs to. */
  in_sight: boolean;
  service_user: boolean;
  active: boolean;
  verified: boolean;
  version: number;
};

type Row = Omit<ManagedPerson, 'locale' | 'permissions'> & { locale: string; permissions: string[] };

/**
 * SQL for whether the viewer sees every account that user `u` belongs to. A value, not `not exists`: for that one the
 * planner may read the members of every account out of sight, once for each list.
 */
export const inSight = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`(
  select true from user_account m join account a on a.id = m.account_id
  where m.user_id = u.id and a.deleted_at is null and ${hiddenAccounts(viewer)} limit 1) is null`;

/** SQL for the ids of the roles of user `u`. A deleted one gives nobody anything, and is none of theirs any more. */
export const heldRoleIds = sql<string[]>`array(
  select g.role_id from user_role g join role r on r.id = g.role_id
  where g.user_id = u.id and r.deleted_at is null order by g.role_id)`;

/**
 * A living person that the viewer sees, kept as they are until the transaction ends. `serviceUser` says which of the
 * two is meant: the other does not exist at that address. Throws 404.
 */
export async function lockPerson(
  viewer: Viewer,
  tx: Db,
  id: string,
  { serviceUser }: { serviceUser: boolean },
): Promise<ManagedPerson> {
  await holdAccountOf(tx, id);
  const { rows: found } = await sql`select from app_user u
    where u.id = ${id} and u.deleted_at is null and u.service_user = ${serviceUser} and ${visiblePeople(viewer)}
    for no key update of u`.execute(tx);
  if (found.length === 0) throw notFound();
  // Read once the lock is held: roles and accounts as whoever had it before left them.
  const { rows } = await sql<Row>`
    select u.id, u.name, u.user_name, u.email, u.locale, u.access_scope,
      u.primary_account_id, u.service_user, u.active, u.verified_at is not null as verified, u.version,
      array(select m.account_id from user_account m where m.user_id = u.id order by m.account_id) as account_ids,
      ${heldRoleIds} as role_ids, ${heldPermissions} as permissions,
      ${inSight(viewer)} as in_sight
    from app_user u where u.id = ${id}`.execute(tx);
  const row = rows[0];
  if (!row) throw notFound();
  return {
    ...row,
    locale: isLocale(row.locale) ? row.locale : DEFAULT_LOCALE,
    permissions: permissionsInScope(row.permissions.filter(isPermission), row.access_scope),
  };
}

/** What the audit log says of whom something was done to. A program has no user name that means anything. */
export const aboutPerson = (
  person: ManagedPerson,
): { resource_id: string; resource_name: string; account_id: string | null } => ({
  resource_id: person.id,
  resource_name: person.service_user ? person.name : person.user_name,
  account_id: person.primary_account_id,
});

/** Throws why the manager may not send the person mails to come in by. */
export const requireHelp = (manager: Manager, person: ManagedPerson): void =>
  refuse(whyNotHelp(manager, person), aboutPerson(person));
/** Throws why the manager may not change the person. */
export const requireManage = (manager: Manager, person: ManagedPerson): void =>
  refuse(whyNotManage(manager, person), aboutPerson(person));
/** Throws why the manager may not delete the person, switch it off, or change its scope, accounts and roles. */
export const requireGovern = (manager: Manager, person: ManagedPerson): void =>
  refuse(whyNotGovern(manager, person), aboutPerson(person));
