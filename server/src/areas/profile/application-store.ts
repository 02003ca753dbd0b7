/** The applications a person works with: those of the roles the person holds. */
import type { Profile } from '@signet/contract/areas/profile';
import {
  APP_CODES,
  type AppCode,
  type Permission,
  permissionsInScope,
  type RuleViewer,
  type Viewer,
} from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

type Application = Profile['applications'][number];
export type HeldRole = { app_code: string; id: string; name: string; icon: string | null; permissions: Permission[] };

/** The roles of user `u` as JSON rows, optionally only those that hold for one account. */
export const heldRoles = (accountId: string | null) => sql<HeldRole[]>`(
  select coalesce(json_agg(json_build_object('app_code', r.app_code, 'id', r.id, 'name', r.name, 'icon', r.icon,
    'permissions', r.permissions) order by lower(r.name), r.id), '[]')
  from user_role g join role r on r.id = g.role_id
  where g.user_id = u.id and r.deleted_at is null
    and (${accountId}::uuid is null or r.account_id is null or r.account_id = ${accountId}::uuid))`;

/**
 * Roles as applications, in the order of the codes. Without `all` those without a role are left out. Permissions are
 * those of the call: what a person may do is no answer for a token that may do less.
 */
export function applicationsOf(
  roles: readonly HeldRole[],
  { scope, permissions }: RuleViewer,
  all: boolean,
): Application[] {
  return APP_CODES.map((app_code: AppCode): Application => {
    const ofApplication = roles.filter((role) => role.app_code === app_code);
    return {
      app_code,
      roles: ofApplication.map(({ id, name, icon }) => ({ id, name, icon })),
      permissions: permissionsInScope(
        ofApplication.flatMap((role) => role.permissions),
        scope,
      ).filter((name) => permissions.has(name)),
    };
  }).filter((application) => all || application.roles.length > 0);
}

/** The viewer's applications by the roles that hold for an account, or by all of them. */
export async function ownApplications(viewer: Viewer, db: Db, accountId: string | null): Promise<Application[]> {
  const { rows } = await sql<{
    roles: HeldRole[];
  }>`select ${heldRoles(accountId)} as roles from app_user u where u.id = ${viewer.userId}`.execute(db);
  return applicationsOf(rows[0]?.roles ?? [], viewer, false);
}
