/** What the links of mails lead to: a new password, a certificate, the first sign-in of an invited person. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, locale, newPassword, text, userName } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { whyNotRepeatedPassword } from '../rules.ts';
import { returnUrl } from './login-transaction.ts';

/** A new password with the code of the link that a mail brought. */
const passwordReset = z
  .strictObject({ user_id: id, code: text(255), password: newPassword, repeatedPassword: z.string() })
  .superRefine((value, context) => {
    const reason = whyNotRepeatedPassword(value.repeatedPassword, value.password);
    if (reason)
      context.addIssue({ code: 'custom', path: ['repeatedPassword'], message: reason.status, params: { reason } });
  });

/** What the link of a mail carries: whom it is for, and its code. */
export const mailedLink = z.strictObject({ user_id: id, code: text(255) }).meta({ shape: 'MailedLink' });

/** The link of `npm run recover`, and what is to be set right by it. */
const recovery = mailedLink
  .extend({
    password: newPassword.optional().describe('The new password; without it the old one stays.'),
    repeatedPassword: z.string().optional(),
    second_factor_lost: z.boolean().describe('Takes the second factors away; a new one is set up at the next sign-in.'),
  })
  .superRefine((value, context) => {
    if (value.password === undefined && value.repeatedPassword === undefined) return;
    const reason = whyNotRepeatedPassword(value.repeatedPassword ?? '', value.password ?? '');
    if (reason)
      context.addIssue({ code: 'custom', path: ['repeatedPassword'], message: reason.status, params: { reason } });
  });

/** The calls of the pages that such a link opens. */
export const byMailedLink = {
  readCertificatePickup: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/certificate-pickup/check',
    summary: 'For whom the link of a mail makes a certificate, for the page that it opens. Nothing is spent.',
    access: 'public',
    audit: { none: 'Looking at a link changes nothing; using it is recorded.' },
    body: mailedLink,
    success: 200,
    response: z.object({ name: z.string(), user_name: z.string() }),
    problems: ['CODE_INVALID'],
    perMinute: 30,
  }),
  pickUpCertificate: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/certificate-pickup',
    summary:
      'Issues the certificate of the link for the key of a request, and spends the link. Asked again with the same ' +
      'key within the time of the link, as after a lost answer, it is the same certificate.',
    access: 'public',
    audit: { action: 'CREATE', resource: 'CLIENT_AUTH_CERT', onFailure: 'CREATE' },
    body: mailedLink.extend({
      csr: z
        .string()
        .max(LIMITS.certificateRequestMax)
        .describe('A request (PKCS #10) as PEM or base64: its key is taken, its names are not.'),
    }),
    bodyMax: { bytes: 100_000, values: 10 },
    success: 201,
    response: z.object({
      certificate: z.string().describe('PEM.'),
      chain: z.array(z.string()).describe('The authorities above it, PEM, the nearest first.'),
    }),
    problems: [
      'CODE_INVALID',
      'CERTIFICATE_AUTHORITY_UNAVAILABLE',
      'NOT_CERTIFIABLE',
      'CERTIFICATES_TOO_MANY',
      'KEY_COMPROMISED',
      'KEY_ON_HOLD',
    ],
    perMinute: 30,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/forgot-password',
    summary: 'Sends a link to choose a new password. Answers the same whether or not the user exists.',
    access: 'public',
    audit: {
      action: 'SEND_RESET_PASSWORD',
      resource: 'USER',
      later: 'A job sends the mail and writes the event, after an answer that says nothing of which it was.',
    },
    body: z.strictObject({ user_name: userName, locale }),
    success: 204,
    perMinute: 10,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/reset-password',
    summary: 'Sets a new password with the code of the link; ends every session of the user.',
    access: 'public',
    audit: { action: 'UPDATE_PASSWORD', resource: 'USER', onFailure: 'UPDATE_PASSWORD' },
    body: passwordReset,
    hashes: true,
    success: 204,
    problems: ['CODE_INVALID', 'METHOD_DISABLED', 'PASSWORD_REUSED', 'PASSWORD_COMMON', 'PASSWORD_OF_NAMES'],
    perMinute: 30,
  }),
  checkCode: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/check-code',
    summary:
      'Whether the link of a mail can still be used, for the page that it opens, and what an invited person ' +
      'activates by it. Nothing is spent.',
    access: 'public',
    audit: { none: 'Looking at a link changes nothing; using it is recorded.' },
    body: z.strictObject({ user_id: id, code: text(255), purpose: z.enum(['reset', 'verify', 'unlock', 'recovery']) }),
    success: 200,
    response: z.object({
      activation: z
        .object({ name: z.string(), account_name: z.string().nullable() })
        .nullable()
        .describe('Who activates signing, and for which account; null where a link activates nothing.'),
    }),
    problems: ['CODE_INVALID', 'METHOD_DISABLED'],
    perMinute: 30,
  }),
  recover: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/recover',
    summary:
      'Signs an administrator of the platform in by the link of the command recover, whatever way of signing in is ' +
      'broken; sets a password and takes lost second factors away where that is asked. Answers where it continues.',
    access: 'public',
    audit: { action: 'UPDATE', resource: 'USER', onFailure: 'UPDATE' },
    body: recovery,
    hashes: true,
    success: 201,
    response: returnUrl,
    problems: ['CODE_INVALID', 'USER_DISABLED', 'PASSWORD_COMMON', 'PASSWORD_OF_NAMES'],
    perMinute: 10,
  }),
  verifyUser: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/user/{id}/verify',
    summary:
      'An invited person chooses user name and password, and activates signing where that is a step of its own; ' +
      'answers where the sign-in continues.',
    access: 'public',
    audit: { action: 'UPDATE', resource: 'USER', onFailure: 'UPDATE' },
    params: z.strictObject({ id: id.describe('Names the invited person.') }),
    body: z.strictObject({
      verification_code: text(255),
      login: userName,
      password: newPassword,
      activate: z
        .literal(true)
        .optional()
        .describe('The person activates signing. Required where the link says what it activates.'),
    }),
    hashes: true,
    success: 201,
    response: returnUrl,
    problems: [
      'CODE_INVALID',
      'METHOD_DISABLED',
      'ACTIVATION_REQUIRED',
      'USERNAME_EXISTS',
      'DOMAIN_LEADS_ELSEWHERE',
      'PASSWORD_COMMON',
      'PASSWORD_OF_NAMES',
    ],
    perMinute: 30,
  }),
};
