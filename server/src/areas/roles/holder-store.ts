/** The holders of a role on whose rights the editor of the role has no say. */
import { permissionChanges, whyNotChangeHeldRole } from '@signet/contract/areas/role-rules';
import { LIMITS } from '@signet/contract/limits';
import { meansSomething } from '@signet/contract/permission-groups';
import type { Reason } from '@signet/contract/problem';
import { SCOPES, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { hiddenAccounts } from '../../sight.ts';

/**
 * Why the viewer may not make these permissions the role's: it is held by people above their scope, or of accounts out
 * of their sight, where the change would mean something. Null where it may be. Of the role that is saved the caller
 * holds the row, so that nobody gets it meanwhile.
 */
export async function whyNotChangeForHolders(
  viewer: Viewer,
  db: Db,
  role: { id: string; permissions: readonly Permission[] },
  after: readonly Permission[],
): Promise<Reason | null> {
  // Nobody stands above system scope, and it sees every account.
  if (viewer.scope === 'system') return null;
  const { added, removed } = permissionChanges(role.permissions, after);
  const changed = [...added, ...removed];
  const scopes = SCOPES.filter((scope) => changed.some((permission) => meansSomething(permission, scope)));
  if (scopes.length === 0) return null;
  const above = SCOPES.slice(0, SCOPES.indexOf(viewer.scope));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from user_role g join app_user u on u.id = g.user_id
      where g.role_id = ${role.id} and g.living and u.access_scope = any(${scopes}::text[])
        and (u.access_scope = any(${above}::text[]) or exists (
          select from user_account m join account a on a.id = m.account_id
          where m.user_id = u.id and a.deleted_at is null and ${hiddenAccounts(viewer)}))
      limit ${LIMITS.roleUsersCounted}) counted`.execute(db);
  return whyNotChangeHeldRole(rows[0]?.count ?? 0);
}
