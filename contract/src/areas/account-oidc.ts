/** The OpenID Connect provider of an account: its settings, and whether its people sign in by it. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, ONE_ACCOUNT, readVersion, ruled } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { createSchema, editSchema, recordSchema } from '../record-schemas.ts';
import { plainLine } from '../rules.ts';
import {
  issuerOf,
  OIDC_CONFIG,
  OIDC_SECRET_MAX,
  whyNotClientId,
  whyNotClientSecret,
  whyNotIssuer,
  whyNotScopes,
} from './oidc-config-record.ts';

const rules = {
  issuer: ruled((text) => whyNotIssuer(text), {
    maxLength: LIMITS.urlMax,
    description: 'The address that the provider calls itself by; its discovery document stands below it.',
  }).transform(issuerOf),
  client_id: ruled(whyNotClientId, {
    minLength: 1,
    maxLength: LIMITS.nameMax,
    description: 'Visible ASCII and spaces.',
  }).transform(plainLine),
  scopes: ruled(whyNotScopes, {
    maxLength: LIMITS.nameMax,
    description: 'What the provider is asked for; openid is among it.',
  }).optional(),
};
/** Sent once and answered never; an edit without one keeps the one that is there, for the same issuer and client. */
const secret = ruled(whyNotClientSecret, { maxLength: OIDC_SECRET_MAX });
const enabled = z.boolean().describe('Whether people of the account sign in by it.');
const create = createSchema(OIDC_CONFIG).extend({ ...rules, client_secret: secret, enabled });
const edit = editSchema(OIDC_CONFIG).extend({ ...rules, client_secret: secret.optional(), enabled });
/** What is tried before it is saved: of what is left out that which is kept counts. */
export const oidcTried = edit.omit({ enabled: true }).meta({ shape: 'OidcTried' });
/** What a set-up link may enter: everything but whether people sign in by it. */
export const oidcSetup = create.omit({ enabled: true });
export type OidcTried = z.output<typeof oidcTried>;
export type OidcCreate = z.output<typeof create>;
export type OidcEdit = z.output<typeof edit>;

/** What the provider says of itself. */
const discovery = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    jwks_uri: z.string(),
    userinfo_endpoint: z.string().nullable(),
  })
  .meta({ shape: 'OidcDiscovery' });
export type OidcDiscovery = z.output<typeof discovery>;

const config = recordSchema(OIDC_CONFIG)
  .extend({ updated_by_name: z.string().nullable(), discovered_at: dateTime, discovery })
  .meta({ shape: 'OidcConfig' });
export type OidcConfig = z.output<typeof config>;

const state = z
  .object({
    /** Whether people of the account sign in by it. */
    enabled: z.boolean(),
    /** What the provider is told: the address to which it may send people back. Each account has one of its own. */
    redirect_uri: z.string(),
    config: config.nullable(),
  })
  .meta({ shape: 'OidcSettings' });
export type OidcSettings = z.output<typeof state>;

/** What may be wrong with a provider that is asked. */
export const DISCOVERY_PROBLEMS = [
  'OIDC_UNREACHABLE',
  'OIDC_ADDRESS_FORBIDDEN',
  'OIDC_NO_DISCOVERY',
  'OIDC_OTHER_ISSUER',
  'OIDC_UNSUITABLE',
] as const;

export const accountOidc = {
  readOidc: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/oidc-config',
    summary: 'The OpenID Connect provider of an account, without its secret; config is null where there is none.',
    access: ACCESS.accounts.editSignIn,
    params: ONE_ACCOUNT,
    success: 200,
    response: state,
  }),
  createOidc: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/oidc-config',
    summary: "Sets up an account's OpenID Connect provider, once its discovery could be read.",
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'SSO_OIDC' },
    params: ONE_ACCOUNT,
    body: create,
    asks: true,
    success: 201,
    response: state,
    problems: ['OIDC_CONFIGURED', 'LAST_METHOD', ...DISCOVERY_PROBLEMS],
    perMinute: 30,
  }),
  updateOidc: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/oidc-config',
    summary:
      "Edits an account's OpenID Connect provider, and switches signing in by it on or off; optional fields that " +
      'are left out stay.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'SSO_OIDC' },
    params: ONE_ACCOUNT,
    query: readVersion,
    body: edit,
    asks: true,
    success: 200,
    response: state,
    problems: ['CHANGED_MEANWHILE', 'LAST_METHOD', ...DISCOVERY_PROBLEMS],
    perMinute: 30,
  }),
  removeOidc: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/account/{id}/oidc-config',
    summary: "Forgets an account's OpenID Connect provider, with its secret, and ends signing in by it.",
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: { action: 'DELETE', resource: 'SSO_OIDC' },
    params: ONE_ACCOUNT,
    success: 204,
    problems: ['LAST_METHOD'],
  }),
  checkOidc: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/oidc-config/check',
    summary: 'Asks a provider for its discovery, before anything is saved.',
    access: ACCESS.accounts.editSignIn,
    audit: { none: 'Asking a provider what it says to everybody changes nothing.' },
    params: ONE_ACCOUNT,
    body: z.strictObject({ issuer: rules.issuer }),
    asks: true,
    success: 200,
    response: discovery,
    problems: DISCOVERY_PROBLEMS,
    perMinute: 30,
  }),
};
