import { z } from 'zod';
import { dateTime, id, locale, text, typedSecret, userName } from '../fields.ts';
import { IN_SESSION, TERMS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { federatedSignIn, ticket } from './federated-sign-in.ts';
import { AT_THE_CALLBACK, returnUrl, state } from './login-transaction.ts';
import { byMailedLink } from './mailed-links.ts';
import { SIGN_IN_METHODS } from './sign-in-method-rules.ts';
import { CLIENT_CERTIFICATE_PROBLEMS } from './sign-in-names.ts';

/** What a sign-in and a refresh deliver. `expires_at` is the access token's end. */
export const tokens = z
  .object({ access_token: z.string(), refresh_token: z.string(), expires_at: dateTime })
  .meta({ shape: 'Tokens' });

/** The ways to sign in, as the log calls them (S-132). */
const BY_PASSWORD = 'BASIC_AUTH';
const BY_CERTIFICATE = 'CLIENT_AUTH_CERT';

export const signIn = {
  loginVerify: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/login/verify',
    summary:
      'First step of the sign-in: the user name opens a login transaction named by state and says which ' +
      'step is next. key is taken and means nothing yet.',
    access: 'public',
    query: z.strictObject({
      username: userName.describe('The user name as typed.'),
      state,
      locale: locale.describe('The language of the sign-in page.'),
      key: text(255).optional().describe('Taken and without meaning yet.'),
    }),
    success: 200,
    response: z.object({
      state: z.string(),
      next: z.enum(['password', 'saml', 'oidc', 'certificate', 'choice']),
      methods: z.array(z.enum(SIGN_IN_METHODS)),
      /** Where a certificate is asked for and the sign-in goes on; null where that is no way. */
      certificate_url: z.string().nullable(),
      /** Where the identity provider of the account is asked, and the sign-in goes on; null where that is no way. */
      saml_url: z.string().nullable(),
      oidc_url: z.string().nullable(),
      expires_at: dateTime,
    }),
    problems: ['username_not_found', 'TOO_MANY_REQUESTS'],
    perMinute: 60,
  }),
  login: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/login',
    summary:
      'Second step: the password. With state it must be the transaction that the user name opened. Where a second ' +
      'factor is asked for, the refusal names the sign-in (`sign_in`) that goes on with it.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_PASSWORD, onFailure: 'LOGIN_ERROR' },
    body: z.strictObject({ user_name: userName, password: typedSecret, state: state.optional() }),
    hashes: true,
    success: 200,
    response: tokens,
    problems: [
      'INVALID_CREDENTIALS',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_SETUP_REQUIRED',
      'METHOD_DISABLED',
      'USER_LOCKED',
      'USER_DISABLED',
      'ACCOUNT_EXPIRED',
      'PLATFORM_LICENSE_EXPIRED',
      'STATE_EXPIRED',
      'TOO_MANY_REQUESTS',
    ],
    perMinute: 60,
  }),
  me: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/auth/me',
    summary: 'The signed-in user in short.',
    access: TERMS.read,
    success: 200,
    response: z.object({
      id,
      user_name: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      access_scope: z.string(),
    }),
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/imauth/api/v1/refresh',
    summary:
      'New tokens for a refresh token. The successor may be fetched again for some seconds; reuse after ' +
      'that ends the session.',
    access: 'public',
    audit: { none: 'Rotation is housekeeping; a reused token is recorded by the handler as LOGIN_ERROR.' },
    asks: true,
    body: z.strictObject({ refresh_token: typedSecret }),
    success: 200,
    response: tokens,
    problems: ['UNAUTHORIZED', 'ACCOUNT_EXPIRED', 'PLATFORM_LICENSE_EXPIRED'],
    // A whole office may stand behind one address, and each tab renews at its start.
    perMinute: 1200,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/imauth/api/v1/logout',
    summary:
      'Ends the session of a refresh token, and answers where the browser goes on: to the SAML provider that ' +
      'opened it, else to the sign-in page. An unknown token is no error: the caller is signed out either way.',
    access: 'public',
    audit: { action: 'LOGOUT', resource: BY_PASSWORD },
    body: z.strictObject({ refresh_token: typedSecret }),
    success: 200,
    response: returnUrl,
    perMinute: 600,
  }),
  callbackOauth: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/callback/oauth',
    summary: 'Redeems the one-time code that an authentication service handed to the browser.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_PASSWORD, onFailure: 'LOGIN_ERROR' },
    query: z.strictObject({ code: text(255).describe('The one-time code.'), state }),
    success: 200,
    response: tokens,
    problems: [
      ...CLIENT_CERTIFICATE_PROBLEMS,
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_SETUP_REQUIRED',
      'CODE_INVALID',
      'METHOD_DISABLED',
      'USER_DISABLED',
      'ACCOUNT_EXPIRED',
      'PLATFORM_LICENSE_EXPIRED',
    ],
    perMinute: 60,
  }),
  checkCallback: endpoint({
    method: 'POST',
    path: '/imauth/api/v1/callback/check',
    summary:
      'Whose sign-in a callback would complete, for a browser that did not begin it and asks its person first. It is ' +
      'named by code and state, or, where an identity provider began it, by its ticket. Nothing is spent.',
    access: 'public',
    audit: { none: 'Looking at a callback changes nothing; completing it is recorded.' },
    body: z.union([z.strictObject({ code: text(255), state }), z.strictObject({ ticket })]),
    success: 200,
    response: z.object({ user_name: z.string(), name: z.string() }),
    problems: ['CODE_INVALID'],
    perMinute: 60,
  }),
  autoLogin: endpoint({
    method: 'POST',
    path: '/imauth/api/v1/auto-login',
    summary:
      'Signs in without the login screen: right credentials answer the callback address that completes the session.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_PASSWORD, onFailure: 'LOGIN_ERROR', later: AT_THE_CALLBACK },
    body: z.strictObject({
      user_name: userName,
      password: typedSecret,
      user_authenticated_in_idp: z.boolean().optional(),
      self_service_request_id: id
        .optional()
        .describe('The request by which this person has just made the user; it is spent with this sign-in.'),
    }),
    hashes: true,
    success: 200,
    response: returnUrl,
    problems: [
      'INVALID_CREDENTIALS',
      'METHOD_DISABLED',
      'CODE_INVALID',
      'USER_LOCKED',
      'USER_DISABLED',
      'ACCOUNT_EXPIRED',
      'PLATFORM_LICENSE_EXPIRED',
    ],
    perMinute: 60,
  }),
  certificateLogin: endpoint({
    method: 'GET',
    path: '/imauth/api/v1/login/certificate',
    summary:
      'Signs in by the client certificate of the connection, at the address that asks for one: answers where the ' +
      'sign-in is completed, in the tab that opened the login transaction of state.',
    access: 'public',
    audit: { action: 'LOGIN', resource: BY_CERTIFICATE, onFailure: 'LOGIN_ERROR', later: AT_THE_CALLBACK },
    query: z.strictObject({ state: state.optional() }),
    success: 200,
    response: returnUrl,
    leads: 'certificate error',
    problems: [
      ...CLIENT_CERTIFICATE_PROBLEMS,
      'CLIENT_CERTIFICATE_MISSING',
      'CLIENT_CERTIFICATE_UNREADABLE',
      'CLIENT_CERTIFICATE_OTHER_PERSON',
      'METHOD_DISABLED',
      'STATE_EXPIRED',
      'USER_DISABLED',
      'ACCOUNT_EXPIRED',
      'PLATFORM_LICENSE_EXPIRED',
    ],
    perMinute: 60,
  }),
  ...federatedSignIn,
  clientAuthLoginUrl: endpoint({
    method: 'GET',
    path: '/account/api/v1/clientAuthLoginUrl',
    summary: 'Where a browser signs in with a certificate, such as one that was just installed; null for nowhere.',
    access: 'public',
    success: 200,
    response: z.object({ url: z.string().nullable() }),
  }),
  ...byMailedLink,
  listSessions: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/session',
    summary: 'The own sessions, newest use first.',
    access: IN_SESSION,
    success: 200,
    response: z.object({
      items: z.array(
        z.object({
          id,
          current: z.boolean(),
          created_at: dateTime,
          last_used_at: dateTime,
          ip: z.string(),
          user_agent: z.string(),
        }),
      ),
      total: z.number().int(),
    }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/session/{id}',
    summary: 'Ends one of the own sessions.',
    access: IN_SESSION,
    audit: { action: 'LOGOUT', resource: 'USER' },
    params: z.strictObject({ id: id.describe('Names the session.') }),
    success: 204,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/session',
    summary: 'Signs out everywhere else: ends every own session but this one.',
    access: IN_SESSION,
    audit: { action: 'LOGOUT', resource: 'USER' },
    success: 204,
  }),
  loginCustomization: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/login/customization',
    summary: 'Logo, copyright text and footer links of the sign-in page; what is not customised carries the default.',
    access: 'public',
    success: 200,
    response: z.object({
      logo: z.string(),
      copyright: z.string(),
      urls: z.object({
        termsOfUse: z.string(),
        privacyPolicy: z.string(),
        legalRepository: z.string(),
        webtrustAudit: z.string(),
        support: z.string(),
        contactUs: z.string(),
      }),
      notice: z.object({ title: z.string(), text: z.string() }).nullable(),
      products: z
        .record(z.string(), z.string())
        .meta({ description: 'Where products of the platform are, by app_code.' }),
    }),
  }),
};
