import { ROLE, ROLE_FILTERS, ROLE_ROW, type ROLE_SORT } from '@signet/contract/areas/role-record';
import { reachOf, whyNotDeleteRole, whyNotEditRole, whyNotSetPermissions } from '@signet/contract/areas/role-rules';
import type {
  Role,
  RoleAbilities,
  RoleExportQuery,
  RoleListQuery,
  RoleRow,
  roleCreate,
  roleEdit,
} from '@signet/contract/areas/roles';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import { fieldProblem, notFound, refuseField } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import { isPermission, type AppCode, type Permission, type Scope, type Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { contains, everyRow, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import type { Db } from '../../db/open.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  type Changed,
  type Created,
  type Deleted,
  type RecordKind,
} from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { whyNotChangeForHolders } from './holder-store.ts';
import { holdHolders } from '../../people/administrator-store.ts';
import { requireConfirmed } from '../../db/unconfirmed.ts';
import { visibleAccounts, visiblePeople, visibleRoles } from '../../sight.ts';

type Create = z.output<typeof roleCreate>;
type Edit = z.output<typeof roleEdit>;
type Stored<N extends MemberName<typeof ROLE>> = Omit<Selected<typeof ROLE, N>, 'permissions'> & {
  permissions: string[];
};
type SelectedRow = Stored<(typeof ROLE_ROW)[number]> & { account_name: string | null; counted: number };
type SelectedRole = Stored<MemberName<typeof ROLE>> &
  Pick<Role, 'account_name' | 'updated_by_name' | 'cloned_from'> & {
    account_type: 'standard' | 'partner' | null;
    counted: number;
    holders: number;
  };

/** A role as the viewer sees it, with everybody who has it, seen or not. */
export type HeldRole = Role & { holders: number };

/** What is answered of a role only in the context of an account, and of which users. */
type Context = { account_id?: string | undefined };

const ACCOUNT = sql`left join account a on a.id = r.account_id`;

/** The people whom the viewer may see, in the context of an account those of the account; `id` is their column. */
export const visibleHolders = (
  viewer: Viewer,
  { account_id }: Context,
  alias: string,
  id: string,
): RawBuilder<boolean> =>
  account_id === undefined
    ? visiblePeople(viewer, alias)
    : sql<boolean>`${visiblePeople(viewer, alias)} and exists (
        select from user_account m where m.user_id = ${sql.ref(id)} and m.account_id = ${account_id})`;

/**
 * SQL for how many living people in sight have the role `r` of the query, or the one of the id, of which the planner
 * knows how many have it; counted to one more than the bound. A grant `g` says of its person what decides who sees it
 * (migration 0088), so that they are counted in its indexes.
 */
const numberOf = (inSight: RawBuilder<boolean>, role: RawBuilder<unknown> = sql`r.id`): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select from user_role g
    where g.role_id = ${role} and g.living and ${inSight} limit ${LIMITS.roleUsersCounted + 1}) counted)`;

const usersOf = (counted: number) => ({
  users: Math.min(counted, LIMITS.roleUsersCounted),
  users_exact: counted <= LIMITS.roleUsersCounted,
});

/** Whether people of an account can have the role `r`: it is the platform's or the account's own, as for `setRoles`. */
const isOf = (viewer: Viewer, accountId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from account at
  where at.id = ${accountId} and at.deleted_at is null and ${visibleAccounts(viewer, 'at')}
    and (r.account_id is null or r.account_id = at.id))`;

const SORTS = {
  name: sql`r.name collate "und-x-icu"`,
  app_code: sql`r.app_code`,
} satisfies Record<(typeof ROLE_SORT)[number], unknown>;

const conditions = (viewer: Viewer): FilterConditions<typeof ROLE_FILTERS> => ({
  name: (text) => contains(sql`r.name_folded`, text),
  application_id: (app) => sql<boolean>`r.app_code = ${app}`,
  account_id: (id) => sql<boolean>`r.account_id = ${id}`,
  assignable_in: (id) => sql<boolean>`(r.archived_at is null and ${isOf(viewer, id)})`,
  archived: (archived) => (archived ? sql<boolean>`r.archived_at is not null` : sql<boolean>`r.archived_at is null`),
  predefined: (predefined) => sql<boolean>`r.predefined = ${predefined}`,
});

function abilitiesOf(viewer: Viewer, one: { predefined: boolean; holders: number }): RoleAbilities {
  const edit = whyNotEditRole(viewer, one) === null;
  return {
    edit,
    archive: edit,
    delete: whyNotDeleteRole(viewer, one) === null,
    clone: whyNotEditRole(viewer, { predefined: false }) === null,
  };
}

const permissionsOf = (names: readonly string[]): Permission[] => names.filter(isPermission);

const roleRow =
  (viewer: Viewer) =>
  ({ counted, permissions, ...row }: SelectedRow): RoleRow => ({
    ...answered(row),
    permissions: permissionsOf(permissions),
    ...usersOf(counted),
    // Whether somebody out of sight has it is asked when it is deleted.
    abilities: abilitiesOf(viewer, { predefined: row.predefined, holders: counted }),
  });

/** The list of a query, as the viewer may see it. */
function roleList(viewer: Viewer, query: RoleExportQuery): ListQuery<SelectedRow, RoleRow> {
  return listQuery(
    {
      from: sql`role r`,
      id: sql`r.id`,
      columns: sql`${selected('r', ROLE_ROW)}, a.name as account_name,
        ${numberOf(visiblePeople(viewer, 'g'))} as counted`,
      joins: ACCOUNT,
      row: roleRow(viewer),
      visible: visibleRoles(viewer),
      filters: ROLE_FILTERS,
      conditions: conditions(viewer),
      sorts: SORTS,
      defaultSort: 'name:asc',
      ties: 'name',
      ownedByFew: viewer.scope === 'account',
    },
    query,
  );
}

/** One page of the roles a viewer may see. */
export const listRoles = (viewer: Viewer, db: Db, query: RoleListQuery): Promise<ListOf<RoleRow>> =>
  listPage(db, query, roleList(viewer, query));

/** All of them that match, in batches. */
export const everyRole = (viewer: Viewer, db: Db, query: RoleExportQuery): AsyncGenerator<RoleRow[]> =>
  everyRow(db, roleList(viewer, query));

/** A role that the viewer sees, in the context of an account where one is named; `r` is its alias. */
const isThere = (viewer: Viewer, id: string, { account_id }: Context): RawBuilder<boolean> => sql<boolean>`(
  r.id = ${id} and ${visibleRoles(viewer)} and ${account_id === undefined ? sql`true` : isOf(viewer, account_id)})`;

/** Throws 404 where {@link readRole} would. */
export async function requireRole(viewer: Viewer, db: Db, id: string, context: Context): Promise<void> {
  const { rows } = await sql`select from role r where ${isThere(viewer, id, context)}`.execute(db);
  if (rows.length === 0) throw notFound();
}

/**
 * One role with what the viewer may do to it, in the context of an account where one is named; with `lock` it is given
 * to nobody until the transaction ends. Throws 404.
 */
export async function readRole(
  viewer: Viewer,
  db: Db,
  id: string,
  { lock = false, account_id }: { lock?: boolean } & Context = {},
): Promise<HeldRole> {
  const own = sql`${id}::uuid`;
  const { rows } = await sql<SelectedRole>`
    select ${selected('r', memberNames(ROLE))}, a.name as account_name, a.type as account_type,
      ${savedByName(viewer, 'r')} as updated_by_name,
      (select json_build_object('id', source.id, 'name', source.name) from role source
        where source.id = r.cloned_from_id and ${visibleRoles(viewer, 'source')}) as cloned_from,
      ${numberOf(visibleHolders(viewer, { account_id }, 'g', 'g.user_id'), own)} as counted,
      ${numberOf(sql`true`, own)} as holders
    from role r ${ACCOUNT} where ${isThere(viewer, id, { account_id })}
    ${lock ? sql`for update of r` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  const { account_type, counted, holders, permissions, ...row } = rows[0];
  const of = { predefined: row.predefined, holders };
  return {
    ...answered(row),
    permissions: permissionsOf(permissions),
    ...usersOf(counted),
    holders,
    reach: reachOf(account_type === null ? null : { type: account_type }),
    abilities: abilitiesOf(viewer, of),
    why_not: { edit: whyNotEditRole(viewer, of), delete: whyNotDeleteRole(viewer, of) },
  };
}

const KIND: RecordKind<'role', string, HeldRole> = {
  table: 'role',
  columns: ROLE,
  read: readRole,
  name: (one) => one.name,
  account: (one) => one.account_id,
  uniqueIndexes: { role_name: { field: 'name', status: 'ROLE_NAME_EXISTS' } },
};

/** Where a role lies: its account, null for the platform, and how far the people see whom it is for. */
export type RolePlace = { account_id: string | null; reach: Scope };

/**
 * Where a role of the named account lies; without one that of the viewer's primary account, in system scope of the
 * platform, as does one of the system account. Throws 404 under `account_id`.
 */
export async function placeOf(viewer: Viewer, db: Db, named: string | undefined): Promise<RolePlace> {
  const accountId = named ?? (viewer.scope === 'system' ? null : viewer.primaryAccountId);
  if (accountId === null) return { account_id: null, reach: reachOf(null) };
  const { rows } = await sql<{ id: string; type: 'standard' | 'partner'; system_account: boolean }>`
    select a.id, a.type, a.system_account from account a
    where a.id = ${accountId} and a.deleted_at is null and ${visibleAccounts(viewer)}`.execute(db);
  const account = rows[0];
  if (!account) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
  const holder = account.system_account ? null : account;
  return { account_id: holder?.id ?? null, reach: reachOf(holder) };
}

/**
 * Whether a name is free: no other role of the application and account has it that is not archived, and none that comes
 * with the platform, which stands beside it wherever roles are chosen.
 */
export async function isNameFree(
  viewer: Viewer,
  db: Db,
  named: { application_id: AppCode; name: string; account_id?: string | undefined; role_id?: string | undefined },
): Promise<boolean> {
  const { account_id } = await placeOf(viewer, db, named.account_id);
  const { rows } = await sql`
    select from role r where r.app_code = ${named.application_id} and lower(r.name) = lower(${named.name})
      and (r.predefined or r.account_id is not distinct from ${account_id}::uuid) and r.archived_at is null
      and r.id is distinct from ${named.role_id ?? null}::uuid limit 1`.execute(db);
  return rows.length === 0;
}

/** The index knows the names of one account; those that come with the platform are everybody's. */
async function requireOwnName(db: Db, { app_code, name }: { app_code: AppCode; name: string }): Promise<void> {
  const { rows } = await sql`select from role r
    where r.predefined and r.app_code = ${app_code} and lower(r.name) = lower(${name})`.execute(db);
  if (rows.length > 0) throw fieldProblem('name', { status: 'ROLE_NAME_EXISTS' });
}

function requirePermissions(
  viewer: Viewer,
  role: { app_code: AppCode; reach: Scope },
  before: readonly Permission[],
  after: readonly Permission[],
): void {
  refuseField('permissions', whyNotSetPermissions(viewer, role, before, after));
}

/**
 * Throws 404 under `account_id` or `cloned_from_id` for what the viewer may not see, MIGRATION_UNCONFIRMED, what is
 * wrong with the permissions and a name that is taken under their fields.
 */
export async function createRole(
  viewer: Viewer,
  tx: Db,
  { account_id: named, cloned_from_id, ...values }: Create,
  now: Date,
): Promise<Created<HeldRole>> {
  const { account_id, reach } = await placeOf(viewer, tx, named);
  // It is not deleted meanwhile: its roles would stay behind.
  if (account_id !== null) {
    const { rows } = await sql`select from account where id = ${account_id} and deleted_at is null for share`.execute(
      tx,
    );
    if (rows.length === 0) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
    await requireConfirmed(tx, account_id, 'account_id');
  }
  requirePermissions(viewer, { app_code: values.app_code, reach }, [], values.permissions);
  await requireOwnName(tx, values);
  if (cloned_from_id !== undefined) {
    const { rows } = await sql`select from role r where r.id = ${cloned_from_id} and ${visibleRoles(viewer)}`.execute(
      tx,
    );
    if (rows.length === 0) throw fieldProblem('cloned_from_id', { status: 'NOT_FOUND' });
  }
  const id = newId();
  return createRecord(KIND, viewer, tx, {
    id,
    key: id,
    values: { ...values, account_id, cloned_from_id: cloned_from_id ?? null },
    now,
  });
}

/**
 * Saves what is given and keeps the rest; in force at the next request of everybody who has it. Throws 404, the reason
 * of the rules, and CHANGED_MEANWHILE for another version than the present one.
 */
export async function updateRole(
  viewer: Viewer,
  tx: Db,
  id: string,
  values: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<HeldRole>> {
  await holdHolders(viewer, tx, id, values.permissions);
  return changeRecord(KIND, viewer, tx, id, {
    now,
    version,
    whyNot: (before) => whyNotEditRole(viewer, before),
    async set(before) {
      requirePermissions(viewer, before, before.permissions, values.permissions);
      refuseField('permissions', await whyNotChangeForHolders(viewer, tx, before, values.permissions));
      if (values.name.toLowerCase() !== before.name.toLowerCase())
        await requireOwnName(tx, { ...values, app_code: before.app_code });
      return values;
    },
  });
}

/** Archives it or restores it. Throws 404, the reason of the rule, and that its name is taken meanwhile. */
export const archiveRole = (
  viewer: Viewer,
  tx: Db,
  id: string,
  archived: boolean,
  now: Date,
): Promise<Changed<HeldRole>> =>
  changeRecord(KIND, viewer, tx, id, {
    now,
    whyNot: (before) => whyNotEditRole(viewer, before),
    set: (before) => (archived === (before.archived_at !== null) ? {} : { archived_at: archived ? now : null }),
  });

/** Deletes a role that nobody has; its row stays for those who were deleted with it. Throws 404 and the reason. */
export const deleteRole = (viewer: Viewer, tx: Db, id: string, now: Date): Promise<Deleted<HeldRole>> =>
  deleteRecord(KIND, viewer, tx, id, {
    now,
    whyNot: (before) => whyNotDeleteRole(viewer, before),
    async remove(before) {
      await sql`update role set deleted_at = ${now}, archived_at = coalesce(archived_at, ${now}),
        version = version + 1, updated_at = ${now}, updated_by = ${viewer.userId} where id = ${before.id}`.execute(tx);
    },
  });
