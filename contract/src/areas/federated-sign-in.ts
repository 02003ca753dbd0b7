/** Signing in by the identity provider of one's account: there, and back. */
import { z } from 'zod';
import { endpoint, POSTED_FORM } from '../endpoint.ts';
import { ONE_ACCOUNT, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { AT_THE_CALLBACK, returnUrl, state } from './login-transaction.ts';
import { SAML_PROBLEMS } from './saml-names.ts';

/** The ways to sign in, as the log calls them (S-132). */
const BY_OIDC = 'SSO_OIDC';
const BY_SAML = 'SSO_SAML';

const BY_PROVIDER = { action: 'LOGOUT', resource: BY_SAML, onFailure: 'LOGOUT' } as const;
/** Of an address, which is no longer than a server reads. */
const parameter = z.string().max(16_384);
/** Names a sign-in that no tab of ours began. */
export const ticket = text(255).describe('The one-time ticket of a sign-in that an identity provider began.');

export const federatedSignIn = {
  samlLogin: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/login/saml',
    summary:
      'Answers where the SAML identity provider asks the person of the login transaction who they are: of the ' +
      'account to which the name that was entered leads.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_SAML, onFailure: 'LOGIN_ERROR', later: AT_THE_CALLBACK },
    query: z.strictObject({ state }),
    success: 200,
    response: returnUrl,
    leads: 'saml error',
    problems: ['STATE_EXPIRED', 'METHOD_DISABLED', 'SAML_NOT_SET_UP'],
    perMinute: 120,
  }),
  samlCallback: endpoint({
    method: 'POST',
    path: '/imauth/api/v1/callback/saml/{id}',
    summary:
      'Where the SAML identity provider of an account posts its answers (acs_url): answers where the sign-in is ' +
      'completed, in the tab that began, or by a ticket where the provider began. The form has SAMLResponse; ' +
      'RelayState is passed over.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_SAML, onFailure: 'LOGIN_ERROR', later: AT_THE_CALLBACK },
    params: ONE_ACCOUNT,
    takes: { type: POSTED_FORM, most: LIMITS.samlAnswerBytes },
    success: 200,
    response: returnUrl,
    leads: 'saml error',
    problems: [
      ...SAML_PROBLEMS,
      'METHOD_DISABLED',
      'STATE_EXPIRED',
      'USER_DISABLED',
      'ACCOUNT_EXPIRED',
      'PLATFORM_LICENSE_EXPIRED',
    ],
    perMinute: 120,
  }),
  autoLoginForIdpAuth: endpoint({
    method: 'POST',
    path: '/imauth/api/v1/auto-login-for-idp-auth',
    summary:
      'Signs in a person whom the SAML identity provider of their account has authenticated and sent here by itself, ' +
      'by the one-time ticket that its answer led to, once the person has said yes: answers the callback address ' +
      'that completes the session.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_SAML, onFailure: 'LOGIN_ERROR', later: AT_THE_CALLBACK },
    body: z.strictObject({ ticket }),
    success: 200,
    response: returnUrl,
    problems: ['CODE_INVALID', 'METHOD_DISABLED', 'USER_DISABLED', 'ACCOUNT_EXPIRED', 'PLATFORM_LICENSE_EXPIRED'],
    perMinute: 60,
  }),
  samlLogout: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/logout/saml/{id}',
    summary:
      'Where the SAML identity provider of an account leads browsers about logging out (HTTP-Redirect). A signed ' +
      'request ends the sessions that it means, and the address answers the provider; an answer to ours changes ' +
      'nothing.',
    access: 'public',
    audit: BY_PROVIDER,
    params: ONE_ACCOUNT,
    query: z.object({
      SAMLRequest: parameter.optional().describe('A LogoutRequest, deflated and in base64.'),
      SAMLResponse: parameter.optional().describe('A LogoutResponse, deflated and in base64.'),
      RelayState: parameter.optional().describe('Goes back with the answer.'),
      SigAlg: parameter.optional().describe('How the parameters are signed.'),
      Signature: parameter.optional().describe('The signature over the parameters before it.'),
    }),
    success: 200,
    response: returnUrl,
    leads: 'saml logout error',
    problems: SAML_PROBLEMS,
    perMinute: 120,
  }),
  samlLogoutPost: endpoint({
    method: 'POST',
    path: '/imauth/api/v1/logout/saml/{id}',
    summary: 'The same for messages that a page of the provider posts, signed within (HTTP-POST).',
    access: 'public',
    audit: BY_PROVIDER,
    params: ONE_ACCOUNT,
    takes: { type: POSTED_FORM, most: LIMITS.samlAnswerBytes },
    success: 200,
    response: returnUrl,
    leads: 'saml logout error',
    problems: SAML_PROBLEMS,
    perMinute: 120,
  }),
  samlForm: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/form/saml/{code}',
    summary:
      'A page that posts a signed message to the SAML identity provider of an account, where the provider takes such ' +
      'messages in forms alone (HTTP-POST). Other calls lead browsers here.',
    access: 'public',
    params: z.strictObject({ code: text(255).describe('Names the message.') }),
    success: 200,
    posts: true,
    leads: 'saml error',
    problems: ['STATE_EXPIRED'],
    perMinute: 120,
  }),
  samlServiceMetadata: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/saml/{id}',
    summary: 'What SAML providers are told of this platform for an account, at the address of its entity ID.',
    access: 'public',
    params: ONE_ACCOUNT,
    success: 200,
    octets: ['application/samlmetadata+xml'],
    perMinute: 120,
  }),
  oidcLogin: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/login/oidc',
    summary:
      'Answers where the OpenID Connect provider asks the person of the login transaction who they are: of the ' +
      'account to which the name that was entered leads.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_OIDC, onFailure: 'LOGIN_ERROR', later: AT_THE_CALLBACK },
    query: z.strictObject({ state }),
    asks: true,
    success: 200,
    response: returnUrl,
    leads: 'login',
    problems: ['STATE_EXPIRED', 'METHOD_DISABLED', 'OIDC_NOT_SET_UP'],
    perMinute: 120,
  }),
  oidcCallback: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/callback/oidc/{id}',
    summary:
      'Where the OpenID Connect provider of an account sends people back: answers where their sign-in is completed. ' +
      'Other parameters of the provider are passed over.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_OIDC, onFailure: 'LOGIN_ERROR', later: AT_THE_CALLBACK },
    params: ONE_ACCOUNT,
    query: z.object({
      state: text(255).describe('Names the request that the provider answers.'),
      code: text(8192).optional().describe('The authorization code.'),
      iss: text(LIMITS.urlMax).optional().describe('Whose answer it is (RFC 9207).'),
      error: text(255).optional().describe('What went wrong at the provider (RFC 6749, 4.1.2.1).'),
      error_description: text(2048).optional().describe('The same in words.'),
    }),
    asks: true,
    success: 200,
    response: returnUrl,
    leads: 'login',
    problems: [
      'OIDC_NOT_SET_UP',
      'OIDC_PROVIDER_UNAVAILABLE',
      'OIDC_DENIED',
      'OIDC_PROVIDER_ERROR',
      'OIDC_CLIENT_REFUSED',
      'OIDC_CODE_REFUSED',
      'OIDC_WRONG_ISSUER',
      'OIDC_WRONG_AUDIENCE',
      'OIDC_WRONG_NONCE',
      'OIDC_TOKEN_EXPIRED',
      'OIDC_WRONG_SIGNATURE',
      'OIDC_TOKEN_INVALID',
      'OIDC_CLAIM_MISSING',
      'OIDC_NOBODY',
      'METHOD_DISABLED',
      'STATE_EXPIRED',
      'USER_DISABLED',
      'ACCOUNT_EXPIRED',
      'PLATFORM_LICENSE_EXPIRED',
    ],
    perMinute: 120,
  }),
};
