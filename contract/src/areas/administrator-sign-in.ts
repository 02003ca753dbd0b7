/** How a person comes in, as those who manage people look after it: mails with links, locks, sessions. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, ruled } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { whyNotDefaultApp } from './person-rules.ts';
import { mailedLink } from './mailed-links.ts';

const ONE = z.strictObject({ id: id.describe('Names the person.') });
const ONE_SESSION = ONE.extend({ sid: id.describe('Names the session.') });
const HELP = ['SCOPE_NOT_MANAGEABLE', 'TOO_MANY_REQUESTS'] as const;
const MAIL = [...HELP, 'USER_DISABLED', 'ACCOUNT_OUT_OF_SERVICE', 'NO_MAIL_ADDRESS'] as const;

export const administratorSignIn = {
  sendInvitation: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/email',
    summary:
      'Sends the invitation again, by what the account lets its people sign in with: a link to a password, where ' +
      'single sign-on begins, or a link to a certificate. The links of those before it work no more.',
    access: ACCESS.administrators.manage,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: [...MAIL, 'ALREADY_VERIFIED'],
  }),
  sendReset: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/reset-password',
    summary: 'Sends a link to choose a new password.',
    access: ACCESS.administrators.manage,
    audit: { action: 'SEND_RESET_PASSWORD', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: [...MAIL, 'NOT_VERIFIED', 'PASSWORD_SIGN_IN_OFF'],
  }),
  sendSignOnMail: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/resendSsoEmail',
    summary:
      'Sends a mail that says where the person signs in by single sign-on, and with which user name, also to ' +
      'somebody who was only invited.',
    access: ACCESS.administrators.manage,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: [...MAIL, 'SINGLE_SIGN_ON_OFF'],
  }),
  sendPasswordInvitation: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/inviteToStandardLogin',
    summary: 'Invites somebody who has no password, such as people of single sign-on, to choose one.',
    access: ACCESS.administrators.manage,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: [...MAIL, 'NOT_VERIFIED', 'PASSWORD_SIGN_IN_OFF', 'HAS_PASSWORD'],
  }),
  sendUnlock: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/user/{id}/lock',
    summary: 'Sends a link that lifts the lock of too many wrong passwords.',
    access: ACCESS.administrators.manage,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: [...MAIL, 'NOT_LOCKED', 'NOT_VERIFIED'],
  }),
  readSecondFactor: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/{id}/mfa',
    summary: 'What somebody has for a second factor, and whether one is asked of them.',
    access: ACCESS.administrators.view,
    params: ONE,
    success: 200,
    response: z.object({
      required: z.boolean().describe('An account of the person asks its people for one.'),
      reset: z.boolean().describe('It was taken away; the person sets one up at the next sign-in.'),
      apps: z.number().int(),
      keys: z.number().int(),
      recovery_codes_left: z.number().int(),
    }),
  }),
  resetSecondFactor: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/user/{id}/mfa',
    summary:
      'Takes the second factors of a person away, who is told by mail and sets one up at the next sign-in by password.',
    access: ACCESS.administrators.manage,
    reauthenticate: true,
    audit: { action: 'DELETE', resource: 'SECOND_FACTOR' },
    params: ONE,
    success: 204,
    problems: ['SCOPE_NOT_MANAGEABLE', 'BELONGS_ELSEWHERE', 'ABOVE_OWN_RIGHTS', 'YOURSELF', 'NO_SECOND_FACTOR'],
  }),
  forgetProviderNames: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/user/{id}/provider-name',
    summary:
      'Forgets what the identity provider of the account calls a person, for one to whom it has given another name: ' +
      'at the next sign-in by it the mail address or user name says who it is, and the name that it has then is kept.',
    access: ACCESS.administrators.manage,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: ['SCOPE_NOT_MANAGEABLE', 'BELONGS_ELSEWHERE', 'ABOVE_OWN_RIGHTS', 'YOURSELF'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/unlock',
    summary: 'Lifts the lock of a person with the code of the link.',
    access: 'public',
    audit: { action: 'UPDATE', resource: 'USER', onFailure: 'UPDATE' },
    body: mailedLink,
    success: 204,
    problems: ['CODE_INVALID'],
    perMinute: 30,
  }),
  sendCertificatePickup: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/sendSetupCacBasedLoginEmail',
    summary: 'Sends a link to make a certificate for signing in; the link of the mail before works no more.',
    access: ACCESS.administrators.manage,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: [...MAIL, 'CERTIFICATE_SIGN_IN_OFF'],
  }),
  setDefaultApp: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/defaultManager',
    summary: 'Where the person is led after signing in; an empty address is the ordinary start.',
    access: ACCESS.administrators.edit,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: ONE,
    body: z.strictObject({
      appUrl: ruled(whyNotDefaultApp, { maxLength: LIMITS.urlMax, description: 'A path of this console, or empty.' }),
    }),
    success: 204,
    problems: ['FORBIDDEN', 'SESSION_NEEDED', 'SCOPE_NOT_MANAGEABLE', 'ABOVE_OWN_RIGHTS', 'BELONGS_ELSEWHERE'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/{id}/session',
    summary: 'The living sessions of a person, newest use first, at most 200.',
    access: ACCESS.administrators.view,
    params: ONE,
    success: 200,
    response: z.object({
      items: z.array(
        z.object({ id, created_at: dateTime, last_used_at: dateTime, ip: z.string(), user_agent: z.string() }),
      ),
      total: z.number().int(),
    }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/user/{id}/session/{sid}',
    summary: 'Ends a session of a person.',
    access: ACCESS.administrators.manage,
    audit: { action: 'LOGOUT', resource: 'USER' },
    params: ONE_SESSION,
    success: 204,
    problems: ['SCOPE_NOT_MANAGEABLE'],
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/user/{id}/session',
    summary: 'Signs a person out everywhere.',
    access: ACCESS.administrators.manage,
    audit: { action: 'LOGOUT', resource: 'USER' },
    params: ONE,
    success: 204,
    problems: ['SCOPE_NOT_MANAGEABLE'],
  }),
};
