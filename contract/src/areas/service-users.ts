/** Service users: programs that call by API token or client certificate, and never sign in (S-309). */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, dateTime, id, idOrNone, ids, namedRecord, readVersion } from '../fields.ts';
import { listOf } from '../paging.ts';
import { createSchema, editSchema, listQueries, recordSchema, rowSchema } from '../record-schemas.ts';
import { heldRole } from './people.ts';
import {
  SERVICE_USER,
  SERVICE_USER_FILTERS,
  SERVICE_USER_ROW,
  SERVICE_USER_SCOPES,
  SERVICE_USER_SORT,
} from './service-user-record.ts';

const shared = {
  primary_account_name: z.string().nullable(),
  roles: z.array(heldRole).describe('Those that the viewer sees.'),
};

/** Why the viewer may not do it to this one; null where they may. */
const whyNot = z
  .object({
    edit: answeredReason.nullable(),
    govern: answeredReason.nullable().describe('Scope, accounts and roles, enabling, disabling, deleting.'),
  })
  .meta({ shape: 'WhyNotServiceUser' });

const serviceUserRow = rowSchema(SERVICE_USER, SERVICE_USER_ROW)
  .extend({ ...shared, why_not: whyNot })
  .meta({ shape: 'ServiceUserRow' });
export type ServiceUserRow = z.output<typeof serviceUserRow>;

export const serviceUser = recordSchema(SERVICE_USER)
  .extend({
    ...shared,
    updated_by_name: z.string().nullable(),
    accounts: z.array(namedRecord).describe('Those that the viewer sees, by name.'),
    permissions: z.array(z.string()).describe('What the roles come to in the scope.'),
    created_at: dateTime,
    why_not: whyNot,
  })
  .meta({ shape: 'ServiceUser' });
export type ServiceUser = z.output<typeof serviceUser>;

const position = {
  primary_account_id: idOrNone.describe(
    'The account that it belongs to first: without one that of the caller, in system scope the platform’s.',
  ),
  account_ids: ids.optional().describe('The others that it belongs to.'),
};
export const serviceUserCreate = createSchema(SERVICE_USER).extend({
  ...position,
  access_scope: z.enum(SERVICE_USER_SCOPES),
  role_ids: ids.default([]),
});
export const serviceUserEdit = editSchema(SERVICE_USER).extend({
  ...position,
  access_scope: z.enum(SERVICE_USER_SCOPES).optional(),
  role_ids: ids.optional().describe('All roles that it is to have of those that the viewer sees.'),
});

const queries = listQueries(SERVICE_USER_SORT, SERVICE_USER_FILTERS);
export type ServiceUserListQuery = z.output<typeof queries.list>;
export type ServiceUserExportQuery = Omit<z.output<typeof queries.export>, 'locale'>;

const ONE = z.strictObject({ id: id.describe('Names the service user.') });
const GOVERN_PROBLEMS = ['SCOPE_NOT_MANAGEABLE', 'ABOVE_OWN_RIGHTS', 'BELONGS_ELSEWHERE', 'YOURSELF'] as const;
const POSITION_PROBLEMS = [
  'NOT_FOUND',
  'MIGRATION_UNCONFIRMED',
  'ROLE_NOT_ASSIGNABLE',
  'ACCOUNT_NOT_OF_SCOPE',
  'LICENSE_USED_UP',
] as const;

export const serviceUsers = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/service-user',
    summary: 'The service users whom the viewer may see, by filter, sort and page. Default sort: name ascending.',
    access: ACCESS.serviceUsers.view,
    query: queries.list,
    success: 200,
    response: listOf(serviceUserRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/service-user/export',
    summary:
      'Every matching service user as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.serviceUsers.view,
    query: queries.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/service-user',
    summary: 'Creates a service user with accounts and roles. Nobody gives it a permission that they do not hold.',
    access: ACCESS.serviceUsers.manage,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'SERVICE_USER' },
    body: serviceUserCreate,
    success: 201,
    response: serviceUser,
    problems: ['SCOPE_NOT_MANAGEABLE', 'ABOVE_OWN_RIGHTS', 'BELONGS_ELSEWHERE', ...POSITION_PROBLEMS],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/service-user/{id}',
    summary: 'One service user.',
    access: ACCESS.serviceUsers.view,
    params: ONE,
    success: 200,
    response: serviceUser,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/service-user/{id}',
    summary:
      'Edits a service user; optional fields that are left out stay. With the version that was read, a save after ' +
      'somebody else’s is refused with CHANGED_MEANWHILE.',
    access: ACCESS.serviceUsers.manage,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'SERVICE_USER' },
    params: ONE,
    query: readVersion,
    body: serviceUserEdit,
    success: 200,
    response: serviceUser,
    problems: ['CHANGED_MEANWHILE', ...GOVERN_PROBLEMS, ...POSITION_PROBLEMS],
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/service-user/{id}/enable',
    summary: 'Enables or disables a service user. Disabled, none of its calls is answered from this moment on.',
    access: ACCESS.serviceUsers.manage,
    audit: { action: 'UPDATE', resource: 'SERVICE_USER' },
    params: ONE,
    body: z.strictObject({ enabled: z.boolean() }),
    success: 200,
    response: serviceUser,
    problems: [...GOVERN_PROBLEMS],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/service-user/{id}',
    summary: 'Deletes a service user: none of its calls is answered from this moment on.',
    access: ACCESS.serviceUsers.manage,
    audit: { action: 'DELETE', resource: 'SERVICE_USER' },
    params: ONE,
    success: 204,
    problems: [...GOVERN_PROBLEMS],
  }),
};
