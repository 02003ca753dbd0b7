import { z } from 'zod';
import { IN_SESSION } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, namedRecord } from '../fields.ts';
import { PERMISSIONS } from '../viewer.ts';
import { AUTHORIZATION_COOKIE } from './oauth-authorization-names.ts';
import { returnUrl } from './login-transaction.ts';
import { IDENTITY_SCOPES } from './oauth-client-record.ts';

const permissions = z.array(z.enum(PERMISSIONS));

/** What an OAuth client asks its person for. */
const request = z
  .object({
    client: z.object({
      id,
      name: z.string(),
      public: z.boolean().describe('It runs at the person’s and can keep no secret.'),
    }),
    account_name: z.string().nullable().describe('Whose client it is; null for one of the platform.'),
    leads_to: z.string().describe('The host that the browser is led back to.'),
    identity: z.array(z.enum(IDENTITY_SCOPES)),
    permissions: permissions.describe('What it may do for the person, of what the person may.'),
    not_held: permissions.describe('What it asks for and the person may not do: it gets it only once they may.'),
    stays: z.boolean().describe('It may act while the person is away.'),
    agreed: z.boolean().describe('The person has agreed to as much before, and is not asked again.'),
  })
  .meta({ shape: 'OauthRequest' });
export type OauthRequest = z.output<typeof request>;

const consent = z
  .object({
    client: namedRecord,
    account_name: z.string().nullable().describe('Whose client it is; null for one of the platform.'),
    identity: z.array(z.enum(IDENTITY_SCOPES)),
    permissions,
    created_at: dateTime,
    updated_at: dateTime,
    last_used_at: dateTime.nullable().describe('When it last came by or used a token, for whomever.'),
  })
  .meta({ shape: 'OauthConsent' });
export type OauthConsent = z.output<typeof consent>;

const params = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .describe('The request, from the address that the browser was led to.'),
});
const BY_COOKIE = 'Needs the cookie that /oauth/auth has set in the browser, beside the bearer.';
/** The browser that began the request shows itself by a cookie. */
const headers = z.object({
  cookie: z
    .string()
    .max(16_384)
    .optional()
    .describe(
      `Holds the cookie ${AUTHORIZATION_COOKIE} that /oauth/auth has set: without it the call is refused with ` +
        'OAUTH_REQUEST_ENDED.',
    ),
});
const problems = ['OAUTH_REQUEST_ENDED', 'OAUTH_CLIENT_ELSEWHERE'] as const;

export const oauthAuthorization = {
  request: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/oauth-authorization/{id}',
    summary: `What an OAuth client asks the signed-in person for. ${BY_COOKIE}`,
    access: IN_SESSION,
    params,
    headers,
    success: 200,
    response: request,
    problems: [...problems, 'OAUTH_OTHER_PERSON'],
  }),
  allow: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/oauth-authorization/{id}/allow',
    summary:
      'Lets the OAuth client act for the signed-in person, who proves themselves again where they did long ago, ' +
      `unless they have agreed to as much before. ${BY_COOKIE}`,
    access: IN_SESSION,
    audit: { action: 'LOGIN', resource: 'OAUTH_CLIENT' },
    params,
    headers,
    success: 200,
    response: returnUrl,
    problems: [...problems, 'OAUTH_OTHER_PERSON', 'REAUTHENTICATION_REQUIRED'],
  }),
  deny: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/oauth-authorization/{id}/deny',
    summary:
      'Refuses the OAuth client what it asks for. It is answered access_denied, or login_required where it has asked ' +
      `for another person. ${BY_COOKIE}`,
    access: IN_SESSION,
    audit: { none: 'nothing is given to anybody' },
    params,
    headers,
    success: 200,
    response: returnUrl,
    problems: ['OAUTH_REQUEST_ENDED'],
  }),
  consents: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/oauth-consent',
    summary: 'The OAuth clients that the signed-in person lets act for them.',
    access: IN_SESSION,
    success: 200,
    response: z.object({ items: z.array(consent), total: z.number().int() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/oauth-consent/{id}',
    summary: 'Takes back what the signed-in person lets an OAuth client do; its tokens end at once.',
    access: IN_SESSION,
    audit: { action: 'DELETE', resource: 'OAUTH_CONSENT' },
    params: z.strictObject({ id: id.describe('The OAuth client.') }),
    success: 204,
    problems: ['NOT_FOUND'],
  }),
};
