import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import {
  answeredReason,
  dateTime,
  filledLine,
  id,
  idOrNone,
  ONE_ACCOUNT,
  readVersion,
  refuse,
  ruled,
  someOf,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { listOf, paging } from '../paging.ts';
import { createSchema, editSchema, filterShape, recordSchema } from '../record-schemas.ts';
import {
  CLIENT_AUTHENTICATIONS,
  CLIENT_SCOPES,
  GRANT_TYPES,
  OAUTH_CLIENT,
  OAUTH_CLIENT_FILTERS,
  OAUTH_CLIENT_SORT,
} from './oauth-client-record.ts';
import { whyNotJwks, whyNotJwksUri, whyNotRedirectUris } from './oauth-client-rules.ts';

const redirectUris = z
  .array(z.string())
  .max(100)
  .transform((all) => [...new Set(all)])
  .superRefine((all, context) => {
    const reason = whyNotRedirectUris(all);
    if (reason) refuse(context, reason);
  })
  .meta({
    wire: {
      type: 'array',
      items: { type: 'string', format: 'uri' },
      maxItems: LIMITS.redirectUrisMax,
      description:
        'Where people are led back to, compared letter by letter: absolute, https (http for localhost, 127.0.0.1 and ' +
        '[::1] alone), ASCII, without fragment, credentials or placeholders.',
    },
  });

const chosen = {
  authentication: z
    .enum(CLIENT_AUTHENTICATIONS)
    .optional()
    .describe('How the client proves who it is; `none` is a public client, with PKCE alone. New: client_secret.'),
  grant_types: someOf(GRANT_TYPES)
    .optional()
    .describe('How it comes by tokens; refresh_token goes with authorization_code. New: client_credentials.'),
  redirect_uris: redirectUris.optional(),
  scopes: someOf(CLIENT_SCOPES)
    .optional()
    .describe('Permissions by their names, of those that the caller holds, and openid, profile, email. New: none.'),
  jwks: ruled(whyNotJwks, {
    maxLength: LIMITS.jwksMax,
    description: 'A JWK Set (RFC 7517) of public keys as JSON text, for private_key_jwt.',
  })
    .nullable()
    .optional(),
  jwks_uri: ruled(whyNotJwksUri, {
    format: 'uri',
    maxLength: LIMITS.urlMax,
    description: 'The https address of its JWK Set, instead of jwks.',
  })
    .nullable()
    .optional(),
};
export const oauthClientEdit = editSchema(OAUTH_CLIENT).extend(chosen).meta({ shape: 'OauthClientInput' });
/** What a form checks before it makes a client. */
export const oauthClientCreate = createSchema(OAUTH_CLIENT).extend(chosen);
const create = oauthClientCreate
  .extend({
    name: filledLine(LIMITS.oauthClientNameMax).optional().describe('Without it the client gets a name.'),
    accountId: idOrNone.describe('Whose client it will be; without it the caller’s first account.'),
  })
  .meta({ shape: 'NewOauthClientInput' });

const clientSecretFacts = z
  .object({
    last_four: z.string(),
    created_at: dateTime,
    expires_at: dateTime.nullable().describe('Null for the current one; the former one is good until then.'),
  })
  .meta({ shape: 'OauthClientSecret' });

const whyNot = answeredReason.nullable();
const oauthClient = recordSchema(OAUTH_CLIENT)
  .extend({
    accountId: id,
    clientId: z.string().describe('What the client calls itself by.'),
    status: z.enum(['ENABLED', 'DISABLED']),
    createdDate: dateTime,
    dtaClient: z.boolean().describe('One that the platform made for its own devices: only its status is changed.'),
    account_name: z.string(),
    authentication: z.enum(CLIENT_AUTHENTICATIONS),
    grant_types: z.array(z.enum(GRANT_TYPES)),
    scopes: z.array(z.enum(CLIENT_SCOPES)),
    signing_clients: z.number().int().describe('Signing clients of accounts whose provider it is.'),
    secrets: z.array(clientSecretFacts).describe('Those that are good, the current one first.'),
    updated_by_name: z.string().nullable(),
    why_not: z
      .object({ edit: whyNot, regenerate: whyNot, enable: whyNot, disable: whyNot, delete: whyNot })
      .meta({ shape: 'OauthClientWhyNot' }),
  })
  .meta({ shape: 'OauthClient' });
export type OauthClient = z.output<typeof oauthClient>;

/** What the record of an account says of its clients. */
export const accountOauthClient = z
  .object({
    id,
    name: z.string(),
    status: z.enum(['ENABLED', 'DISABLED']),
    createdDate: dateTime,
    clientId: z.string(),
    accountId: id,
    dtaClient: z.boolean(),
  })
  .meta({ shape: 'AccountOauthClient' });

const newClient = oauthClient
  .extend({
    client_secret: z
      .string()
      .nullable()
      .describe('The secret. It is answered this once, and kept nowhere. Null where the client has none.'),
  })
  .meta({ shape: 'NewOauthClient' });
const newSecret = z
  .object({
    client_secret: z.string().describe('The new secret. It is answered this once, and kept nowhere.'),
    secrets: z.array(clientSecretFacts),
  })
  .meta({ shape: 'NewOauthClientSecret' });

const clients = listOf(oauthClient).meta({ shape: 'OauthClients' });
const query = z.strictObject({ ...paging(OAUTH_CLIENT_SORT), ...filterShape(OAUTH_CLIENT_FILTERS) });
export type OauthClientQuery = z.output<typeof query>;

const ONE = z.strictObject({ id: id.describe('Names the OAuth client.') });
const { view, viewOfPlatform, manage, switch: switches } = ACCESS.oauthClients;
const CREATE = { action: 'CREATE', resource: 'OAUTH_CLIENT' } as const;
const UPDATE = { action: 'UPDATE', resource: 'OAUTH_CLIENT' } as const;
const GIVEN = ['ABOVE_OWN_RIGHTS', 'OAUTH_SCOPE_BEYOND_ACCOUNT', 'OAUTH_CLIENT_NAME_EXISTS'] as const;
const UNFIT = ['OAUTH_SCOPE_WITHOUT_PERSON', 'OAUTH_PUBLIC_CLIENT_ALONE', 'OAUTH_REFRESH_WITHOUT_CODE'] as const;
const VALUES = [...GIVEN, ...UNFIT, 'JWKS_NEEDED', 'JWKS_TWICE', 'JWKS_UNUSED'] as const;

export const oauthClients = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/oauth/clients',
    summary: 'The OAuth clients of the platform itself. Default sort: name ascending.',
    access: viewOfPlatform,
    query,
    success: 200,
    response: clients,
  }),
  listOfAccount: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/oauth/clients/account/{id}',
    summary: 'The OAuth clients of an account. Default sort: name ascending.',
    access: view,
    params: ONE_ACCOUNT,
    query,
    success: 200,
    response: clients,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/oauth/client',
    summary: 'Makes an OAuth client, and its secret, which is answered here and never again.',
    access: manage,
    reauthenticate: true,
    audit: CREATE,
    body: create,
    success: 201,
    response: newClient,
    problems: ['NOT_FOUND', 'OAUTH_CLIENT_LIMIT', ...VALUES],
  }),
  createOfAccount: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/oauth/client/{id}',
    summary: 'Makes an OAuth client of an account without any body: with a name of its own, for client credentials.',
    access: manage,
    reauthenticate: true,
    audit: CREATE,
    params: ONE_ACCOUNT,
    success: 201,
    response: newClient,
    problems: ['OAUTH_CLIENT_LIMIT'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/oauth/client/{id}',
    summary: 'One OAuth client, without its secret.',
    access: view,
    params: ONE,
    success: 200,
    response: oauthClient,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/oauth/client/{id}',
    summary:
      'Edits an OAuth client; optional fields that are left out stay. With the version that was read, a save after ' +
      'somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    query: readVersion,
    body: oauthClientEdit,
    success: 204,
    problems: ['CHANGED_MEANWHILE', 'OAUTH_CLIENT_DISABLED', 'OAUTH_CLIENT_OF_DTA', ...VALUES],
  }),
  status: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/oauth/client/{id}/status',
    summary: 'Enables or disables an OAuth client. Disabled, it and the tokens it was given are refused at once.',
    access: switches,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    body: z.strictObject({ enabled: z.boolean() }),
    success: 204,
    problems: ['ABOVE_OWN_RIGHTS'],
  }),
  regenerate: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/oauth/client/{id}/secret',
    summary:
      'Makes a new secret, which is answered here and never again. The former one ends, at once unless said. With ' +
      'the version that was read, a new secret after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE,
    query: readVersion,
    body: z.strictObject({
      keep_days: z
        .number()
        .int()
        .min(0)
        .max(LIMITS.secretRotationDaysMax)
        .default(0)
        .describe('For so many days the former secret stays good beside the new one.'),
      drop_current: z
        .boolean()
        .default(false)
        .describe(
          'The current secret ends at once, and the one before it stays good as long as it would have: for a secret ' +
            'whose text was lost on its way. keep_days says nothing then.',
        ),
    }),
    success: 200,
    response: newSecret,
    problems: ['ABOVE_OWN_RIGHTS', 'CHANGED_MEANWHILE', 'OAUTH_CLIENT_WITHOUT_SECRET', 'OAUTH_CLIENT_OF_DTA'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/oauth/client/{id}',
    summary: 'Deletes an OAuth client: it and the tokens it was given are refused at once.',
    access: switches,
    reauthenticate: true,
    audit: { action: 'DELETE', resource: 'OAUTH_CLIENT' },
    params: ONE,
    success: 204,
    problems: ['OAUTH_CLIENT_OF_DTA', 'OAUTH_CLIENT_IN_USE'],
  }),
};
