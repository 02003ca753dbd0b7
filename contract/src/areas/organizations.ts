import { z } from 'zod';
import { id, idOrNone, readVersion } from '../fields.ts';
import { ACCESS, allows } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { listOf, paging } from '../paging.ts';
import { createSchema, editSchema, listQueries, recordSchema, rowSchema } from '../record-schemas.ts';
import type { RuleViewer } from '../viewer.ts';
import { organizationsBulk } from './organizations-bulk.ts';
import {
  CONTACT,
  CONTACT_SORT,
  ORGANIZATION,
  ORGANIZATION_FILTERS,
  ORGANIZATION_ROW,
  ORGANIZATION_SORT,
} from './organization-record.ts';

export const organizationEdit = editSchema(ORGANIZATION);
export const organizationCreate = createSchema(ORGANIZATION).extend({ account_id: idOrNone });
export const contactCreate = createSchema(CONTACT).meta({ shape: 'ContactInput' });
export const contactEdit = editSchema(CONTACT).meta({ shape: 'ContactInput' });

/** What the viewer may do to what is shown; the same predicate refuses on the server. */
const abilities = z.object({ edit: z.boolean(), delete: z.boolean() }).meta({ shape: 'Abilities' });
export type OrganizationAbilities = z.output<typeof abilities>;

/** May a viewer who sees organizations change them? (S-230) */
export function organizationAbilities(viewer: RuleViewer): OrganizationAbilities {
  const manages = allows(ACCESS.organizations.manage, viewer);
  return { edit: manages, delete: manages };
}

/** Who saved it last, beside the version and when; null for nobody that is known. */
const lastSave = { updated_by_name: z.string().nullable() };
const account = { account_name: z.string() };
const organizationRow = rowSchema(ORGANIZATION, ORGANIZATION_ROW).extend(account).meta({ shape: 'OrganizationRow' });
export type OrganizationRow = z.output<typeof organizationRow>;
export const organization = recordSchema(ORGANIZATION)
  .extend({ ...account, ...lastSave, abilities })
  .meta({ shape: 'Organization' });
export type Organization = z.output<typeof organization>;
const contact = recordSchema(CONTACT).extend(lastSave).meta({ shape: 'Contact' });
export type Contact = z.output<typeof contact>;

const queries = listQueries(ORGANIZATION_SORT, ORGANIZATION_FILTERS);
export type OrganizationListQuery = z.output<typeof queries.list>;
export type OrganizationExportQuery = Omit<z.output<typeof queries.export>, 'locale'>;

const organizationId = id.describe('Names the organization.');
const ONE = z.strictObject({ id: organizationId });
const ONE_CONTACT = z.strictObject({ id: organizationId, cid: id.describe('Names the contact.') });

export const organizations = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/organization',
    summary:
      'Organizations of the accounts the viewer may see, by filter, sort and page. Default sort: name ascending.',
    access: ACCESS.organizations.view,
    query: queries.list,
    success: 200,
    response: listOf(organizationRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/organization/export',
    summary:
      'Every matching organization as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.organizations.view,
    query: queries.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/organization',
    summary:
      "Creates an organization, in the viewer's primary account unless another one that the viewer may see is named.",
    access: ACCESS.organizations.manage,
    audit: { action: 'CREATE', resource: 'ORGANIZATION' },
    body: organizationCreate,
    success: 201,
    response: organization,
    problems: ['NOT_FOUND'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/organization/{id}',
    summary: 'One organization.',
    access: ACCESS.organizations.view,
    params: ONE,
    success: 200,
    response: organization,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/organization/{id}',
    summary:
      'Edits an organization; optional fields that are left out stay. With the version that was read, a save after ' +
      'somebody else’s is refused with CHANGED_MEANWHILE.',
    access: ACCESS.organizations.manage,
    audit: { action: 'UPDATE', resource: 'ORGANIZATION' },
    params: ONE,
    query: readVersion,
    body: organizationEdit,
    success: 200,
    response: organization,
    problems: ['CHANGED_MEANWHILE'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/organization/{id}',
    summary: 'Deletes an organization with its contacts.',
    access: ACCESS.organizations.manage,
    audit: { action: 'DELETE', resource: 'ORGANIZATION' },
    params: ONE,
    success: 204,
  }),
  listContacts: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/organization/{id}/contact',
    summary: 'The contacts of an organization, by last name.',
    access: ACCESS.organizations.view,
    params: ONE,
    query: z.strictObject(paging(CONTACT_SORT)),
    success: 200,
    response: listOf(contact),
  }),
  createContact: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/organization/{id}/contact',
    summary: 'Adds a contact to an organization.',
    access: ACCESS.organizations.manage,
    audit: { action: 'CREATE', resource: 'CONTACT' },
    params: ONE,
    body: contactCreate,
    success: 201,
    response: contact,
  }),
  readContact: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/organization/{id}/contact/{cid}',
    summary: 'One contact of an organization.',
    access: ACCESS.organizations.view,
    params: ONE_CONTACT,
    success: 200,
    response: contact,
  }),
  updateContact: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/organization/{id}/contact/{cid}',
    summary:
      'Edits a contact; optional fields that are left out stay. With the version that was read, a save after ' +
      'somebody else’s is refused with CHANGED_MEANWHILE.',
    access: ACCESS.organizations.manage,
    audit: { action: 'UPDATE', resource: 'CONTACT' },
    params: ONE_CONTACT,
    query: readVersion,
    body: contactEdit,
    success: 200,
    response: contact,
    problems: ['CHANGED_MEANWHILE'],
  }),
  removeContact: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/organization/{id}/contact/{cid}',
    summary: 'Deletes a contact.',
    access: ACCESS.organizations.manage,
    audit: { action: 'DELETE', resource: 'CONTACT' },
    params: ONE_CONTACT,
    success: 204,
  }),
  ...organizationsBulk,
};
