import { z } from 'zod';
import {
  answeredReason,
  country,
  day,
  emailAsUserName,
  filledLine,
  identifier,
  idOrNull,
  legalName,
  ONE_ACCOUNT,
  personName,
  readVersion,
  servicePeriod,
  webAddress,
} from '../fields.ts';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../paging.ts';
import { createSchema, editSchema, listQueries, recordSchema, rowSchema } from '../record-schemas.ts';
import { accountEmailDomains } from './account-email-domains.ts';
import { accountSignIn, signInMethod, standardSignIn } from './account-sign-in.ts';
import { accountOauthClient } from './oauth-clients.ts';
import { signInSetup } from './sign-in-setup.ts';
import { signInTrials } from './sign-in-trials.ts';
import { accountOverTime } from './account-over-time.ts';
import { accountSaml } from './account-saml.ts';
import { accountOidc } from './account-oidc.ts';
import { accountsBulk } from './accounts-bulk.ts';
import { ACCOUNT, ACCOUNT_FILTERS, ACCOUNT_ROW, ACCOUNT_SORT, ACCOUNT_TYPES } from './account-record.ts';

/** Made of an account's columns. `switched_on` is the switch alone; `active` asks for the service period too. */
const derived = {
  active: z.boolean(),
  switched_on: z.boolean(),
  service_period: servicePeriod,
  has_onelogin_id: z.boolean(),
};

/** An account (tenant) as a list shows it. */
const accountRow = rowSchema(ACCOUNT, ACCOUNT_ROW).extend(derived).meta({ shape: 'AccountRow' });
export type AccountRow = z.output<typeof accountRow>;

const queries = listQueries(ACCOUNT_SORT, ACCOUNT_FILTERS);
export type AccountListQuery = z.output<typeof queries.list>;
export type AccountExportQuery = Omit<z.output<typeof queries.export>, 'locale'>;

/** Null when it may be done, else why not. */
const whyNot = answeredReason.nullable();

/** One account, with what the viewer may do to it. */
export const account = recordSchema(ACCOUNT)
  .extend({
    ...derived,
    can_account_be_unlinked: z.boolean(),
    has_dsm_license: z.boolean(),
    mfa_enabled: z.boolean(),
    can_edit_mfa: z.boolean(),
    clientAuthCertLoginEnabled: z.boolean(),
    auth_config: z.array(z.object({ type: z.string() })),
    sign_in_methods: z.array(signInMethod),
    oauth_clients: z.array(accountOauthClient),
    enabled_feature_ids: z.array(z.string()),
    /** Accounts whose partner this one is. */
    customers: z.number().int(),
    updated_by_name: z.string().nullable(),
    why_not: z.object({
      edit: whyNot,
      end_date: whyNot,
      switch: whyNot,
      delete: whyNot,
      reassign: whyNot,
      link: whyNot,
      unlink: whyNot,
      sign_in: whyNot,
    }),
  })
  .meta({ shape: 'Account' });
export type Account = z.output<typeof account>;

const period = z.strictObject({ from: day, to: day });
/** Exactly what the edit page sends. An account without an end, as the platform's own is, has `to` null. */
export const accountEdit = editSchema(ACCOUNT).extend({
  service_period: z
    .strictObject({
      from: day,
      to: day
        .nullable()
        .describe('Null leaves an account without an end as it is; where there is one, it is refused with REQUIRED.'),
    })
    .meta({ shape: 'EditedServicePeriod' }),
});
export type AccountEdit = z.output<typeof accountEdit>;

const federation = {
  federated_account_id: filledLine(255),
  federated_account_name: filledLine(255),
  federated_account_details_url: webAddress,
};
export const accountLink = z.strictObject(federation).meta({ shape: 'AccountLink' });

/**
 * Asked for when an account is created. A partner's accounts are its customers; system scope may name a
 * partner.
 */
export const accountCreate = createSchema(ACCOUNT).extend({
  service_period: period,
  type: z.enum(ACCOUNT_TYPES).default('standard'),
  partner_account_id: idOrNull.optional(),
  /** Without a country the language's own is taken. */
  organization: z.strictObject({ name: legalName, country: country.optional() }),
  /** Invited by mail, with the administrator's role of the account. */
  administrator: z.strictObject({ first_name: personName, last_name: personName, email: emailAsUserName }).optional(),
  federation: accountLink.optional(),
});
export type AccountCreate = z.output<typeof accountCreate>;

/** What follows when an account is switched off, deleted or given to another partner: said before it happens. */
const effects = z.object({
  people: z.number().int(),
  people_of_no_other: z.number().int(),
  /** Who belongs to the account and its partner's side, and leaves one of them when it is given to another partner. */
  people_leaving: z.number().int(),
  sessions: z.number().int(),
  organizations: z.number().int(),
  /** That are revoked when it is deleted: its own, and those of the people who are deleted with it. */
  certificates: z.number().int(),
  customers: z.number().int(),
});
export type AccountEffects = z.output<typeof effects>;

const UPDATE = { action: 'UPDATE', resource: 'ACCOUNT' } as const;

export const accounts = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account',
    summary: 'Accounts the viewer may see, by filter, sort and page. Default sort: name ascending.',
    access: ACCESS.accounts.view,
    query: queries.list,
    success: 200,
    response: listOf(accountRow),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/export',
    summary: 'Every matching account as CSV (RFC 4180), streamed. Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.accounts.view,
    query: queries.export,
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  listCustomers: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/customer',
    summary: 'The same list with few fields, for pickers.',
    access: ACCESS.accounts.view,
    query: queries.list,
    success: 200,
    response: listOf(accountRow.pick({ id: true, name: true, display_name: true, active: true })),
  }),
  expiring: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/expiringAccounts',
    summary: 'How many active accounts end within 30 and within 60 days, today included.',
    access: ACCESS.accounts.viewExpiring,
    success: 200,
    response: z.object({ '30': z.number().int(), '60': z.number().int() }),
  }),
  findIdentifier: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/find',
    summary: 'Whether an account has this friendly identifier.',
    access: ACCESS.accounts.create,
    query: z.strictObject({ friendly_identifier: identifier.describe('The identifier that is looked for.') }),
    success: 200,
    response: z.object({ exists: z.boolean() }),
    perMinute: 240,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account',
    summary:
      "Creates an account with its first organization, and invites its first administrator. A partner's " +
      'accounts become its customers.',
    access: ACCESS.accounts.create,
    audit: { action: 'CREATE', resource: 'ACCOUNT' },
    reauthenticate: { where: 'administrator' },
    body: accountCreate,
    success: 201,
    response: account,
    problems: [
      'IDENTIFIER_EXISTS',
      'FEDERATED_ID_EXISTS',
      'PERSON_EXISTS',
      'DOMAIN_LEADS_ELSEWHERE',
      'FEATURE_OFF',
      'PARTNER_ACCOUNT',
      'PARTNER_INACTIVE',
      'NOT_FOUND',
      'LICENSE_USED_UP',
      'SCOPE_NOT_MANAGEABLE',
      'ABOVE_OWN_RIGHTS',
      'ROLE_NOT_ASSIGNABLE',
    ],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}',
    summary: 'One account.',
    access: ACCESS.accounts.view,
    params: ONE_ACCOUNT,
    success: 200,
    response: account,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}',
    summary: 'Edits name, language and service period.',
    access: ACCESS.accounts.edit,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    query: readVersion,
    body: accountEdit,
    success: 200,
    response: account,
    problems: ['CHANGED_MEANWHILE', 'SYSTEM_ACCOUNT'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/account/{id}',
    summary: 'Deletes an account: its people are signed out and what acts for them stops. Its audit trail is kept.',
    access: ACCESS.accounts.delete,
    audit: { action: 'DELETE', resource: 'ACCOUNT' },
    params: ONE_ACCOUNT,
    success: 204,
    problems: ['SYSTEM_ACCOUNT', 'OWN_ACCOUNT', 'HAS_CUSTOMERS'],
  }),
  effects: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/effects',
    summary: 'Whom it touches when the account is switched off, deleted or given to another partner.',
    access: ACCESS.accounts.view,
    params: ONE_ACCOUNT,
    success: 200,
    response: effects,
  }),
  switchOn: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/active',
    summary:
      'Switches an account on or off. Off, its people are signed out and what acts for them stops at the next request.',
    access: ACCESS.accounts.edit,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    body: z.strictObject({ active: z.boolean() }),
    success: 200,
    response: account,
    problems: ['SYSTEM_ACCOUNT', 'OWN_ACCOUNT'],
  }),
  updateStandardSignIn: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/standard-signin',
    summary:
      'Lets the people of an account sign in with a password, or ends that. Name, service period and ways are those ' +
      'that the caller has read: where they are others by now, nothing is changed.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    body: standardSignIn,
    success: 200,
    response: account,
    problems: ['CHANGED_MEANWHILE', 'LAST_METHOD'],
  }),
  enableCac: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/enable-cac',
    summary: 'Lets the people of an account sign in with a client certificate, or ends that.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    body: z.strictObject({ enabled: z.boolean() }),
    success: 200,
    response: account,
    problems: ['LAST_METHOD'],
  }),
  enableMfa: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/enable-mfa',
    summary:
      'Asks the people of an account for a second factor after their password, or ends that. Who has none yet sets ' +
      'one up at the next sign-in.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    body: z.strictObject({ enabled: z.boolean() }),
    success: 200,
    response: account,
  }),
  allowUserCreation: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/user-creation-via-sso',
    summary:
      'Makes a user of whoever is new and signs in by the identity provider of an account, with a mail address of ' +
      'its verified domains; or ends that.',
    access: ACCESS.accounts.editSignIn,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    body: z.strictObject({ enabled: z.boolean() }),
    success: 200,
    response: account,
    problems: ['SYSTEM_ACCOUNT'],
  }),
  reassign: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/partner',
    summary:
      'Gives a customer to another partner, or to none. With the partner that was read, it is refused with ' +
      'CHANGED_MEANWHILE where somebody else was faster.',
    access: ACCESS.accounts.reassign,
    reauthenticate: true,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    body: z.strictObject({
      partner_account_id: idOrNull,
      old_partner_account_id: idOrNull.optional().describe('Whose customer it was when it was read.'),
    }),
    success: 200,
    response: account,
    problems: [
      'CHANGED_MEANWHILE',
      'SYSTEM_ACCOUNT',
      'PARTNER_ACCOUNT',
      'PARTNER_INACTIVE',
      'LICENSE_PARTNER_SHORT',
      'LICENSE_PARTNER_LIMITED',
      'LICENSE_USED_UP',
      'LAST_ADMINISTRATOR',
    ],
  }),
  link: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/link',
    summary: 'Links an account to the external identity service.',
    access: ACCESS.accounts.link,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    body: accountLink,
    success: 201,
    response: account,
    problems: ['ALREADY_LINKED', 'FEDERATED_ID_EXISTS', 'SYSTEM_ACCOUNT'],
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/unlink',
    summary: 'Ends the link to the external identity service.',
    access: ACCESS.accounts.unlink,
    audit: UPDATE,
    params: ONE_ACCOUNT,
    success: 201,
    response: account,
    problems: ['NOT_LINKED'],
  }),
  ...accountOverTime,
  ...accountSignIn,
  ...accountEmailDomains,
  ...accountsBulk,
  ...signInTrials,
  ...accountSaml,
  ...accountOidc,
  ...signInSetup,
};
