/** Set-up links: somebody without a user enters one provider of one account, once. It is switched on by others. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, ONE_ACCOUNT, text, webAddress } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { DISCOVERY_PROBLEMS, oidcSetup } from './account-oidc.ts';
import { METADATA_PROBLEMS, samlAttributeNames, serviceProvider } from './account-saml.ts';
import { SETUP_LINK_STATES, SETUP_PURPOSES } from './sign-in-setup-rules.ts';

const purpose = z.enum(SETUP_PURPOSES);
const link = z
  .object({
    id,
    purpose,
    state: z.enum(SETUP_LINK_STATES),
    made_by_name: z.string().nullable(),
    made_at: dateTime,
    expires_at: dateTime,
    used_at: dateTime.nullable(),
  })
  .meta({ shape: 'SetupLink' });
export type SetupLink = z.output<typeof link>;

/** What a link carries. */
const KEY = { id: id.describe('Names the link.'), secret: text(255).describe('The secret of the link.') };
const setup = z
  .object({
    purpose,
    account_name: z.string(),
    expires_at: dateTime,
    service_provider_config: serviceProvider
      .nullable()
      .describe('What a SAML provider is told; null for OpenID Connect.'),
    redirect_uri: z.string().nullable().describe('What an OpenID Connect provider is told; null for SAML.'),
  })
  .meta({ shape: 'SignInSetup' });
export type SignInSetup = z.output<typeof setup>;

/** Of a new provider; refused with new certificates. */
const attributes = samlAttributeNames.optional();
const USE = { action: 'UPDATE', resource: 'SIGN_IN_SETUP_LINK', onFailure: 'UPDATE' } as const;

export const signInSetup = {
  setupLinks: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/sign-in-setup-link',
    summary: 'Set-up links of an account: the open ones, then the last of the others, the newest first.',
    access: ACCESS.accounts.editSignIn,
    params: ONE_ACCOUNT,
    success: 200,
    response: z.object({ items: z.array(link), total: z.number().int() }),
  }),
  makeSetupLink: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/sign-in-setup-link',
    summary: 'Makes a link by which somebody without a user enters a provider of the account, once, within days.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'SIGN_IN_SETUP_LINK' },
    params: ONE_ACCOUNT,
    body: z.strictObject({ purpose }),
    success: 201,
    response: z.object({ id, expires_at: dateTime, url: z.string().describe('Answered this once.') }),
    problems: ['ACCOUNT_OUT_OF_SERVICE', 'SETUP_LINK_LIMIT', 'SETUP_METHOD_ON', 'SETUP_NO_PROVIDER'],
    perMinute: 10,
  }),
  revokeSetupLink: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/account/{id}/sign-in-setup-link/{linkId}',
    summary: 'Ends a set-up link that is open.',
    access: ACCESS.accounts.editSignIn,
    audit: { action: 'DELETE', resource: 'SIGN_IN_SETUP_LINK' },
    params: ONE_ACCOUNT.extend({ linkId: id.describe('Names the link.') }),
    success: 204,
  }),
  openSetupLink: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/sign-in-setup/open',
    summary: 'What a set-up link is for, and what the provider is told of this platform. Uses nothing up.',
    access: 'public',
    audit: { none: 'Looking at a link changes nothing.' },
    body: z.strictObject(KEY),
    success: 200,
    response: setup,
    problems: ['SETUP_LINK_ENDED'],
    perMinute: 20,
  }),
  setUpSaml: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/sign-in-setup/saml',
    summary:
      'Enters the SAML provider of a set-up link, switched off, or new certificates of the one that is there, which ' +
      'are not believed yet. Uses the link up.',
    access: 'public',
    audit: USE,
    body: z.union([
      z.strictObject({
        ...KEY,
        metadata: z.string().max(LIMITS.samlMetadataMax).describe('The XML of one provider.'),
        attributes,
      }),
      z.strictObject({ ...KEY, metadata_url: webAddress.describe('Where the metadata is read.'), attributes }),
    ]),
    bodyMax: { bytes: 2_000_000, values: 20 },
    asks: true,
    success: 204,
    problems: [
      'SETUP_LINK_ENDED',
      'SETUP_OTHER_PROVIDER',
      'SETUP_NO_NEW_CERTIFICATE',
      ...METADATA_PROBLEMS,
      'METADATA_UNREACHABLE',
      'METADATA_ADDRESS_FORBIDDEN',
      'CERTIFICATE_NEEDED',
      'CERTIFICATE_EXPIRED',
      'CERTIFICATE_WEAK_KEY',
    ],
    perMinute: 10,
  }),
  setUpOidc: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/sign-in-setup/oidc',
    summary: 'Enters the OpenID Connect provider of a set-up link, switched off. Uses the link up.',
    access: 'public',
    audit: USE,
    body: oidcSetup.extend(KEY),
    asks: true,
    success: 204,
    problems: ['SETUP_LINK_ENDED', ...DISCOVERY_PROBLEMS],
    perMinute: 10,
  }),
};
