import { GIVES_PERMISSIONS } from '@signet/contract/access';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** More than this is no help to somebody who looks for one person to ask. */
const GIVERS_MOST = 5;

/**
 * Whom the viewer may ask for permissions: active people who may give them, of the viewer's primary account, or of
 * system scope for a system viewer. `role` is one of the roles that let them.
 */
export async function permissionGivers(
  viewer: Viewer,
  db: Db,
): Promise<{ id: string; name: string; role: string; email: string }[]> {
  const of =
    viewer.scope === 'system'
      ? sql`u.access_scope = 'system'`
      : sql`u.primary_account_id = ${viewer.primaryAccountId} and u.access_scope in ('partner', 'account')`;
  const { rows } = await sql<{ id: string; name: string; role: string; email: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, min(r.name) as role, u.email
    from app_user u join user_role g on g.user_id = u.id join role r on r.id = g.role_id
    where ${of} and u.active and u.deleted_at is null and u.verified_at is not null and not u.service_user
      and r.archived_at is null and ${GIVES_PERMISSIONS} = any(r.permissions)
    group by u.id order by lower(trim(u.first_name || ' ' || u.last_name)), u.id limit ${GIVERS_MOST}`.execute(db);
  return rows;
}
