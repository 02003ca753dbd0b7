/** What an OAuth client is made of, and how the list of an account's clients is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, STAMPS } from '../record.ts';
import { PERMISSIONS } from '../viewer.ts';

/** What every client secret begins with: a scanner of leaked secrets knows it, and tells it from an API token. */
export const CLIENT_SECRET_PREFIX = 'signet_client_';

/**
 * How a client proves who it is, as RFC 7591 and OpenID Connect call it: by its secret, by a signature under its own
 * key, or not at all, as a program that people install and that can keep no secret (then with PKCE alone).
 */
export const CLIENT_AUTHENTICATIONS = ['client_secret', 'private_key_jwt', 'none'] as const;
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number];

/** How a client comes by tokens (RFC 6749); what is not listed is not offered. */
export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** What OpenID Connect adds to permissions: who the person is that has signed in. */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email'] as const;
export type IdentityScope = (typeof IDENTITY_SCOPES)[number];

/** Every scope that a client may ask for: the permissions of the platform by their names, and the identity scopes. */
export const CLIENT_SCOPES = [...IDENTITY_SCOPES, ...PERMISSIONS] as const;
export type ClientScope = (typeof CLIENT_SCOPES)[number];

export const OAUTH_CLIENT = columns({
  id: { type: 'id' },
  /** Answered as the specification spells them: accountId, clientId, status, dtaClient, createdDate. */
  account_id: { type: 'id', audited: true, internal: true },
  client_id: { type: 'text', audited: true, internal: true },
  enabled: {
    type: 'boolean',
    from: 'default',
    audited: true,
    internal: true,
    label: 'oauthClients.status',
    valueTexts: ['oauthClients.disabled', 'oauthClients.enabled'],
  },
  /** Made by the platform for its own devices: people may switch it, and nothing else. */
  dta_client: { type: 'boolean', from: 'default', internal: true },
  name: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.oauthClientNameMax,
    input: 'required',
    label: 'oauthClients.name',
  },
  authentication: {
    type: 'choice',
    of: CLIENT_AUTHENTICATIONS,
    from: 'default',
    input: 'optional',
    label: 'oauthClients.authentication',
    valueTexts: 'oauthClients.authentication',
  },
  /** Public keys of a client that signs: a JWK Set as text, or the address where it is. */
  jwks: { type: 'text', max: LIMITS.jwksMax, nullable: true, input: 'optional', label: 'oauthClients.jwks' },
  jwks_uri: { type: 'text', max: LIMITS.urlMax, nullable: true, input: 'optional', label: 'oauthClients.jwksUri' },
  grant_types: {
    type: 'texts',
    max: 32,
    maxItems: GRANT_TYPES.length,
    from: 'default',
    input: 'optional',
    label: 'oauthClients.grantTypes',
  },
  redirect_uris: {
    type: 'texts',
    max: LIMITS.urlMax,
    maxItems: LIMITS.redirectUrisMax,
    from: 'default',
    input: 'optional',
    label: 'oauthClients.redirectUris',
  },
  scopes: {
    type: 'texts',
    max: 64,
    maxItems: CLIENT_SCOPES.length,
    from: 'default',
    input: 'optional',
    label: 'oauthClients.scopes',
  },
  last_used_at: { type: 'instant', nullable: true, label: 'oauthClients.lastUsed' },
  ...STAMPS,
});

export const OAUTH_CLIENT_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
});
export const OAUTH_CLIENT_SORT = ['name', 'created_at', 'last_used_at'] as const;
