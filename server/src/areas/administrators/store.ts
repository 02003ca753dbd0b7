import {
  ADMINISTRATOR,
  ADMINISTRATOR_FILTERS,
  ADMINISTRATOR_ROW,
  type ADMINISTRATOR_SORT,
  type PersonStatus,
} from '@signet/contract/areas/administrator-record';
import type {
  Administrator,
  AdministratorExportQuery,
  AdministratorListQuery,
  AdministratorRow,
} from '@signet/contract/areas/administrators';
import { whyNotGovern, whyNotHelp, whyNotManage, type Managed } from '@signet/contract/areas/person-rules';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { DEFAULT_LOCALE, isLocale } from '@signet/contract/locales';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import { isPermission, permissionsInScope, type Permission, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { hasOpenAccount } from '../../db/in-service.ts';
import { contains, everyRow, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { keptRows } from '../../db/row-count-store.ts';
import { savedByName } from '../../db/version.ts';
import { belongsTo, seenAccounts } from '../../people/account-store.ts';
import { inSight } from '../../people/person-store.ts';
import { hasRole, seenRoles } from '../../people/role-store.ts';
import { isOwn, visiblePeople } from '../../sight.ts';
import { methodStates } from '../../sign-in/method-store.ts';
import { lockOf } from '../../sign-in/passwords/unlock.ts';
import { HAS_SECOND_FACTOR } from '../../sign-in/second-factor/factor-store.ts';
import { lastSignIn } from '../../sign-in/sessions/last-sign-in-store.ts';
import { heldPermissions } from '../../sign-in/viewer-store.ts';

const LIVING = sql<boolean>`u.deleted_at is null and not u.service_user`;
const STATUS: Record<PersonStatus, RawBuilder<boolean>> = {
  active: sql<boolean>`u.active and u.verified_at is not null`,
  disabled: sql<boolean>`not u.active`,
  invited: sql<boolean>`u.active and u.verified_at is null`,
};
const statusOf = sql<PersonStatus>`case when not u.active then 'disabled' when u.verified_at is null then 'invited'
  else 'active' end`;

/** What a row tells beside the columns of the table. */
const told = (viewer: Viewer) => sql`u.name, p.name as primary_account_name, ${statusOf} as status,
  ${seenRoles(viewer)} as roles`;
/** The same, and what it takes to say what the viewer may do. */
const joined = (viewer: Viewer) => sql`${told(viewer)}, ${heldPermissions} as permissions,
  ${inSight(viewer)} as in_sight, ${HAS_SECOND_FACTOR} as second_factor`;
type Joined = { permissions: string[]; in_sight: boolean };
type SelectedRow = Omit<AdministratorRow, 'why_not'> & Joined;
const PRIMARY = sql`left join account p on p.id = u.primary_account_id`;

const SORTS = {
  name: sql`u.name collate "und-x-icu"`,
  user_name: sql`u.user_name collate "und-x-icu"`,
  email: sql`u.email collate "und-x-icu"`,
} satisfies Record<(typeof ADMINISTRATOR_SORT)[number], unknown>;

const conditionsOf = (viewer: Viewer): FilterConditions<typeof ADMINISTRATOR_FILTERS> => ({
  name: (text) => contains(sql`u.names_folded`, text),
  access_scope: (scope) => sql<boolean>`u.access_scope = ${scope}`,
  status: (status) => STATUS[status],
  account_id: (id) => belongsTo(viewer, id),
  role_id: (id) => hasRole(viewer, id),
});

/** What the roles come to in the scope. */
const held = ({ permissions, access_scope }: Pick<SelectedRow, 'permissions' | 'access_scope'>): Permission[] =>
  permissionsInScope(permissions.filter(isPermission), access_scope);

const whyNot = (viewer: Viewer, person: Managed): AdministratorRow['why_not'] => ({
  edit: whyNotManage(viewer, person),
  govern: whyNotGovern(viewer, person),
  help: whyNotHelp(viewer, person),
});

/** The list of a query, as the viewer may see it. */
export const administratorList = (
  viewer: Viewer,
  query: AdministratorExportQuery,
): ListQuery<SelectedRow, AdministratorRow> =>
  listQuery(
    {
      from: sql`app_user u`,
      id: sql`u.id`,
      columns: sql`${selected('u', ADMINISTRATOR_ROW)}, ${joined(viewer)}`,
      joins: PRIMARY,
      row: ({ permissions, in_sight, ...row }: SelectedRow): AdministratorRow => ({
        ...row,
        why_not: whyNot(viewer, { ...row, in_sight, permissions: held({ ...row, permissions }) }),
      }),
      visible: sql<boolean>`${LIVING} and ${visiblePeople(viewer)}`,
      kept: keptRows('administrator', viewer, (alias) => visiblePeople(viewer, alias)),
      filters: ADMINISTRATOR_FILTERS,
      conditions: conditionsOf(viewer),
      sorts: SORTS,
      defaultSort: 'name:asc',
      ties: 'name',
      unique: ['user_name'],
    },
    query,
  );

/** One page of the people a viewer may see. */
export const listAdministrators = (
  viewer: Viewer,
  db: Db,
  query: AdministratorListQuery,
): Promise<ListOf<AdministratorRow>> => listPage(db, query, administratorList(viewer, query));

/** A person as a file has them: nothing is done from there. */
export type ExportedPerson = Omit<AdministratorRow, 'why_not' | 'second_factor'>;

/** All of them that match, in batches. */
export const everyAdministrator = (
  viewer: Viewer,
  db: Db,
  query: AdministratorExportQuery,
): AsyncGenerator<ExportedPerson[]> =>
  everyRow<ExportedPerson, ExportedPerson>(db, {
    ...administratorList(viewer, query),
    columns: sql`${selected('u', ADMINISTRATOR_ROW)}, ${told(viewer)}`,
    row: (person) => person,
  });

type Row = Selected<typeof ADMINISTRATOR, MemberName<typeof ADMINISTRATOR>> &
  Omit<AdministratorRow, keyof typeof ADMINISTRATOR | 'why_not'> &
  Joined &
  Pick<
    Administrator,
    | 'updated_by_name'
    | 'accounts'
    | 'active'
    | 'account_open'
    | 'verified'
    | 'has_password'
    | 'saml_username'
    | 'oidc_username'
    | 'default_app_url'
  > & {
    created_at: Date;
    last_sign_in_at: Date | null;
    invited_at: Date | null;
  };

/**
 * One person with what the viewer may do; the own record is there for everybody. With `lock` it stays as it is until
 * the transaction ends. Throws 404.
 */
export async function readAdministrator(
  viewer: Viewer,
  db: Db,
  id: string,
  now: Date,
  { lock = false } = {},
): Promise<Administrator> {
  const { rows } = await sql<Row>`${PREPARED}
    select ${selected('u', memberNames(ADMINISTRATOR))}, ${joined(viewer)},
      ${savedByName(viewer, 'u')} as updated_by_name, u.active, u.verified_at is not null as verified,
      u.password_hash is not null as has_password, ${hasOpenAccount(payloadDate(now))} as account_open,
      u.saml_username, u.oidc_username, u.default_app_url, u.created_at,
      ${lastSignIn} as last_sign_in_at,
      case when u.verified_at is null then u.invited_at end as invited_at,
      ${seenAccounts(viewer)} as accounts
    from app_user u ${PRIMARY}
    where u.id = ${id} and ${LIVING} and (${visiblePeople(viewer)} or ${isOwn(viewer, sql`u.id`)})
    ${lock ? sql`for no key update of u` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  const permissions = held(row);
  const methods = await methodStates(db, row.id);
  const locked = await lockOf(db, row, now);
  return {
    ...answered(row),
    locale: isLocale(row.locale) ? row.locale : DEFAULT_LOCALE,
    created_at: storedDateTime(row.created_at),
    permissions,
    certificate_sign_in: methods.certificate,
    single_sign_on: methods.saml || methods.oidc,
    password_sign_in: methods.standard,
    locked_until: locked && storedDateTime(locked.until),
    locked_where_known: locked?.known ?? false,
    why_not: whyNot(viewer, { ...row, permissions }),
  };
}
