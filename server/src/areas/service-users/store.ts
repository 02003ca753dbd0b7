/** Reading service users. */
import { whyNotGovern, whyNotManage, type Managed } from '@signet/contract/areas/person-rules';
import {
  SERVICE_USER,
  SERVICE_USER_FILTERS,
  SERVICE_USER_ROW,
  type SERVICE_USER_SORT,
} from '@signet/contract/areas/service-user-record';
import type {
  ServiceUser,
  ServiceUserExportQuery,
  ServiceUserListQuery,
  ServiceUserRow,
} from '@signet/contract/areas/service-users';
import { storedDateTime } from '@signet/contract/dates';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import { isPermission, permissionsInScope, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { contains, everyRow, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { keptRows } from '../../db/row-count-store.ts';
import { savedByName } from '../../db/version.ts';
import { belongsTo, seenAccounts } from '../../people/account-store.ts';
import { inSight } from '../../people/person-store.ts';
import { hasRole, seenRoles } from '../../people/role-store.ts';
import { visiblePeople } from '../../sight.ts';
import { heldPermissions } from '../../sign-in/viewer-store.ts';

const LIVING = sql<boolean>`u.deleted_at is null and u.service_user`;
const PRIMARY = sql`left join account p on p.id = u.primary_account_id`;

/** What a row has beside the columns of the table. */
const joined = (viewer: Viewer) => sql`p.name as primary_account_name, ${seenRoles(viewer)} as roles,
  ${heldPermissions} as permissions, ${inSight(viewer)} as in_sight`;
type Joined = { permissions: string[]; in_sight: boolean };

const SORTS = {
  name: sql`u.name collate "und-x-icu"`,
  email: sql`u.email collate "und-x-icu"`,
} satisfies Record<(typeof SERVICE_USER_SORT)[number], unknown>;

const conditionsOf = (viewer: Viewer): FilterConditions<typeof SERVICE_USER_FILTERS> => ({
  // As its index has it. The user name is an id, by which nobody looks for anything.
  name: (text) =>
    contains(sql`folded(u.first_name || ' ' || u.last_name || ' ' || u.description || ' ' || u.email)`, text),
  active: (active) => sql<boolean>`u.active = ${active}`,
  access_scope: (scope) => sql<boolean>`u.access_scope = ${scope}`,
  account_id: (id) => belongsTo(viewer, id),
  role_id: (id) => hasRole(viewer, id),
});

/** What the roles come to in the scope. */
const held = ({
  permissions,
  access_scope,
}: Pick<Joined, 'permissions'> & Pick<ServiceUserRow, 'access_scope'>): Permission[] =>
  permissionsInScope(permissions.filter(isPermission), access_scope);

const whyNot = (viewer: Viewer, person: Managed): ServiceUser['why_not'] => ({
  edit: whyNotManage(viewer, person),
  govern: whyNotGovern(viewer, person),
});

/** The list of a query, as the viewer may see it. */
const serviceUserList = (
  viewer: Viewer,
  query: ServiceUserExportQuery,
): ListQuery<Omit<ServiceUserRow, 'why_not'> & Joined, ServiceUserRow> =>
  listQuery(
    {
      from: sql`app_user u`,
      id: sql`u.id`,
      columns: sql`${selected('u', SERVICE_USER_ROW)}, ${joined(viewer)}`,
      joins: PRIMARY,
      row: ({ permissions, in_sight, ...row }: Omit<ServiceUserRow, 'why_not'> & Joined): ServiceUserRow => ({
        ...row,
        why_not: whyNot(viewer, { ...row, in_sight, permissions: held({ ...row, permissions }) }),
      }),
      visible: sql<boolean>`${LIVING} and ${visiblePeople(viewer)}`,
      kept: keptRows('service_user', viewer, (alias) => visiblePeople(viewer, alias)),
      filters: SERVICE_USER_FILTERS,
      conditions: conditionsOf(viewer),
      sorts: SORTS,
      defaultSort: 'name:asc',
      ties: 'name',
      ownedByFew: viewer.scope === 'account',
    },
    query,
  );

/** One page of the service users a viewer may see. */
export const listServiceUsers = (
  viewer: Viewer,
  db: Db,
  query: ServiceUserListQuery,
): Promise<ListOf<ServiceUserRow>> => listPage(db, query, serviceUserList(viewer, query));

/** All of them that match, in batches. */
export const everyServiceUser = (
  viewer: Viewer,
  db: Db,
  query: ServiceUserExportQuery,
): AsyncGenerator<ServiceUserRow[]> => everyRow(db, serviceUserList(viewer, query));

type Row = Selected<typeof SERVICE_USER, MemberName<typeof SERVICE_USER>> &
  Pick<ServiceUser, 'primary_account_name' | 'roles' | 'updated_by_name' | 'accounts'> &
  Joined & { created_at: Date };

/** One service user with what the viewer may do to it. Throws 404, also for people. */
export async function readServiceUser(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<ServiceUser> {
  const { rows } = await sql<Row>`${PREPARED}
    select ${selected('u', memberNames(SERVICE_USER))}, ${joined(viewer)},
      ${savedByName(viewer, 'u')} as updated_by_name, ${seenAccounts(viewer)} as accounts, u.created_at
    from app_user u ${PRIMARY} where u.id = ${id} and ${LIVING} and ${visiblePeople(viewer)}
    ${lock ? sql`for no key update of u` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  const permissions = held(row);
  return {
    ...answered(row),
    created_at: storedDateTime(row.created_at),
    permissions,
    why_not: whyNot(viewer, { ...row, permissions }),
  };
}
