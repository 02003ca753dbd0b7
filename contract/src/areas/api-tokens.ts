import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { plainRange, whyNotAddressRange } from '../address-range.ts';
import { credentialOwner } from '../credential-owner.ts';
import { endpoint } from '../endpoint.ts';
import { answeredDay, id, idOrNone, readVersion } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { listOf, paging } from '../paging.ts';
import { createSchema, editSchema, recordSchema } from '../record-schemas.ts';
import { PERMISSIONS } from '../viewer.ts';
import { API_TOKEN, API_TOKEN_SORT } from './api-token-record.ts';

/** Addresses and ranges, each once, in the shortest spelling. The first that is none is refused. */
const addresses = z
  .array(z.string().max(LIMITS.addressRangeMax))
  .max(LIMITS.tokenAddressesMax)
  .superRefine((all, context) => {
    const reason = all.map(whyNotAddressRange).find((one) => one !== null);
    if (reason) context.addIssue({ code: 'custom', message: reason.status, params: { reason } });
  })
  .transform((all) => [...new Set(all.map(plainRange))])
  .describe('IP addresses and ranges that the token may come from, such as 192.0.2.0/24. None: from anywhere.');

const permissions = z
  .array(z.enum(PERMISSIONS))
  .max(PERMISSIONS.length)
  .superRefine((names, context) => {
    const reason = { status: 'NO_PERMISSION_CHOSEN' };
    if (names.length === 0) context.addIssue({ code: 'custom', message: reason.status, params: { reason } });
  })
  .transform((names) => PERMISSIONS.filter((name) => names.includes(name)))
  .nullable()
  .describe('What the token may do, of what its person may. Null: all of it.');

const chosen = { allowed_addresses: addresses.optional(), permissions: permissions.optional() };
export const apiTokenEdit = editSchema(API_TOKEN).extend(chosen).meta({ shape: 'ApiTokenInput' });
const create = createSchema(API_TOKEN).extend(chosen);
/** What a form checks before it sends a token. */
export const apiTokenCreate = create.meta({ shape: 'ApiTokenInput' });
const createFor = create
  .extend({ user_id: idOrNone.describe('Whose token it will be; without it the caller’s.') })
  .meta({ shape: 'ApiTokenInputFor' });

/** Whose tokens they are, and what the viewer may do with them. */
const owner = credentialOwner
  .extend({
    permissions: z.array(z.enum(PERMISSIONS)).describe('What the person may do: a token can have these.'),
    accounts_end_on: answeredDay.nullable().describe('Its last day of service; null where no account of it ends.'),
  })
  .meta({ shape: 'ApiTokenOwner' });

const apiToken = recordSchema(API_TOKEN)
  .extend({
    permissions: z.array(z.enum(PERMISSIONS)).nullable(),
    created_by_name: z.string().nullable(),
    updated_by_name: z.string().nullable(),
  })
  .meta({ shape: 'ApiToken' });
export type ApiToken = z.output<typeof apiToken>;
const oneToken = apiToken.extend({ owner }).meta({ shape: 'ApiTokenWithOwner' });
export type ApiTokenWithOwner = z.output<typeof oneToken>;
const newToken = oneToken
  .extend({ token: z.string().describe('The text to call with. It is answered this once, and kept nowhere.') })
  .meta({ shape: 'NewApiToken' });
const tokens = listOf(apiToken).extend({ owner }).meta({ shape: 'ApiTokens' });
export type ApiTokenList = z.output<typeof tokens>;

const endingToken = apiToken
  .pick({ id: true, user_id: true, name: true })
  .extend({ end_date: answeredDay, owner_name: z.string(), service_user: z.boolean() })
  .meta({ shape: 'EndingApiToken' });
export type EndingToken = z.output<typeof endingToken>;

const page = paging(API_TOKEN_SORT);
const ofPerson = z.strictObject({
  ...page,
  user_id: idOrNone.describe('Whose tokens; without it the caller’s own.'),
});
const ofServiceUser = z.strictObject(page);
export type ApiTokenQuery = z.output<typeof ofServiceUser>;

const tokenId = id.describe('Names the token.');
const ONE = z.strictObject({ id: tokenId });
const SERVICE_USER = z.strictObject({ id: id.describe('Names the service user.') });
const ONE_OF_SERVICE_USER = SERVICE_USER.extend({ tokenId });

const { view, manage } = ACCESS.apiTokens;
const CREATE = { action: 'CREATE', resource: 'APIKEY' } as const;
const UPDATE = { action: 'UPDATE', resource: 'APIKEY' } as const;
const DELETE = { action: 'DELETE', resource: 'APIKEY' } as const;
const REFUSED = ['SCOPE_NOT_MANAGEABLE', 'ABOVE_OWN_RIGHTS', 'BELONGS_ELSEWHERE'] as const;
const enabled = z.strictObject({ enabled: z.boolean() });

/** Tokens of people, and the same of service users below their own address. */
export const apiTokens = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/api-access-token',
    summary: 'The API tokens of a person, by sort and page. Default sort: name ascending.',
    access: view,
    query: ofPerson,
    success: 200,
    response: tokens,
    problems: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/api-access-token',
    summary: 'Makes an API token. Its text is answered here and never again.',
    access: manage,
    reauthenticate: true,
    audit: CREATE,
    body: createFor,
    success: 201,
    response: newToken,
    problems: ['NOT_FOUND', 'TOKEN_NAME_EXISTS', ...REFUSED],
  }),
  ending: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/api-access-token/ending',
    summary:
      'API tokens that end within days: the caller’s own, and of service users those the caller made, or whose maker ' +
      'is gone from an account that the caller administers.',
    access: view,
    success: 200,
    response: z.object({ items: z.array(endingToken), total: z.number().int() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/api-access-token/{id}/',
    summary: 'One API token, without its text.',
    access: view,
    params: ONE,
    success: 200,
    response: oneToken,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/api-access-token/{id}/',
    summary:
      'Edits an API token; optional fields that are left out stay. With the version that was read, a save after ' +
      'somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    query: readVersion,
    body: apiTokenEdit,
    success: 200,
    response: oneToken,
    problems: ['CHANGED_MEANWHILE', 'TOKEN_NAME_EXISTS', ...REFUSED],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/api-access-token/{id}/',
    summary: 'Deletes an API token: whoever calls with it is refused from the next request on.',
    access: manage,
    reauthenticate: true,
    audit: DELETE,
    params: ONE,
    success: 204,
    problems: REFUSED,
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/api-access-token/{id}/enable',
    summary: 'Enables or disables an API token, which takes effect at its next request.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    body: enabled,
    success: 200,
    response: oneToken,
    problems: REFUSED,
  }),
  listOfServiceUser: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/service-user/{id}/api-access-token',
    summary: 'The API tokens of a service user, by sort and page. Default sort: name ascending.',
    access: view,
    params: SERVICE_USER,
    query: ofServiceUser,
    success: 200,
    response: tokens,
  }),
  createOfServiceUser: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/service-user/{id}/api-access-token',
    summary: 'Makes an API token of a service user. Its text is answered here and never again.',
    access: manage,
    reauthenticate: true,
    audit: CREATE,
    params: SERVICE_USER,
    body: apiTokenCreate,
    success: 201,
    response: newToken,
    problems: ['TOKEN_NAME_EXISTS', ...REFUSED],
  }),
  readOfServiceUser: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/service-user/{id}/api-access-token/{tokenId}/',
    summary: 'One API token of a service user, without its text.',
    access: view,
    params: ONE_OF_SERVICE_USER,
    success: 200,
    response: oneToken,
  }),
  updateOfServiceUser: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/service-user/{id}/api-access-token/{tokenId}/',
    summary:
      'Edits an API token of a service user; optional fields that are left out stay. With the version that was ' +
      'read, a save after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_OF_SERVICE_USER,
    query: readVersion,
    body: apiTokenEdit,
    success: 200,
    response: oneToken,
    problems: ['CHANGED_MEANWHILE', 'TOKEN_NAME_EXISTS', ...REFUSED],
  }),
  removeOfServiceUser: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/service-user/{id}/api-access-token/{tokenId}/',
    summary: 'Deletes an API token of a service user.',
    access: manage,
    reauthenticate: true,
    audit: DELETE,
    params: ONE_OF_SERVICE_USER,
    success: 204,
    problems: REFUSED,
  }),
  enableOfServiceUser: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/service-user/{id}/api-access-token/{tokenId}/enable',
    summary: 'Enables or disables an API token of a service user, which takes effect at its next request.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_OF_SERVICE_USER,
    body: enabled,
    success: 200,
    response: oneToken,
    problems: REFUSED,
  }),
};
