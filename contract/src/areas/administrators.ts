/** People as those see them who manage them: administrators of every scope, and end users. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import {
  aliases,
  answeredReason,
  dateFormat,
  dateTime,
  id,
  idOrNone,
  ids,
  namedRecord,
  locale,
  phone,
  readVersion,
} from '../fields.ts';
import { listOf } from '../paging.ts';
import { createSchema, editSchema, listQueries, recordSchema, rowSchema } from '../record-schemas.ts';
import { APP_CODES, SCOPES } from '../viewer.ts';
import { administratorSignIn } from './administrator-sign-in.ts';
import { administratorsBulk } from './administrators-bulk.ts';
import { heldRole } from './people.ts';
import {
  ADMINISTRATOR,
  ADMINISTRATOR_FILTERS,
  ADMINISTRATOR_ROW,
  ADMINISTRATOR_SORT,
  PERSON_STATUSES,
} from './administrator-record.ts';

/** Why the viewer may not do it to this person; null where they may. */
const whyNot = z
  .object({
    edit: answeredReason.nullable(),
    govern: answeredReason.nullable().describe('Scope, accounts and roles, switching off, deleting.'),
    help: answeredReason.nullable().describe('Sending the mails by which the person comes in.'),
  })
  .meta({ shape: 'AdministratorWhyNot' });
const shared = {
  name: z.string().describe('First and last name.'),
  primary_account_name: z.string().nullable(),
  status: z.enum(PERSON_STATUSES),
  roles: z.array(heldRole).describe('Those that the viewer sees.'),
  second_factor: z.boolean().describe('Whether the person has set up an app or a key.'),
  why_not: whyNot,
};
const administratorRow = rowSchema(ADMINISTRATOR, ADMINISTRATOR_ROW).extend(shared).meta({ shape: 'AdministratorRow' });
export type AdministratorRow = z.output<typeof administratorRow>;

export const administrator = recordSchema(ADMINISTRATOR)
  .extend({
    ...shared,
    locale,
    updated_by_name: z.string().nullable(),
    accounts: z.array(namedRecord).describe('Those that the viewer sees, by name.'),
    permissions: z.array(z.string()).describe('What the roles come to in the scope.'),
    verified: z.boolean(),
    active: z.boolean(),
    account_open: z
      .boolean()
      .describe('Whether one of the accounts is neither switched off nor over; else no mail lets the person in.'),
    certificate_sign_in: z.boolean().describe('Whether the person’s account lets people sign in with certificates.'),
    single_sign_on: z.boolean().describe('Whether it lets them sign in by single sign-on.'),
    password_sign_in: z.boolean().describe('Whether it lets them sign in with passwords.'),
    has_password: z.boolean(),
    saml_username: z.string().nullable().describe('What the SAML provider of the account calls the person.'),
    oidc_username: z.string().nullable().describe('What its OpenID Connect provider calls the person.'),
    locked_until: dateTime.nullable().describe('Until when too many wrong passwords keep the person out.'),
    locked_where_known: z
      .boolean()
      .describe(
        'Whether that lock holds only in browsers in which the person has signed in before; false without one.',
      ),
    last_sign_in_at: dateTime.nullable(),
    invited_at: dateTime.nullable().describe('When the last invitation was sent; null for who has answered one.'),
    default_app_url: z.string().nullable().describe('Where the person is led after signing in.'),
    created_at: dateTime,
  })
  .meta({ shape: 'Administrator' });
export type Administrator = z.output<typeof administrator>;

const position = {
  access_scope: z.enum(SCOPES).optional(),
  primary_account_id: idOrNone.describe('The account that the person belongs to first.'),
  account_ids: ids.optional().describe('The others that it belongs to.'),
  role_ids: ids.optional().describe('All roles that the person is to have of those that the viewer sees.'),
};
export const administratorCreate = createSchema(ADMINISTRATOR).extend({
  ...position,
  access_scope: z.enum(SCOPES),
  role_ids: ids.default([]),
});
/** `date_format` and `aliases` are the person's own affair: they are taken from the person alone. */
export const administratorEdit = editSchema(ADMINISTRATOR).extend({
  phone,
  date_format: dateFormat.optional(),
  aliases: aliases.optional(),
  active: z.boolean().optional(),
  ...position,
});
export type AdministratorEdit = z.output<typeof administratorEdit>;

const queries = listQueries(ADMINISTRATOR_SORT, ADMINISTRATOR_FILTERS);
export type AdministratorListQuery = z.output<typeof queries.list>;
export type AdministratorExportQuery = Omit<z.output<typeof queries.export>, 'locale'>;

const ONE = z.strictObject({ id: id.describe('Names the person.') });
const POSITION_PROBLEMS = [
  'MIGRATION_UNCONFIRMED',
  'NOT_FOUND',
  'SCOPE_NOT_MANAGEABLE',
  'ABOVE_OWN_RIGHTS',
  'BELONGS_ELSEWHERE',
  'ROLE_NOT_ASSIGNABLE',
  'ACCOUNT_NOT_OF_SCOPE',
  'LICENSE_USED_UP',
] as const;

export const administrators = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user',
    summary: 'The people whom the viewer may see, by filter, sort and page. Default sort: name ascending.',
    access: ACCESS.administrators.view,
    query: queries.list,
    success: 200,
    response: listOf(administratorRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/export',
    summary: 'Every matching person as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.administrators.view,
    query: queries.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/user',
    summary: 'Creates a person with accounts and roles, and mails the invitation.',
    access: ACCESS.administrators.manage,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'USER' },
    body: administratorCreate,
    success: 201,
    response: administrator,
    problems: ['USERNAME_EXISTS', 'DOMAIN_LEADS_ELSEWHERE', 'ACCOUNT_OUT_OF_SERVICE', ...POSITION_PROBLEMS],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/{id}',
    summary: 'One person.',
    access: ACCESS.administrators.view,
    params: ONE,
    success: 200,
    response: administrator,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}',
    summary:
      'Edits the own record, or a person whom the caller manages. What is left out of scope, accounts, roles and ' +
      'the switch stays. With the version that was read, a save after somebody else’s is refused with ' +
      'CHANGED_MEANWHILE. Links that were mailed to an address that is left open nothing any more; whoever was ' +
      'invited there is invited at the new one.',
    access: ACCESS.administrators.edit,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    query: readVersion,
    body: administratorEdit,
    success: 200,
    response: administrator,
    problems: [
      'FORBIDDEN',
      'SESSION_NEEDED',
      'USERNAME_EXISTS',
      'DOMAIN_LEADS_ELSEWHERE',
      'FIELD_LOCKED',
      'YOURSELF',
      'LAST_ADMINISTRATOR',
      'CHANGED_MEANWHILE',
      'TOO_MANY_REQUESTS',
      ...POSITION_PROBLEMS,
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/user/{id}',
    summary: 'Deletes a person: its sessions end, its user name is free again.',
    access: ACCESS.administrators.manage,
    audit: { action: 'DELETE', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: ['SCOPE_NOT_MANAGEABLE', 'ABOVE_OWN_RIGHTS', 'BELONGS_ELSEWHERE', 'YOURSELF', 'LAST_ADMINISTRATOR'],
  }),
  applications: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/{id}/applications',
    summary: 'The applications that a person works with, by the roles that the viewer sees.',
    access: ACCESS.administrators.view,
    params: ONE,
    success: 200,
    response: z.object({
      items: z.array(
        z.object({ app_code: z.enum(APP_CODES), roles: z.array(heldRole), permissions: z.array(z.string()) }),
      ),
      total: z.number().int(),
    }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/user/{id}/preview',
    summary: 'What a person would gain and lose by another scope, other accounts and roles; nothing is changed.',
    access: ACCESS.administrators.manage,
    audit: { none: 'it only asks' },
    params: ONE,
    body: z.strictObject(position),
    success: 200,
    response: z.object({ gains: z.array(z.string()), loses: z.array(z.string()) }),
    problems: [
      'NOT_FOUND',
      'SCOPE_NOT_MANAGEABLE',
      'ABOVE_OWN_RIGHTS',
      'BELONGS_ELSEWHERE',
      'YOURSELF',
      'ROLE_NOT_ASSIGNABLE',
      'ACCOUNT_NOT_OF_SCOPE',
    ],
  }),
  ...administratorSignIn,
  ...administratorsBulk,
};
