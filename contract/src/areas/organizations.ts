import { z } from 'zod';
import {
  asText,
  country,
  email,
  id,
  idOrNone,
  legalName,
  line,
  personName,
  phone,
  readVersion,
  text,
} from '../fields.ts';
import { ACCESS, allows } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { exporting, listOf, PAGES, paging } from '../paging.ts';
import type { Viewer } from '../viewer.ts';

/** What a person fills in. The account is chosen when the organization is created, and stays. */
const fields = {
  name: legalName,
  address: line(LIMITS.addressMax),
  address2: line(LIMITS.addressMax),
  city: line(LIMITS.cityMax),
  state: line(LIMITS.cityMax),
  zip_code: line(LIMITS.zipCodeMax),
  country,
  phone,
};
export type OrganizationField = keyof typeof fields;
/** In the order of the specification. Store, audit log, export and form are made from this list. */
export const ORGANIZATION_FIELDS = Object.keys(fields) as OrganizationField[];
/** The fields that may not be empty. */
export const REQUIRED_ORGANIZATION_FIELDS: readonly OrganizationField[] = ['name', 'country'];
const mayBeAbsent = { address: true, address2: true, city: true, state: true, zip_code: true, phone: true } as const;

const contactFields = { first_name: personName, last_name: personName, email, phone };
export type ContactField = keyof typeof contactFields;
export const CONTACT_FIELDS = Object.keys(contactFields) as ContactField[];

export const organizationEdit = z.strictObject(fields).partial(mayBeAbsent);
export const organizationCreate = z.strictObject({ ...fields, account_id: idOrNone }).partial(mayBeAbsent);
export const contactCreate = z.strictObject(contactFields).partial({ phone: true });
export const contactEdit = contactCreate;

/** What the viewer may do to what is shown; the same predicate refuses on the server. */
const abilities = z.object({ edit: z.boolean(), delete: z.boolean() });
export type OrganizationAbilities = z.output<typeof abilities>;

/** May a viewer who sees organizations change them? (S-230) */
export function organizationAbilities(viewer: Pick<Viewer, 'scope' | 'permissions'>): OrganizationAbilities {
  const manages = allows(ACCESS.organizations.manage, viewer);
  return { edit: manages, delete: manages };
}

const organizationRow = z.object({ id, account_id: id, account_name: z.string(), ...asText(fields) });
export type OrganizationRow = z.output<typeof organizationRow>;

/** Who saved it last, and when; null for nobody that is known. */
const changed = { version: z.number().int(), updated_at: z.string(), updated_by_name: z.string().nullable() };
export const organization = organizationRow.extend({ ...changed, abilities });
export type Organization = z.output<typeof organization>;

const contact = z.object({ id, organization_id: id, ...asText(contactFields), ...changed });
export type Contact = z.output<typeof contact>;

export const ORGANIZATION_SORT = ['name', 'city', 'country'] as const;
export const CONTACT_SORT = ['name'] as const;

const filters = {
  name: text(LIMITS.nameMax).optional(),
  city: text(LIMITS.cityMax).optional(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
  account_id: idOrNone,
};
const listQuery = z.strictObject({ ...paging(ORGANIZATION_SORT), ...filters });
export type OrganizationListQuery = z.output<typeof listQuery>;
const exportQuery = listQuery.omit(PAGES).extend(exporting);
export type OrganizationExportQuery = Omit<z.output<typeof exportQuery>, 'locale'>;

const ONE = z.strictObject({ id });
const CONTACT = z.strictObject({ id, cid: id });

export const organizations = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/organization',
    summary:
      'Organizations of the accounts the viewer may see, by filter, sort and page. Default sort: name ascending.',
    access: ACCESS.organizations.view,
    query: listQuery,
    success: 200,
    response: listOf(organizationRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/organization/export',
    summary:
      'Every matching organization as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.organizations.view,
    query: exportQuery,
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
      'Edits an organization. With the version that was read, a save after somebody else’s is refused with CHANGED_MEANWHILE.',
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
    params: CONTACT,
    success: 200,
    response: contact,
  }),
  updateContact: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/organization/{id}/contact/{cid}',
    summary:
      'Edits a contact. With the version that was read, a save after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: ACCESS.organizations.manage,
    audit: { action: 'UPDATE', resource: 'CONTACT' },
    params: CONTACT,
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
    params: CONTACT,
    success: 204,
  }),
};
