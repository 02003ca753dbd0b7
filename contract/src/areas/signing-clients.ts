import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, dateTime, id, namedRecord, ONE_ACCOUNT, readVersion } from '../fields.ts';
import { createSchema, recordSchema } from '../record-schemas.ts';
import { SIGNING_CLIENT } from './signing-client-record.ts';

/** What is sent when one is made or edited; on creation the address names the provider. */
export const signingClientInput = createSchema(SIGNING_CLIENT).meta({ shape: 'SigningClientInput' });

const signingClient = recordSchema(SIGNING_CLIENT)
  .extend({
    name: z.string().describe('The name of the provider.'),
    oauthClientId: id.describe('The provider: an OAuth client of the platform.'),
    oauthClientAccountId: z.string().describe('By what the provider knows the account: the service id.'),
    status: z.enum(['ENABLED', 'DISABLED']),
    provider_status: z.enum(['ENABLED', 'DISABLED']),
    createdDate: dateTime,
    account_id: id,
    account_name: z.string(),
    updated_by_name: z.string().nullable(),
    why_not_manage: answeredReason.nullable().describe('Why the viewer may not change it.'),
  })
  .meta({ shape: 'SigningClient' });
export type SigningClient = z.output<typeof signingClient>;

const list = z
  .object({
    items: z.array(signingClient),
    total: z.number().int(),
    providers: z.array(namedRecord).describe('Those that can be chosen: OAuth clients of the platform, enabled.'),
    account_name: z.string(),
    why_not_manage: answeredReason.nullable().describe('Why the viewer may not change or add any.'),
  })
  .meta({ shape: 'SigningClients' });
export type SigningClientList = z.output<typeof list>;

const OF_PROVIDER = ONE_ACCOUNT.extend({ clientId: id.describe('Names the OAuth client of the platform.') });
const ONE = OF_PROVIDER.extend({ configId: id.describe('Names the signing client.') });
const { view, manage } = ACCESS.signingClients;
const REFUSED = ['DSM_LICENSE_REQUIRED'] as const;

export const signingClients = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/oauth/config',
    summary: 'The signing clients of an account by name, and the providers that can be chosen. An account has few.',
    access: view,
    params: ONE_ACCOUNT,
    success: 200,
    response: list,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/oauth/{clientId}/config',
    summary: 'Makes a signing client of an account that has a document-signing license.',
    access: manage,
    audit: { action: 'CREATE', resource: 'OAUTH_CONFIG' },
    params: OF_PROVIDER,
    body: signingClientInput,
    success: 201,
    response: signingClient,
    problems: ['SIGNING_CLIENT_EXISTS', 'SIGNING_CLIENT_LIMIT', ...REFUSED],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/oauth/{clientId}/config/{configId}',
    summary: 'One signing client of an account.',
    access: view,
    params: ONE,
    success: 200,
    response: signingClient,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/oauth/{clientId}/config/{configId}',
    summary:
      'Edits a signing client, enables or disables it; a status that is left out stays. With the version that was ' +
      'read, a save after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    audit: { action: 'UPDATE', resource: 'OAUTH_CONFIG' },
    params: ONE,
    query: readVersion,
    body: signingClientInput,
    success: 204,
    problems: ['CHANGED_MEANWHILE', 'SIGNING_CLIENT_EXISTS', ...REFUSED],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/account/{id}/oauth/{clientId}/config/{configId}',
    summary: 'Deletes a signing client.',
    access: manage,
    audit: { action: 'DELETE', resource: 'OAUTH_CONFIG' },
    params: ONE,
    success: 204,
  }),
};
