/** Whose credentials are asked for: API tokens, client-authentication certificates. */
import { whyNotManageCredentials } from '@signet/contract/areas/person-rules';
import { notFound, type Reason } from '@signet/contract/problem';
import { isPermission, permissionsInScope, type Permission, type Scope, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { visibleOwners } from '../sight.ts';
import { holdAccountOf } from '../sign-in/person-store.ts';
import { heldPermissions } from '../sign-in/viewer-store.ts';
import { inSight } from './person-store.ts';

/** `serviceUser`: there is nobody at that address unless it is a service user. */
export type AskedOwner = { userId: string; serviceUser?: true };

export type CredentialOwner = {
  id: string;
  name: string;
  user_name: string;
  service_user: boolean;
  /** What the person may do. */
  permissions: Permission[];
  /** Why the viewer may not make or change its credentials; null where it may. */
  why_not_manage: Reason | null;
  email: string;
  locale: string;
  account_id: string | null;
  /** The last day of service of its accounts; null where none of them ends by itself. */
  accounts_end_on: string | null;
};

/** What the log calls it; of a service user nobody knows the user name, which is an id. */
export const calledOf = ({ name, user_name, service_user }: CredentialOwner): string =>
  service_user ? name : user_name;

type Row = Omit<CredentialOwner, 'permissions' | 'why_not_manage'> & {
  access_scope: Scope;
  permissions: string[];
  in_sight: boolean;
};

/** Until when its accounts let it in: of several the last, of a partner its own. Nobody of system scope is kept out. */
const accountsEndOn = sql`case when u.access_scope <> 'system' then
  (select nullif(max(coalesce(a.service_to, 'infinity')), 'infinity') from account a
    where a.deleted_at is null and (a.id = u.primary_account_id or (u.access_scope <> 'partner'
      and exists (select from user_account m where m.user_id = u.id and m.account_id = a.id)))) end`;

/** Throws 404 for somebody whom the viewer does not see; with `lock` they stay until the transaction ends. */
export async function readCredentialOwner(
  viewer: Viewer,
  db: Db,
  { userId, serviceUser }: AskedOwner,
  { lock = false } = {},
): Promise<CredentialOwner> {
  if (lock) await holdAccountOf(db, userId);
  const { rows } = await sql<Row>`
    select u.id, u.name, u.user_name, u.service_user, u.email, u.locale, u.access_scope,
      u.primary_account_id as account_id, ${accountsEndOn} as accounts_end_on,
      ${heldPermissions} as permissions, ${inSight(viewer)} as in_sight
    from app_user u
    where u.id = ${userId} and ${visibleOwners(viewer)} and ${serviceUser ? sql`u.service_user` : sql`true`}
    ${lock ? sql`for share of u` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  const { access_scope, in_sight, permissions: listed, ...row } = rows[0];
  const permissions = permissionsInScope(listed.filter(isPermission), access_scope);
  const why_not_manage = whyNotManageCredentials(viewer, { id: row.id, access_scope, permissions, in_sight });
  return { ...row, permissions, why_not_manage };
}
