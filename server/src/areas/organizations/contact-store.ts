import { CONTACT } from '@signet/contract/areas/organization-record';
import type { Contact, contactCreate, contactEdit, organizations } from '@signet/contract/areas/organizations';
import type { QueryOf } from '@signet/contract/endpoint';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { orderBy } from '../../db/list-order.ts';
import { listPage } from '../../db/list.ts';
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
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { visibleOrganizations } from '../../sight.ts';

type Create = z.output<typeof contactCreate>;
type Edit = z.output<typeof contactEdit>;
type SelectedContact = Selected<typeof CONTACT, MemberName<typeof CONTACT>> & Pick<Contact, 'updated_by_name'>;
/** A contact and the organization that it must belong to: contacts of one never show under another (S-122). */
export type ContactPlace = { id: string; cid: string };
/** A contact, and the account that it concerns. */
type ContactOf = Contact & { account_id: string };

const recordFields = (viewer: Viewer) =>
  sql`${selected('c', memberNames(CONTACT))}, ${savedByName(viewer, 'c')} as updated_by_name`;

const visible = (viewer: Viewer, organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`c.organization_id = ${organizationId} and exists (
    select from organization o where o.id = c.organization_id and ${visibleOrganizations(viewer)})`;

/** Throws 404 unless the viewer may see the organization; keeps it from being deleted until the transaction ends. */
async function requireOrganization(viewer: Viewer, db: Db, id: string): Promise<void> {
  const { rows } = await sql`select from organization o
    where o.id = ${id} and ${visibleOrganizations(viewer)} for key share`.execute(db);
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
  const direction = query.sort[0] === 'name:desc' ? 'desc' : 'asc';
  const names = { last: sql`c.last_name collate "und-x-icu"`, first: sql`c.first_name collate "und-x-icu"` };
  return listPage<SelectedContact, Contact>(db, query, {
    from: sql`contact c`,
    id: sql`c.id`,
    where: visible(viewer, organizationId),
    order: orderBy([`last:${direction}`, `first:${direction}`], names, sql`c.id`),
    columns: recordFields(viewer),
    row: answered,
  });
}

/** One contact of an organization; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readContact(
  viewer: Viewer,
  db: Db,
  { id, cid }: ContactPlace,
  { lock = false } = {},
): Promise<ContactOf> {
  const { rows } = await sql<SelectedContact & { account_id: string }>`${PREPARED}
    select ${recordFields(viewer)}, o.account_id from contact c join organization o on o.id = c.organization_id
    where c.id = ${cid} and c.organization_id = ${id} and ${visibleOrganizations(viewer)}
      ${lock ? sql`for update of c` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return answered(rows[0]);
}

const KIND: RecordKind<'contact', ContactPlace, ContactOf> = {
  table: 'contact',
  columns: CONTACT,
  read: readContact,
  name: (one) => `${one.first_name} ${one.last_name}`,
  account: (one) => one.account_id,
};

/** Throws 404 for an organization that the viewer may not see. */
export async function createContact(
  viewer: Viewer,
  tx: Db,
  organizationId: string,
  values: Create,
  now: Date,
): Promise<Created<Contact>> {
  await requireOrganization(viewer, tx, organizationId);
  const cid = newId();
  const key = { id: organizationId, cid };
  return createRecord(KIND, viewer, tx, { id: cid, key, values: { ...values, organization_id: organizationId }, now });
}

/**
 * Saves what is given and keeps the rest. Throws 404, and CHANGED_MEANWHILE for another version than the present one.
 */
export const updateContact = (
  viewer: Viewer,
  tx: Db,
  place: ContactPlace,
  values: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<Contact>> => changeRecord(KIND, viewer, tx, place, { now, version, set: () => values });

/** Throws 404. */
export const deleteContact = (viewer: Viewer, tx: Db, place: ContactPlace, now: Date): Promise<Deleted<Contact>> =>
  deleteRecord(KIND, viewer, tx, place, { now });
