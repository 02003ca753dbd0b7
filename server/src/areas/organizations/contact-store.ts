import {
  CONTACT_FIELDS,
  type Contact,
  type contactCreate,
  type contactEdit,
  type organizations,
} from '@signet/contract/areas/organizations';
import { storedDateTime } from '@signet/contract/dates';
import type { QueryOf } from '@signet/contract/endpoint';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { allOf, listPage, orderBy } from '../../db/list.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { isStored, requireVersion, savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { visibleOrganizations } from '../../sight.ts';

type Create = z.output<typeof contactCreate>;
type Edit = z.output<typeof contactEdit>;
type Selected = Omit<Contact, 'updated_at'> & { updated_at: Date };
/** A contact and the organization that it must belong to: contacts of one never show under another (S-122). */
export type ContactPlace = { id: string; cid: string };

const columns = (viewer: Viewer) =>
  sql`c.id, c.organization_id, ${sql.join(CONTACT_FIELDS.map((field) => sql.ref(`c.${field}`)))}, c.version, c.updated_at, ${savedByName(viewer, 'c')} as updated_by_name`;
const shown = (row: Selected): Contact => ({ ...row, updated_at: storedDateTime(row.updated_at) });

const visible = (viewer: Viewer, organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`c.organization_id = ${organizationId} and exists (select from organization o where o.id = c.organization_id and ${visibleOrganizations(viewer)})`;

/** Throws 404 unless the viewer may see the organization; keeps it from being deleted until the transaction ends. */
async function requireOrganization(viewer: Viewer, db: Db, id: string): Promise<void> {
  const { rows } =
    await sql`select from organization o where o.id = ${id} and ${visibleOrganizations(viewer)} for key share`.execute(
      db,
    );
  if (rows.length === 0) throw notFound();
}

/** One page of the contacts of an organization. Throws 404. */
export async function listContacts(
  viewer: Viewer,
  db: Db,
  organizationId: string,
  query: QueryOf<typeof organizations.listContacts>,
): Promise<ListOf<Contact>> {
  await requireOrganization(viewer, db, organizationId);
  const downwards = query.sort.at(-1) === 'name:desc';
  const names = { last: sql`c.last_name collate "und-x-icu"`, first: sql`c.first_name collate "und-x-icu"` };
  const order = orderBy(
    ['last', 'first'].map((name) => `${name}:${downwards ? 'desc' : 'asc'}`),
    names,
    sql`c.id`,
  );
  return listPage<Selected, Contact>(db, query, {
    from: sql`contact c`,
    id: sql`c.id`,
    where: allOf([visible(viewer, organizationId)]),
    order,
    columns: columns(viewer),
    row: shown,
  });
}

/** One contact of an organization; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readContact(
  viewer: Viewer,
  db: Db,
  { id, cid }: ContactPlace,
  { lock = false } = {},
): Promise<Contact> {
  const { rows } =
    await sql<Selected>`${PREPARED} select ${columns(viewer)} from contact c where c.id = ${cid} and ${visible(viewer, id)} ${lock ? sql`for update of c` : sql``}`.execute(
      db,
    );
  if (!rows[0]) throw notFound();
  return shown(rows[0]);
}

/** Throws 404 for an organization that the viewer may not see. */
export async function createContact(
  viewer: Viewer,
  tx: Db,
  organizationId: string,
  fields: Create,
  now: Date,
): Promise<Contact> {
  await requireOrganization(viewer, tx, organizationId);
  const cid = newId();
  await tx
    .insertInto('contact')
    .values({
      ...fields,
      id: cid,
      organization_id: organizationId,
      created_at: now,
      updated_at: now,
      updated_by: viewer.userId,
    })
    .execute();
  return readContact(viewer, tx, { id: organizationId, cid });
}

/**
 * Saves what is given and keeps the rest. Throws 404, and CHANGED_MEANWHILE for another version than the present one.
 */
export async function updateContact(
  viewer: Viewer,
  tx: Db,
  place: ContactPlace,
  fields: Edit,
  version: number | undefined,
  now: Date,
): Promise<{ before: Contact; after: Contact }> {
  const before = await readContact(viewer, tx, place, { lock: true });
  requireVersion(before, version);
  if (isStored(before, fields)) return { before, after: before };
  await tx
    .updateTable('contact')
    .set({ ...fields, version: before.version + 1, updated_at: now, updated_by: viewer.userId })
    .where('id', '=', place.cid)
    .execute();
  return { before, after: await readContact(viewer, tx, place) };
}

/** Answers what it was. Throws 404. */
export async function deleteContact(viewer: Viewer, tx: Db, place: ContactPlace): Promise<Contact> {
  const before = await readContact(viewer, tx, place, { lock: true });
  await tx.deleteFrom('contact').where('id', '=', place.cid).execute();
  return before;
}
