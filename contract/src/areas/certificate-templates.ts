import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import {
  answeredReason,
  COUNTRY_OR_EMPTY,
  id,
  idOrNone,
  idOrNull,
  ONE_ACCOUNT,
  readVersion,
  ruled,
} from '../fields.ts';
import { KEY_TYPES } from '../key-types.ts';
import { listOf, paging } from '../paging.ts';
import { createSchema, editSchema, filterShape, recordSchema } from '../record-schemas.ts';
import { CERT_TYPES, CERTIFICATE_TEMPLATE, TEMPLATE_FILTERS, TEMPLATE_SORT } from './certificate-template-record.ts';
import { whyNotSubjectCountry } from './certificate-template-rules.ts';
import { SEAT_TYPES } from './seat-record.ts';

const chosen = {
  country: ruled(whyNotSubjectCountry, COUNTRY_OR_EMPTY).optional(),
  seat_types: z
    .array(z.enum(SEAT_TYPES))
    .min(1, 'NOTHING_CHOSEN')
    .max(SEAT_TYPES.length)
    .transform((types) => SEAT_TYPES.filter((type) => types.includes(type))),
  profile_id: id.describe('Names the certificate profile.'),
  authority_id: idOrNull
    .optional()
    .describe('Names the authority; null for the one that signs for the account, as for a new one that names none.'),
};

export const templateEdit = editSchema(CERTIFICATE_TEMPLATE).extend(chosen).meta({ shape: 'TemplateInput' });
export const templateCreate = createSchema(CERTIFICATE_TEMPLATE).extend({
  ...chosen,
  account_id: idOrNone.describe('Whose it will be. Without it the viewer’s, in system scope the platform’s.'),
});

const template = recordSchema(CERTIFICATE_TEMPLATE)
  .extend({
    cert_type: z.enum(CERT_TYPES).describe('That of its profile.'),
    account_name: z.string().nullable().describe('Null for those that all accounts may use.'),
    profile_name: z.string(),
    profile_archived: z.boolean().describe('Whether its profile is archived: then nothing is issued by it.'),
    authority_name: z.string().nullable().describe('Null where the authority of the account signs.'),
    key_types: z.array(z.enum(KEY_TYPES)).describe('Kinds of keys that its profile takes.'),
    days: z.number().int().describe('How long its certificates are good, in days.'),
    updated_by_name: z.string().nullable(),
    why_not_manage: answeredReason.nullable().describe('Why the viewer may not change or archive it.'),
  })
  .meta({ shape: 'Template' });
export type TemplateAnswer = z.output<typeof template>;

const templates = listOf(template).meta({ shape: 'Templates' });
const query = z.strictObject({ ...paging(TEMPLATE_SORT), ...filterShape(TEMPLATE_FILTERS) });
export type TemplateListQuery = z.output<typeof query>;
const page = z.strictObject(paging(TEMPLATE_SORT));
export type TemplatePage = z.output<typeof page>;

const ONE = z.strictObject({ id: id.describe('Names the template.') });
const { view, manage } = ACCESS.certificateTemplates;
const UPDATE = { action: 'UPDATE', resource: 'TEMPLATE' } as const;

export const certificateTemplates = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/template',
    summary:
      'Templates for certificates: those for all accounts, and those of accounts that the viewer may see; outside of ' +
      'system scope with the cert_type end_entity alone. Default sort: name ascending.',
    access: view,
    query,
    success: 200,
    response: templates,
  }),
  listOfAccount: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/template',
    summary:
      'The templates that an account may use: those for all accounts and its own, with the cert_type end_entity, ' +
      'none archived.',
    access: view,
    params: ONE_ACCOUNT,
    query: page,
    success: 200,
    response: templates,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/template',
    summary: 'Makes a template.',
    access: manage,
    audit: { action: 'CREATE', resource: 'TEMPLATE' },
    body: templateCreate,
    success: 201,
    response: template,
    problems: [
      'NOT_FOUND',
      'MIGRATION_UNCONFIRMED',
      'TEMPLATE_NAME_EXISTS',
      'OF_THE_PLATFORM',
      'PROFILE_OF_AUTHORITIES',
    ],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/template/{id}',
    summary: 'One template.',
    access: view,
    params: ONE,
    success: 200,
    response: template,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/template/{id}',
    summary:
      'Edits a template, for certificates that are issued from now on; optional fields that are left out stay. ' +
      'With the version that was read, a save after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    audit: UPDATE,
    params: ONE,
    query: readVersion,
    body: templateEdit,
    success: 200,
    response: template,
    problems: ['CHANGED_MEANWHILE', 'NOT_FOUND', 'TEMPLATE_NAME_EXISTS', 'OF_THE_PLATFORM', 'PROFILE_OF_AUTHORITIES'],
  }),
  archive: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/template/{id}/archived',
    summary: 'Archives a template or restores it. Archived, nothing is issued by it any more.',
    access: manage,
    audit: UPDATE,
    params: ONE,
    body: z.strictObject({ archived: z.boolean() }),
    success: 200,
    response: template,
    problems: ['TEMPLATE_NAME_EXISTS', 'OF_THE_PLATFORM'],
  }),
};
