import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import {
  answeredDay,
  answeredReason,
  country,
  dateTime,
  day,
  email,
  id,
  locale,
  newPassword,
  ONE_ACCOUNT,
  personName,
  ruled,
  text,
  userName,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { DEFAULT_LOCALE } from '../locales.ts';
import { whyNotRepeatedPassword } from '../rules.ts';
import {
  plainDomain,
  plainPasscode,
  SELF_SERVICE_LINK_STATES,
  SELF_SERVICE_SCOPES,
  SELF_SERVICE_STATUSES,
  whyNotDomains,
  whyNotPasscode,
} from './self-service-rules.ts';

/** A random of the server's; an altered one is an unknown one. */
const state = text(255);
const linkState = z.strictObject({ state: state.describe('Names the link: what its address carries as state.') });
const requestState = z.strictObject({
  state: state.describe('The secret of the request, which only the browser that began it was given.'),
});

const domains = z
  .array(z.string().max(LIMITS.emailMax).transform(plainDomain))
  .max(100)
  .transform((all) => [...new Set(all)])
  .superRefine((all, context) => {
    const reason = whyNotDomains(all);
    if (reason) context.addIssue({ code: 'custom', message: reason.status, params: { reason } });
  })
  .meta({ wire: { type: 'array', items: { type: 'string' }, description: 'Email domains, without the @.' } });

const accessScope = z.enum(SELF_SERVICE_SCOPES);
const linkCreate = z.strictObject({ domains, access_scope: accessScope, ends_on: day });

const link = z
  .object({
    id,
    account_id: id,
    /** Only people with an address at one of these make a user. */
    domains: z.array(z.string()),
    /** What the users who are made get. */
    access_scope: accessScope,
    /** The last day. */
    ends_on: answeredDay,
    made_at: dateTime,
    made_by_name: z.string().nullable(),
    /** The address to hand on. */
    url: z.string(),
    state: z.enum(SELF_SERVICE_LINK_STATES),
  })
  .meta({ shape: 'SelfServiceLink' });
export type SelfServiceLink = z.output<typeof link>;

/** Whom a request is for, and how far it has come. */
const request = z
  .object({
    id,
    status: z.enum(SELF_SERVICE_STATUSES),
    email: z.string(),
    account_name: z.string(),
    domains: z.array(z.string()),
    expires_at: dateTime,
  })
  .meta({ shape: 'SelfServiceRequest' });
export type SelfServiceRequest = z.output<typeof request>;

/** The person who makes a user; `email` is the address that the passcode has proved. */
const selfServiceUser = z
  .strictObject({
    first_name: personName,
    last_name: personName,
    email,
    user_name: userName,
    password: newPassword,
    repeatedPassword: z.string(),
    nationality: country.optional(),
    locale: locale.optional(),
  })
  .superRefine((value, context) => {
    const reason = whyNotRepeatedPassword(value.repeatedPassword, value.password);
    if (reason)
      context.addIssue({ code: 'custom', path: ['repeatedPassword'], message: reason.status, params: { reason } });
  });

const REQUEST = z.strictObject({ id: id.describe('Names the request.') });
/** Whose address it is that a passcode goes to, and the language of the mail. */
const addressee = z.strictObject({ email, locale }).meta({ shape: 'SelfServiceAddressee' });
const status = z.object({ status: z.enum(SELF_SERVICE_STATUSES) }).meta({ shape: 'SelfServiceStatus' });

export const selfService = {
  links: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/self-service-link',
    summary: 'The self-service links of an account, the newest first. There are few: an account has a ceiling.',
    access: ACCESS.selfService.manage,
    params: ONE_ACCOUNT,
    success: 200,
    response: z.object({ items: z.array(link), total: z.number().int() }),
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/self-service-link',
    summary: 'Makes a link by which people with an address at one of its domains make a user of the account.',
    access: ACCESS.selfService.manage,
    audit: { action: 'CREATE', resource: 'SELF_SERVICE_LINK' },
    reauthenticate: true,
    params: ONE_ACCOUNT,
    body: linkCreate,
    success: 201,
    response: link,
    problems: ['SYSTEM_ACCOUNT', 'ACCOUNT_LINKED', 'SELF_SERVICE_LINK_LIMIT', 'LINK_END'],
  }),
  endLink: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/account/{id}/self-service-link/{linkId}',
    summary: 'Ends a link, and every request that was begun by it and is not completed.',
    access: ACCESS.selfService.manage,
    audit: { action: 'DELETE', resource: 'SELF_SERVICE_LINK' },
    params: ONE_ACCOUNT.extend({ linkId: id.describe('Names the link.') }),
    success: 204,
  }),
  open: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/self-service-user',
    summary: 'What a link is for: the account, and at which domains an address must be.',
    access: 'public',
    query: linkState,
    success: 200,
    response: z.object({ account_id: id, account_name: z.string(), domains: z.array(z.string()) }),
    problems: ['SELF_SERVICE_LINK_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 60,
  }),
  verifyDomain: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/self-service-user/domain/verify/{domain}',
    summary: 'Whether an address at this domain may be used with a link.',
    access: 'public',
    params: z.strictObject({ domain: text(LIMITS.emailMax).describe('What follows the @ of the address.') }),
    query: linkState,
    success: 200,
    response: z.object({ domain: z.string(), allowed: z.literal(true) }),
    problems: ['DOMAIN_NOT_ALLOWED', 'SELF_SERVICE_LINK_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 60,
  }),
  idpUrl: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/self-service-user/getIdpUrl/{id}',
    summary:
      'Where the people of the account sign in instead of making a user, at an identity provider, within the next ' +
      'ten minutes; null where they sign in by password. Each address begins a sign-in of its own.',
    access: 'public',
    params: ONE_ACCOUNT,
    query: linkState.extend({ locale: locale.default(DEFAULT_LOCALE).describe('The language of its page.') }),
    success: 200,
    response: z.object({
      idp_url: z.string().nullable(),
      standard_login: z.boolean().describe('Whether people of the account sign in by password as well.'),
    }),
    problems: ['SELF_SERVICE_LINK_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 60,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/self-service-request',
    summary:
      'Begins a request by a link: a passcode goes to the address. Answers the same whether or not somebody has a ' +
      'user with it; who has is told by mail.',
    access: 'public',
    audit: { action: 'CREATE', resource: 'SELF_SERVICE_REQUEST', onFailure: 'CREATE' },
    query: linkState,
    body: addressee,
    success: 201,
    response: request.extend({ state: z.string() }).meta({ shape: 'SelfServiceRequestBegun' }),
    problems: ['DOMAIN_NOT_ALLOWED', 'PASSCODE_LIMIT', 'SELF_SERVICE_LINK_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 10,
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/self-service-user/{id}',
    summary: 'A request, and how far it has come.',
    access: 'public',
    params: REQUEST,
    query: requestState,
    success: 200,
    response: request,
    problems: ['SELF_SERVICE_REQUEST_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 60,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/self-service-user/{id}',
    summary:
      'Gives a request another address or another language. A new passcode goes to an address that is not proved ' +
      'yet, also to the same one. The status says what is needed next.',
    access: 'public',
    audit: { action: 'UPDATE', resource: 'SELF_SERVICE_REQUEST', onFailure: 'UPDATE' },
    params: REQUEST,
    query: requestState,
    body: addressee,
    success: 200,
    response: request,
    problems: ['DOMAIN_NOT_ALLOWED', 'PASSCODE_LIMIT', 'SELF_SERVICE_REQUEST_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 10,
  }),
  resetPasscode: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/self-service-user/{id}/passcode',
    summary: 'Sends a new passcode. The one before is worth nothing from now on.',
    access: 'public',
    audit: { action: 'UPDATE', resource: 'SELF_SERVICE_REQUEST', onFailure: 'UPDATE' },
    params: REQUEST,
    query: requestState,
    success: 204,
    problems: ['PASSCODE_LIMIT', 'SELF_SERVICE_REQUEST_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 10,
  }),
  validatePasscode: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/self-service-user/{id}/validate-passcode',
    summary:
      'Proves the address: 200 for the right passcode, 400 for any other. ' +
      `${LIMITS.passcodeTriesMax} wrong ones make it worthless.`,
    access: 'public',
    audit: { action: 'UPDATE', resource: 'SELF_SERVICE_REQUEST', onFailure: 'UPDATE' },
    params: REQUEST,
    query: requestState,
    body: z.strictObject({ passcode: ruled(whyNotPasscode).transform(plainPasscode) }),
    success: 200,
    response: status,
    problems: ['PASSCODE_INVALID', 'PASSCODE_SPENT', 'SELF_SERVICE_REQUEST_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 30,
  }),
  userNameExists: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/self-service-user/{id}/username-exists',
    summary:
      'Whether a user name is taken. Only for a request whose address is proved, and so often that somebody finds a ' +
      'name, not a list of them.',
    access: 'public',
    params: REQUEST,
    query: requestState.extend({ user_name: userName.describe('The user name as typed.') }),
    success: 200,
    response: z.object({ exists: z.boolean() }),
    problems: ['USER_NAME_LIMIT', 'PASSCODE_REQUIRED', 'SELF_SERVICE_REQUEST_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 60,
  }),
  eligibility: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/self-service-user/{id}/inline-onboarding-eligibility',
    summary: 'Whether the person can make the user here and now, and if not why.',
    access: 'public',
    params: REQUEST,
    query: requestState,
    success: 200,
    response: z.object({ eligible: z.boolean(), why_not: answeredReason.nullable() }),
    problems: ['SELF_SERVICE_REQUEST_ENDED', 'ACCOUNT_EXPIRED'],
    perMinute: 60,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/self-service-user',
    summary:
      'Makes the user of a request whose address is proved, with the scope that the link gives and no role. ' +
      'POST /imauth/api/v1/auto-login with self_service_request_id then signs in.',
    access: 'public',
    audit: { action: 'CREATE', resource: 'USER', onFailure: 'CREATE' },
    query: requestState,
    body: selfServiceUser,
    hashes: true,
    success: 201,
    response: z.object({ status: z.literal('CREATED'), self_service_request_id: id, user_name: z.string() }),
    problems: [
      'PASSWORD_COMMON',
      'PASSWORD_OF_NAMES',
      'PASSCODE_REQUIRED',
      'USERNAME_EXISTS',
      'DOMAIN_LEADS_ELSEWHERE',
      'USER_NAME_LIMIT',
      'EMAIL_HAS_USER',
      'SELF_SERVICE_FULL',
      'SELF_SERVICE_NO_PASSWORD',
      'SELF_SERVICE_REQUEST_ENDED',
      'ACCOUNT_EXPIRED',
    ],
    perMinute: 30,
  }),
};
