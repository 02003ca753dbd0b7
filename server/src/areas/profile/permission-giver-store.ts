import { GIVES_PERMISSIONS, MANAGES_PEOPLE_OF } from '@signet/contract/access';
import { permissionsInScope, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';

/** More than this is no help to somebody who looks for one person to ask. */
const GIVERS_MOST = 5;

export type Giver = { id: string; name: string; role: string; email: string };

type Missing = { permission?: readonly Permission[] | undefined; any_of?: readonly Permission[] | undefined };

/** SQL for whether a role of user `u` lists one of these permissions. */
const listsOneOf = (names: readonly Permission[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from user_role h join role o on o.id = h.role_id
  where h.user_id = u.id and o.deleted_at is null and o.permissions && ${[...names]}::text[])`;

/**
 * Whom the viewer may ask for permissions: active people who may give them, of the viewer's primary account, or of
 * system scope for a system viewer. `role` is one of the roles that let them. Nobody gives what they do not hold, so
 * they hold all of `permission` and one of `any_of`; nobody does where those mean nothing in the viewer's scope.
 */
export async function permissionGivers(
  viewer: Viewer,
  db: Db,
  { permission = [], any_of: anyOf = [] }: Missing,
): Promise<Giver[]> {
  const all = permissionsInScope(permission, viewer.scope);
  const any = permissionsInScope(anyOf, viewer.scope);
  const isNamed = permission.length + anyOf.length > 0;
  if (isNamed && (all.length < new Set(permission).size || (anyOf.length > 0 && any.length === 0))) return [];
  const wanted = [
    ...(isNamed ? [[MANAGES_PEOPLE_OF[viewer.scope]]] : []),
    ...all.map((name) => [name]),
    ...(any.length > 0 ? [any] : []),
  ];
  const of =
    viewer.scope === 'system'
      ? sql`u.access_scope = 'system'`
      : sql`u.primary_account_id = ${viewer.primaryAccountId} and u.access_scope in ('partner', 'account')`;
  const { rows } = await sql<Giver>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, min(r.name) as role, u.email
    from app_user u join user_role g on g.user_id = u.id join role r on r.id = g.role_id
    where ${of} and u.active and u.deleted_at is null and u.verified_at is not null and not u.service_user
      and r.deleted_at is null and ${GIVES_PERMISSIONS} = any(r.permissions)
      and ${sql.join([sql`true`, ...wanted.map(listsOneOf)], sql` and `)}
    group by u.id order by lower(trim(u.first_name || ' ' || u.last_name)), u.id limit ${GIVERS_MOST}`.execute(db);
  return rows;
}
