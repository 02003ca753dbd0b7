import { Problem } from '@signet/contract/problem';
import type { Permission, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { leavesNoAdministrator } from '../db/violation.ts';
import { visibleRoles } from '../sight.ts';

/**
 * Asks now what the database asks when the transaction is committed: whether the platform and every account that had an
 * administrator still have one (migration 0022). Throws LAST_ADMINISTRATOR. From here until the transaction ends,
 * others who take an administrator away wait.
 */
export async function requireAdministrators(tx: Db): Promise<void> {
  try {
    await sql`set constraints administrator_remains immediate`.execute(tx);
    await sql`set constraints administrator_remains deferred`.execute(tx);
  } catch (error) {
    throw leavesNoAdministrator(error) ? new Problem('LAST_ADMINISTRATOR') : error;
  }
}

/**
 * Holds everybody who has a role that is to list these permissions, where that can make or end an administrator. Who
 * saves such a role asks for it before the role's own lock: a change of a person takes the person first and then its
 * roles, and the other way round two changes at once would wait for each other.
 */
export async function holdHolders(viewer: Viewer, tx: Db, roleId: string, permissions: Permission[]): Promise<void> {
  await sql`select from app_user where id in (
      select g.user_id from user_role g join role r on r.id = g.role_id
      where r.id = ${roleId} and ${visibleRoles(viewer)} and r.permissions <> ${permissions}::text[]
        and (makes_administrators(r.permissions) or makes_administrators(${permissions}::text[])))
    order by id for share`.execute(tx);
}
