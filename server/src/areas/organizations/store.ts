import type {
  Organization,
  OrganizationExportQuery,
  OrganizationListQuery,
  OrganizationRow,
} from '@signet/contract/areas/organizations';
import {
  organizationAbilities,
  ORGANIZATION_FIELDS,
  type organizationCreate,
  type organizationEdit,
} from '@signet/contract/areas/organizations';
import { storedDateTime } from '@signet/contract/dates';
import type { ListOf } from '@signet/contract/paging';
import { fieldProblem, notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { allOf, everyRow, holds, listPage, orderBy, type ListQuery } from '../../db/list.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { isStored, requireVersion, savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { visibleAccounts, visibleOrganizations } from '../../sight.ts';

type Create = z.output<typeof organizationCreate>;
type Edit = z.output<typeof organizationEdit>;
type Selected = Omit<Organization, 'updated_at' | 'abilities'> & { updated_at: Date };

const ROW = sql`o.id, o.account_id, a.name as account_name, ${sql.join(ORGANIZATION_FIELDS.map((field) => sql.ref(`o.${field}`)))}`;
const whole = (viewer: Viewer) => sql`${ROW}, o.version, o.updated_at, ${savedByName(viewer, 'o')} as updated_by_name`;
const ACCOUNT = sql`join account a on a.id = o.account_id`;
const SORT_COLUMNS: Record<string, RawBuilder<unknown>> = {
  name: sql`o.name collate "und-x-icu"`,
  city: sql`o.city collate "und-x-icu"`,
  country: sql`o.country`,
};

/** The list of a query, as the viewer may see it. */
function listed(viewer: Viewer, query: OrganizationExportQuery): ListQuery<OrganizationRow> {
  const wanted = [visibleOrganizations(viewer)];
  if (query.name) wanted.push(holds(sql`o.name_folded`, query.name));
  if (query.city) wanted.push(holds(sql`folded(o.city)`, query.city));
  if (query.country) wanted.push(sql<boolean>`o.country = ${query.country.toUpperCase()}`);
  if (query.account_id) wanted.push(sql<boolean>`o.account_id = ${query.account_id}`);
  if (query.id) wanted.push(sql<boolean>`o.id = any(${query.id})`);
  const sort = query.sort.length > 0 ? query.sort : ['name:asc'];
  return {
    from: sql`organization o`,
    id: sql`o.id`,
    where: allOf(wanted),
    order: orderBy(sort, SORT_COLUMNS, sql`o.id`),
    columns: ROW,
    joins: ACCOUNT,
    row: (row) => row,
    few: viewer.scope === 'account' && !query.name && !query.city,
  };
}

/** One page of the organizations a viewer may see. */
export function listOrganizations(
  viewer: Viewer,
  db: Db,
  query: OrganizationListQuery,
): Promise<ListOf<OrganizationRow>> {
  return listPage(db, query, listed(viewer, query));
}

/** All of them that match, in batches. */
export function everyOrganization(
  viewer: Viewer,
  db: Db,
  query: OrganizationExportQuery,
): AsyncGenerator<OrganizationRow[]> {
  return everyRow(db, listed(viewer, query));
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
    await sql<Selected>`${PREPARED} select ${whole(viewer)} from organization o ${ACCOUNT} where o.id = ${id} and ${visibleOrganizations(viewer)} ${lock ? sql`for update of o` : sql``}`.execute(
      db,
    );
  const row = rows[0];
  if (!row) throw notFound();
  return { ...row, updated_at: storedDateTime(row.updated_at), abilities: organizationAbilities(viewer) };
}

/** The account a new organization goes to: the one named, else the viewer's own. Throws 404 under `account_id`. */
async function accountFor(viewer: Viewer, tx: Db, named: string | undefined): Promise<string> {
  const wanted = named ?? viewer.primaryAccountId;
  if (wanted === null) throw fieldProblem('account_id', { status: 'REQUIRED' });
  const { rows } = await sql<{
    id: string;
  }>`select a.id from account a where a.id = ${wanted} and a.deleted_at is null and ${visibleAccounts(viewer)} for share`.execute(
    tx,
  );
  if (!rows[0]) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
  return rows[0].id;
}

/** Throws 404 under `account_id` for an account the viewer may not see. */
export async function createOrganization(
  viewer: Viewer,
  tx: Db,
  { account_id, ...fields }: Create,
  now: Date,
): Promise<Organization> {
  const id = newId();
  const account = await accountFor(viewer, tx, account_id);
  await tx
    .insertInto('organization')
    .values({ ...fields, id, account_id: account, created_at: now, updated_at: now, updated_by: viewer.userId })
    .execute();
  return readOrganization(viewer, tx, id);
}

/**
 * Saves what is given and keeps the rest. Answers before and after. Throws 404, and CHANGED_MEANWHILE for another
 * version than the present one.
 */
export async function updateOrganization(
  viewer: Viewer,
  tx: Db,
  id: string,
  fields: Edit,
  version: number | undefined,
  now: Date,
): Promise<{ before: Organization; after: Organization }> {
  const before = await readOrganization(viewer, tx, id, { lock: true });
  requireVersion(before, version);
  if (isStored(before, fields)) return { before, after: before };
  await tx
    .updateTable('organization')
    .set({ ...fields, version: before.version + 1, updated_at: now, updated_by: viewer.userId })
    .where('id', '=', id)
    .execute();
  return { before, after: await readOrganization(viewer, tx, id) };
}

/** Deletes it with its contacts. Answers what it was. Throws 404. */
export async function deleteOrganization(viewer: Viewer, tx: Db, id: string): Promise<Organization> {
  const before = await readOrganization(viewer, tx, id, { lock: true });
  await tx.deleteFrom('organization').where('id', '=', id).execute();
  return before;
}
