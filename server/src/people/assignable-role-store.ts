/** The roles that can be given to somebody. */
import type { AssignableRole, people } from '@signet/contract/areas/people';
import { whyNotGive } from '@signet/contract/areas/person-rules';
import type { QueryOf } from '@signet/contract/endpoint';
import type { ListOf } from '@signet/contract/paging';
import { isPermission, permissionsInScope, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { listPage } from '../db/list.ts';
import type { Db } from '../db/open.ts';
import { visibleRoles } from '../sight.ts';

type Row = Omit<AssignableRole, 'why_not'>;

/**
 * One page of the roles that people of this scope and these accounts can have, each with the reason why the viewer may
 * not give it. What `setRoles` refuses beside that is not among them.
 */
export function listAssignableRoles(
  viewer: Viewer,
  db: Db,
  query: QueryOf<typeof people.assignableRoles>,
): Promise<ListOf<AssignableRole>> {
  const downwards = query.sort[0] === 'name:desc';
  const name = sql`r.name collate "und-x-icu"`;
  return listPage<Row, AssignableRole>(db, query, {
    from: sql`role r`,
    id: sql`r.id`,
    where: sql<boolean>`r.archived_at is null
      and (r.account_id is null or r.account_id = any(${query.account_id ?? []}::uuid[])) and ${visibleRoles(viewer)}`,
    order: downwards ? sql`r.app_code, ${name} desc, r.id desc` : sql`r.app_code, ${name}, r.id`,
    columns: sql`r.id, r.app_code, r.name, r.description, r.permissions, r.account_id, a.name as account_name`,
    joins: sql`left join account a on a.id = r.account_id`,
    row: (role) => {
      const permissions = permissionsInScope(role.permissions.filter(isPermission), query.access_scope);
      return { ...role, permissions, why_not: whyNotGive(viewer, permissions, query.access_scope) };
    },
  });
}
