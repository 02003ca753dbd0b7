/** What those who manage people see and change of how a person comes in. */
import type { Administrator } from '@signet/contract/areas/administrators';
import type { HeldRole } from '@signet/contract/areas/people';
import { APP_CODES, isPermission, permissionsInScope, type AppCode, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { visibleRoles } from '../../sight.ts';

type Granted = HeldRole & { permissions: string[] };

/** The applications of a person by the roles that the viewer sees, with what they come to in the person's scope. */
export async function applicationsOf(viewer: Viewer, db: Db, { id, access_scope }: Administrator) {
  const { rows } = await sql<Granted>`
    select r.id, r.app_code, r.name, r.archived_at is not null as archived, r.permissions
    from user_role g join role r on r.id = g.role_id
    where g.user_id = ${id} and ${visibleRoles(viewer)} order by lower(r.name), r.id`.execute(db);
  const items = APP_CODES.flatMap((app_code: AppCode) => {
    const ofApp = rows.filter((role) => role.app_code === app_code);
    if (ofApp.length === 0) return [];
    const listed = ofApp.flatMap(({ permissions }) => permissions.filter(isPermission));
    const roles = ofApp.map(({ permissions: _, ...role }): HeldRole => role);
    return [{ app_code, roles, permissions: permissionsInScope(listed, access_scope) }];
  });
  return { items, total: items.length };
}

/**
 * Stores where a person is led after signing in; answers what it was. An empty address is none. No change of the
 * record: its stamps stay.
 */
export async function storeDefaultApp(tx: Db, id: string, url: string): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    select coalesce(default_app_url, '') as before from app_user where id = ${id} for no key update`.execute(tx);
  const before = rows[0]?.before ?? '';
  if (before !== url) await sql`update app_user set default_app_url = nullif(${url}, '') where id = ${id}`.execute(tx);
  return before;
}
