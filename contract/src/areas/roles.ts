import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, id, idOrNone, namedRecord, personName, readVersion } from '../fields.ts';
import { listOf, paging } from '../paging.ts';
import { createSchema, editSchema, listQueries, recordSchema, rowSchema } from '../record-schemas.ts';
import { APP_CODES, PERMISSIONS, SCOPES, type Permission } from '../viewer.ts';
import { ROLE, ROLE_FILTERS, ROLE_ROW, ROLE_SORT, ROLE_USER_SORT } from './role-record.ts';

/** Each permission once, in the order of PERMISSIONS, so that equal roles are equal lists. */
const permissions = z
  .array(z.enum(PERMISSIONS))
  .min(1, 'NO_PERMISSION_CHOSEN')
  .max(PERMISSIONS.length)
  .transform((names): Permission[] => PERMISSIONS.filter((permission) => names.includes(permission)));

export const roleEdit = editSchema(ROLE).extend({ permissions });
export const roleCreate = createSchema(ROLE).extend({
  app_code: z.enum(APP_CODES),
  permissions,
  account_id: idOrNone,
  cloned_from_id: idOrNone,
});

/** What the viewer may do to what is shown; the same predicates refuse on the server. */
const abilities = z
  .object({ edit: z.boolean(), archive: z.boolean(), delete: z.boolean(), clone: z.boolean() })
  .meta({ shape: 'RoleAbilities' });
export type RoleAbilities = z.output<typeof abilities>;
const whyNot = z.object({ edit: answeredReason.nullable(), delete: answeredReason.nullable() });

const answeredPermissions = { permissions: z.array(z.enum(PERMISSIONS)) };
/** `users` are those in sight of the viewer who have the role; where `users_exact` is false there are more. */
const counted = { users: z.number().int(), users_exact: z.boolean() };
const account = { account_name: z.string().nullable() };

const roleRow = rowSchema(ROLE, ROLE_ROW)
  .extend({ ...answeredPermissions, ...account, ...counted, abilities })
  .meta({ shape: 'RoleRow' });
export type RoleRow = z.output<typeof roleRow>;

export const role = recordSchema(ROLE)
  .extend({
    ...answeredPermissions,
    ...account,
    ...counted,
    /** The widest scope of the people it is for; permissions that mean nothing there are not offered. */
    reach: z.enum(SCOPES),
    /** Where the viewer sees it still. */
    cloned_from: namedRecord.nullable(),
    updated_by_name: z.string().nullable(),
    abilities,
    why_not: whyNot,
  })
  .meta({ shape: 'Role' });
export type Role = z.output<typeof role>;

const roleUser = z
  .object({
    id,
    name: z.string(),
    user_name: z.string(),
    access_scope: z.enum(SCOPES),
    service_user: z.boolean(),
    active: z.boolean(),
    account_name: z.string().nullable(),
  })
  .meta({ shape: 'RoleUser' });
export type RoleUser = z.output<typeof roleUser>;

const named = z.object({ id, name: z.string(), service_user: z.boolean() }).meta({ shape: 'RoleHolder' });
/** `total` is everybody, `people` the first of them whom the viewer may see, by name. */
const people = z.object({ total: z.number().int(), people: z.array(named) }).meta({ shape: 'RoleHolders' });
const permissionEffect = z
  .object({
    permission: z.enum(PERMISSIONS),
    effect: z.enum(['gain', 'lose']),
    /** Who gains or loses it. */
    changed: people,
    /** Who has it by another role, before and after. */
    unchanged: people,
    /** Whether the viewer is among those who gain or lose it. */
    own: z.boolean(),
  })
  .meta({ shape: 'PermissionEffect' });
export type PermissionEffect = z.output<typeof permissionEffect>;

const roleEffects = z
  .object({
    holders: z.number().int(),
    /** False where more people have the role than are looked at; the numbers are then at least so many. */
    exact: z.boolean(),
    gaining: z.number().int(),
    losing: z.number().int(),
    items: z.array(permissionEffect),
    /** Why these permissions can’t be saved, whatever they are to whom the viewer sees. */
    why_not: answeredReason.nullable(),
  })
  .meta({ shape: 'RoleEffects' });
export type RoleEffects = z.output<typeof roleEffects>;

const permissionGroup = z
  .object({
    name: z.string(),
    /** Every application's roles may have it. */
    shared: z.boolean(),
    permissions: z.array(z.object({ name: z.enum(PERMISSIONS), why_not: answeredReason.nullable() })),
  })
  .meta({ shape: 'PermissionGroup' });

const queries = listQueries(ROLE_SORT, ROLE_FILTERS);
export type RoleListQuery = z.output<typeof queries.list>;
export type RoleExportQuery = Omit<z.output<typeof queries.export>, 'locale'>;

const ONE = z.strictObject({ id: id.describe('Names the role.') });
const application = z.enum(APP_CODES).describe('The app_code of the application.');
const accountOrNone = idOrNone.describe(
  'Names the account. Without it the viewer’s primary one, in system scope the platform.',
);
const inAccount = z.strictObject({
  account_id: idOrNone.describe('Names the account in whose context the role is asked for: its users are counted.'),
});

export const roles = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/role',
    summary:
      'Roles that the viewer may see: predefined ones and those of their accounts. Archived ones are among them ' +
      'unless the filter leaves them out. Default sort: name ascending.',
    access: ACCESS.roles.view,
    query: queries.list,
    success: 200,
    response: listOf(roleRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/role/export',
    summary: 'Every matching role as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.roles.view,
    query: queries.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  unique: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/role/unique',
    summary: 'Whether a role name is free in an application and an account. Neither case nor archived roles count.',
    access: ACCESS.roles.view,
    query: z.strictObject({
      application_id: application,
      name: personName.describe('The name.'),
      account_id: accountOrNone,
      role_id: idOrNone.describe('The role whose own name does not count.'),
    }),
    success: 200,
    response: z.object({ unique: z.boolean() }),
    problems: ['NOT_FOUND'],
    perMinute: 240,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/role',
    summary:
      'Creates a role of an account: the one named, else the viewer’s primary one, in system scope the platform. ' +
      'Nobody gives it a permission that they do not hold.',
    access: ACCESS.roles.manage,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'ROLE' },
    body: roleCreate,
    success: 201,
    response: role,
    problems: ['NOT_FOUND', 'MIGRATION_UNCONFIRMED', 'ROLE_NAME_EXISTS', 'ABOVE_OWN_RIGHTS', 'PERMISSION_NOT_OFFERED'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/role/{id}',
    summary:
      'One role. In the context of an account it is found where people of that account can have it, and its users ' +
      'are those of the account.',
    access: ACCESS.roles.view,
    params: ONE,
    query: inAccount,
    success: 200,
    response: role,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/role/{id}',
    summary:
      'Edits a role, in force at the next request of everybody who has it; optional fields that are left out stay. ' +
      'Permissions that the viewer does not hold are neither added nor taken away, nor any where people above the ' +
      'viewer’s scope, or of accounts that they do not see, have the role. With the version that was read, a save ' +
      'after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: ACCESS.roles.manage,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'ROLE' },
    params: ONE,
    query: readVersion,
    body: roleEdit,
    success: 200,
    response: role,
    problems: [
      'CHANGED_MEANWHILE',
      'LAST_ADMINISTRATOR',
      'ROLE_PREDEFINED',
      'ROLE_NAME_EXISTS',
      'ROLE_HELD_ELSEWHERE',
      'ABOVE_OWN_RIGHTS',
      'PERMISSION_NOT_OFFERED',
    ],
  }),
  archive: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/role/{id}/archived',
    summary:
      'Archives a role or restores it. Archived, it can no longer be given; who has it keeps it. Its name is free.',
    access: ACCESS.roles.manage,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'ROLE' },
    params: ONE,
    body: z.strictObject({ archived: z.boolean() }),
    success: 200,
    response: role,
    problems: ['ROLE_PREDEFINED', 'ROLE_NAME_EXISTS'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/role/{id}',
    summary: 'Deletes a role that nobody has.',
    access: ACCESS.roles.manage,
    reauthenticate: true,
    audit: { action: 'DELETE', resource: 'ROLE' },
    params: ONE,
    success: 204,
    problems: ['ROLE_PREDEFINED', 'ROLE_IN_USE'],
  }),
  users: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/role/{id}/users',
    summary: 'The people and service users in sight of the viewer who have the role, by name.',
    access: ACCESS.roles.view,
    params: ONE,
    query: z.strictObject({ ...paging(ROLE_USER_SORT), ...inAccount.shape }),
    success: 200,
    response: listOf(roleUser),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/role/{id}/preview',
    summary: 'Who would gain and who would lose which permission, with their other roles in mind. Changes nothing.',
    access: ACCESS.roles.manage,
    audit: { none: 'it only asks' },
    params: ONE,
    body: z.strictObject({ permissions }),
    success: 200,
    response: roleEffects,
    problems: ['ROLE_PREDEFINED'],
  }),
  permissionGroups: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/permissiongroup',
    summary:
      'The permissions that a role of an application and account may hold, in groups, each with the reason why the ' +
      'viewer can’t give it.',
    access: ACCESS.roles.view,
    query: z.strictObject({ application_id: application, account_id: accountOrNone }),
    success: 200,
    response: z.object({ items: z.array(permissionGroup), total: z.number().int() }),
    problems: ['NOT_FOUND'],
  }),
};
