import { z } from 'zod';
import { email, locale, newPassword, personName, ruled, text, userName } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ACCESS, SIGNED_IN } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { whyNotLicenseText, whyNotRepeatedPassword } from '../rules.ts';

/** Status of the platform license (S §4 License check). */
export const licenseStatus = z.enum(['valid', 'expired', 'not_found']);

/** License text as pasted; whitespace around it means nothing. */
const licenseText = ruled(whyNotLicenseText).pipe(text(LIMITS.licenseTextMax));

/** The text of a license that takes the place of the one in force. */
export const licenseReplacement = z.strictObject({ body: licenseText });

const licensedFeature = z
  .object({
    name: z.string(),
    generation: z.enum(['v1', 'v2']),
    quantity: z.number().int(),
  })
  .meta({ shape: 'LicensedFeature' });

/** Fields of a license that an administrator may read. */
export const licenseDetails = z.object({
  edition: z.string(),
  holder: z.string(),
  issuer: z.string(),
  evaluation: z.boolean(),
  status: licenseStatus,
  valid_from: z.string(),
  valid_until: z.string(),
  applications: z.array(z.object({ app_code: z.string(), features: z.array(licensedFeature) })),
});

/** The device trust part of the license (S-261). */
export const licenseDta = z.object({
  /** Whether the license in force includes Device Trust Manager. */
  licensed: z.boolean(),
  /** Whether the caller's primary account has device trust, as `user/me` says it. */
  primary_account_dta_enabled: z.boolean(),
  /** What the license says of it; null for those who may not read the license. */
  features: z.array(licensedFeature).nullable(),
});

/**
 * The code of the address that the server prints at its start, until there is an administrator: whoever sets a platform
 * up can read what its process says. Left out it is wrong; after the setup it means nothing.
 */
const setupHeaders = z.object({
  'x-setup-code': text(64)
    .optional()
    .describe('The code of the address that the server prints at its start, until there is an administrator.'),
});

/** The first administrator (S §3 Setup user payload). `locale` is ours: the language of the setup. */
export const setupUser = z
  .strictObject({
    first_name: personName,
    last_name: personName,
    email,
    user_name: userName,
    password: newPassword,
    repeatedPassword: z.string(),
    locale: locale.optional(),
  })
  .superRefine((value, context) => {
    const reason = whyNotRepeatedPassword(value.repeatedPassword, value.password);
    if (reason)
      context.addIssue({ code: 'custom', path: ['repeatedPassword'], message: reason.status, params: { reason } });
  });

export const setup = {
  licenseStatus: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/status',
    summary: 'Status of the platform license, and where the console goes next.',
    access: 'public',
    success: 200,
    response: z.object({
      status: licenseStatus,
      redirect_url: z.string(),
      evaluation: z.boolean(),
      setup_complete: z.boolean(),
    }),
  }),
  setupLicense: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/setup/license',
    summary: 'Installs the first license. Closed once an administrator exists.',
    access: 'public',
    audit: { action: 'CREATE', resource: 'LICENSE', onFailure: 'CREATE' },
    headers: setupHeaders,
    body: z.strictObject({ body: licenseText }),
    success: 204,
    problems: [
      'SETUP_CODE_WRONG',
      'SETUP_DONE',
      'LICENSE_EMPTY',
      'LICENSE_TRUNCATED',
      'LICENSE_MALFORMED',
      'LICENSE_UNKNOWN_ISSUER',
      'LICENSE_FORGED',
      'LICENSE_EXPIRED',
      'LICENSE_NOT_YET_VALID',
      'LICENSE_INCOMPLETE',
    ],
    perMinute: 30,
  }),
  setupUser: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/setup/user',
    summary: 'Creates the first administrator: system scope, every permission. Works once, after the license.',
    access: 'public',
    audit: { action: 'CREATE', resource: 'USER', onFailure: 'CREATE' },
    headers: setupHeaders,
    body: setupUser,
    hashes: true,
    success: 204,
    problems: [
      'SETUP_CODE_WRONG',
      'SETUP_DONE',
      'LICENSE_REQUIRED',
      'USERNAME_EXISTS',
      'PASSWORD_COMMON',
      'PASSWORD_OF_NAMES',
    ],
    perMinute: 30,
  }),
  updateLicense: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/license',
    summary: 'Replaces the platform license.',
    access: ACCESS.license.replace,
    audit: { action: 'UPDATE', resource: 'LICENSE' },
    body: licenseReplacement,
    success: 204,
    problems: ['LICENSE_BELOW_ALLOCATED', 'LICENSE_BELOW_UNLIMITED'],
  }),
  licenseDetails: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/details',
    summary: 'What the platform license says.',
    access: ACCESS.license.view,
    success: 200,
    response: licenseDetails,
    problems: ['NOT_FOUND'],
  }),
  licenseDta: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/dta',
    summary: 'The device trust part of the platform license, and whether the own primary account has device trust.',
    access: SIGNED_IN,
    success: 200,
    response: licenseDta,
  }),
};
