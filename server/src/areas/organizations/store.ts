import {
  ORGANIZATION,
  ORGANIZATION_FILTERS,
  ORGANIZATION_ROW,
  type ORGANIZATION_SORT,
} from '@signet/contract/areas/organization-record';
import {
  organizationAbilities,
  type Organization,
  type OrganizationExportQuery,
  type OrganizationListQuery,
  type OrganizationRow,
  type organizationCreate,
  type organizationEdit,
} from '@signet/contract/areas/organizations';
import type { FilterValues } from '@signet/contract/filter';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import { accountFor } from '../../authority/owner-store.ts';
import type { Selection, Target } from '../../bulk/act.ts';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { contains, everyRow, listQuery, listPage, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  type Changed,
  type Created,
  type Deleted,
  type RecordKind,
} from '../../db/record.ts';
import { keptRows, keptRowsOf } from '../../db/row-count-store.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { visibleAccounts, visibleOrganizations } from '../../sight.ts';

type Create = z.output<typeof organizationCreate>;
type Edit = z.output<typeof organizationEdit>;
type SelectedOrganization = Selected<typeof ORGANIZATION, MemberName<typeof ORGANIZATION>> &
  Pick<Organization, 'account_name' | 'updated_by_name'>;

const ACCOUNT = sql`join account a on a.id = o.account_id`;
const ROW = sql`${selected('o', ORGANIZATION_ROW)}, a.name as account_name`;
const recordFields = (viewer: Viewer) =>
  sql`${selected('o', memberNames(ORGANIZATION))}, a.name as account_name,
    ${savedByName(viewer, 'o')} as updated_by_name`;

const SORTS = {
  name: sql`o.name collate "und-x-icu"`,
  city: sql`o.city collate "und-x-icu"`,
  country: sql`o.country`,
} satisfies Record<(typeof ORGANIZATION_SORT)[number], unknown>;

const CONDITIONS: FilterConditions<typeof ORGANIZATION_FILTERS> = {
  name: (text) => contains(sql`o.name_folded`, text),
  city: (text) => contains(sql`folded(o.city)`, text),
  country: (code) => sql<boolean>`o.country = ${code.toUpperCase()}`,
  account_id: (id) => sql<boolean>`o.account_id = ${id}`,
};

/** The list of a query, as the viewer may see it. */
const organizationList = (viewer: Viewer, query: OrganizationExportQuery): ListQuery<OrganizationRow> =>
  listQuery(
    {
      from: sql`organization o`,
      id: sql`o.id`,
      columns: ROW,
      joins: ACCOUNT,
      row: (row: OrganizationRow) => row,
      visible: visibleOrganizations(viewer),
      kept: keptRows('organization', viewer, (alias) => visibleOrganizations(viewer, alias)),
      keptOf: (id) => keptRowsOf('organization', id, (alias) => visibleAccounts(viewer, alias)),
      filters: ORGANIZATION_FILTERS,
      conditions: CONDITIONS,
      sorts: SORTS,
      defaultSort: 'name:asc',
      ties: 'name',
      ownedByFew: viewer.scope === 'account',
    },
    query,
  );

/** One page of the organizations a viewer may see. */
export function listOrganizations(
  viewer: Viewer,
  db: Db,
  query: OrganizationListQuery,
): Promise<ListOf<OrganizationRow>> {
  return listPage(db, query, organizationList(viewer, query));
}

/** All of them that match, in batches. */
export function everyOrganization(
  viewer: Viewer,
  db: Db,
  query: OrganizationExportQuery,
): AsyncGenerator<OrganizationRow[]> {
  return everyRow(db, organizationList(viewer, query));
}

/** The chosen organizations as the list would show them, by name, at most `most`. */
export async function organizationTargets(
  viewer: Viewer,
  db: Db,
  { ids, filters = {} }: Selection<FilterValues<typeof ORGANIZATION_FILTERS>>,
  most: number,
): Promise<Target[]> {
  const { from, where, order } = organizationList(viewer, { ...filters, sort: [], id: ids && [...ids] });
  const { rows } = await sql<Target>`
    select o.id, o.name, o.version from ${from} where ${where} order by ${order} limit ${most}`.execute(db);
  return rows;
}

/**
 * One organization with what the viewer may do to it; with `lock` it stays as it is until the transaction ends, so that
 * what is compared is what is changed. Throws 404.
 */
export async function readOrganization(
  viewer: Viewer,
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<Organization> {
  const { rows } =
    await sql<SelectedOrganization>`${PREPARED} select ${recordFields(viewer)} from organization o ${ACCOUNT}
    where o.id = ${id} and ${visibleOrganizations(viewer)} ${lock ? sql`for update of o` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  return { ...answered(row), abilities: organizationAbilities(viewer) };
}

const KIND: RecordKind<'organization', string, Organization> = {
  table: 'organization',
  columns: ORGANIZATION,
  read: readOrganization,
  name: (one) => one.name,
  account: (one) => one.account_id,
};

/** Throws 404 under `account_id` for an account the viewer may not see. */
export async function createOrganization(
  viewer: Viewer,
  tx: Db,
  { account_id: named, ...values }: Create,
  now: Date,
): Promise<Created<Organization>> {
  const id = newId();
  const account_id = await accountFor(viewer, tx, named);
  return createRecord(KIND, viewer, tx, { id, key: id, values: { ...values, account_id }, now });
}

/**
 * Saves what is given and keeps the rest. Throws 404, and CHANGED_MEANWHILE for another version than the present one.
 */
export const updateOrganization = (
  viewer: Viewer,
  tx: Db,
  id: string,
  values: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<Organization>> => changeRecord(KIND, viewer, tx, id, { now, version, set: () => values });

/** Deletes it with its contacts. Throws 404. */
export const deleteOrganization = (viewer: Viewer, tx: Db, id: string, now: Date): Promise<Deleted<Organization>> =>
  deleteRecord(KIND, viewer, tx, id, { now });
