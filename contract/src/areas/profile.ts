import { z } from 'zod';
import {
  dateTime,
  id,
  idOrNone,
  locale,
  newPassword,
  queryBoolean,
  servicePeriod,
  text,
  typedSecret,
  userName,
} from '../fields.ts';
import { ACCESS, IN_SESSION, SIGNED_IN, TERMS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { whyNotRepeatedPassword } from '../rules.ts';
import { APP_CODES, PERMISSIONS, SCOPES } from '../viewer.ts';

/** Names of permissions in a query: one, or repeated. */
const missing = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length).optional(),
);

/** Whose profile it is. */
const ownId = id.describe('The signed-in person’s own id.');

const application = z
  .object({
    app_code: z.enum(APP_CODES),
    roles: z.array(z.object({ name: z.string(), id, icon: z.string().nullable() })),
    permissions: z.array(z.string()),
  })
  .meta({ shape: 'Application' });

/** The signed-in user's own record (S §3 Profile), plus what the frame needs to start. */
export const profile = z
  .object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    user_name: z.string(),
    email: z.string(),
    phone: z.string(),
    locale,
    date_format: z.string(),
    access_scope: z.enum(SCOPES),
    primary_account_id: z.string(),
    primary_account_dta_enabled: z.boolean(),
    accounts: z.array(
      z.object({
        id,
        name: z.string(),
        display_name: z.string(),
        active: z.boolean(),
        service_period: servicePeriod,
      }),
    ),
    applications: z.array(application),
    permissions: z.array(z.string()),
    has_onelogin_id: z.boolean(),
    onelogin_url: z.string().nullable(),
    saml_username: z.string().nullable(),
    oidc_username: z.string().nullable(),
    aliases: z.record(z.string(), z.string()),
    agreement_accepted: z.boolean(),
    has_password: z.boolean().describe('Whether there is a password, and the account lets people sign in with it.'),
    default_app_url: z.string().nullable().describe('Where the person is led after signing in.'),
    mail_server: z.boolean().describe('Whether the platform has a mail server; without one its mail is held.'),
    version: z.number().int(),
    updated_at: dateTime,
  })
  .meta({ shape: 'Profile' });
export type Profile = z.output<typeof profile>;

const passwordChange = z
  .strictObject({ current_password: typedSecret, password: newPassword, repeatedPassword: z.string() })
  .superRefine((value, context) => {
    const reason = whyNotRepeatedPassword(value.repeatedPassword, value.password);
    if (reason)
      context.addIssue({ code: 'custom', path: ['repeatedPassword'], message: reason.status, params: { reason } });
  });

export const profileArea = {
  profile: endpoint({
    method: 'GET',
    path: '/account/api/v1/user/me',
    summary: 'The signed-in user: record, accounts, applications, permissions.',
    access: TERMS.read,
    query: z.strictObject({
      hide_unavailable_applications: queryBoolean
        .default(false)
        .describe('Leaves out the applications in which the person has no role.'),
    }),
    success: 200,
    response: profile,
  }),
  ownApplications: endpoint({
    method: 'GET',
    path: '/account/api/v1/user/me/applications',
    summary: "The signed-in user's applications with roles, for all accounts or for one of the own accounts.",
    access: ACCESS.profile.view,
    query: z.strictObject({ account_id: idOrNone.describe('One of the own accounts; without it all of them.') }),
    success: 200,
    response: z.object({ items: z.array(application), total: z.number().int() }),
    problems: ['NOT_FOUND'],
  }),
  updateUserLocale: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/locale/{locale}',
    summary: "Stores the person's own language.",
    access: IN_SESSION,
    audit: { action: 'UPDATE', resource: 'USER' },
    params: z.strictObject({ id: ownId, locale: locale.describe('The language.') }),
    success: 204,
  }),
  updatePassword: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/password',
    summary: 'Changes the own password; every other own session ends.',
    access: IN_SESSION,
    audit: { action: 'UPDATE_PASSWORD', resource: 'USER' },
    params: z.strictObject({ id: ownId }),
    body: passwordChange,
    hashes: true,
    success: 204,
    problems: [
      'PASSWORD_WRONG',
      'PASSWORD_REUSED',
      'PASSWORD_COMMON',
      'PASSWORD_OF_NAMES',
      'USER_LOCKED',
      'NO_PASSWORD',
    ],
    perMinute: 20,
  }),
  acceptAgreement: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/user/{id}/agreement',
    summary: 'The person accepts the terms, in the language they were read in.',
    access: TERMS.accept,
    audit: { action: 'TERMS_AND_CONDITIONS', resource: 'USER' },
    params: z.strictObject({ id: ownId }),
    body: z.strictObject({ locale }),
    success: 204,
  }),
  findUser: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/user/{name}/find',
    summary: 'Whether a user name is taken; the user named by userId does not count.',
    access: SIGNED_IN,
    params: z.strictObject({ name: userName.describe('The user name.') }),
    query: z.strictObject({
      state: text(255).optional().describe('Taken and without meaning yet.'),
      type: text(64).optional().describe('Taken and without meaning yet.'),
      userId: idOrNone.describe('The person whose own name does not count as taken.'),
    }),
    success: 200,
    response: z.object({ exists: z.boolean() }),
    perMinute: 240,
  }),
  permission: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/permission',
    summary: "The caller's permissions, as they hold in a scope and for an account where given.",
    access: SIGNED_IN,
    query: z.strictObject({
      accessScope: z.enum(SCOPES).optional().describe('The scope in which they would hold.'),
      accountId: idOrNone.describe('The account for which they would hold.'),
    }),
    success: 200,
    response: z.object({ permissions: z.array(z.string()) }),
    problems: ['NOT_FOUND'],
  }),
  permissionGivers: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/permission/administrators',
    summary:
      'Up to five administrators of the own account who may give permissions: whom to ask. Where permissions are ' +
      'named, those alone who hold them and so can give them.',
    access: ACCESS.profile.view,
    query: z.strictObject({
      permission: missing.describe('Permissions that are all missing, repeated.'),
      any_of: missing.describe('Permissions of which one is missing, repeated.'),
    }),
    success: 200,
    response: z.object({ items: z.array(z.object({ id, name: z.string(), role: z.string(), email: z.string() })) }),
  }),
};
