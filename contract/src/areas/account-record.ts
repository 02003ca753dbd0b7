/** What an account is made of, and how its list is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, inputNames, STAMPS } from '../record.ts';

export const ACCOUNT_TYPES = ['standard', 'partner'] as const;

/**
 * `active` is the switch alone; the API answers it as `switched_on`, and as `active` whether the account is in service.
 * Both days of the service period are in it; the API answers them as `service_period`.
 */
export const ACCOUNT = columns({
  id: { type: 'id' },
  name: { type: 'text', format: 'accountName', input: 'required', label: 'accounts.name' },
  display_name: { type: 'text' },
  active: {
    type: 'boolean',
    from: 'default',
    internal: true,
    audited: true,
    exported: true,
    label: 'accounts.status',
    valueTexts: ['accounts.inactive', 'accounts.active'],
  },
  friendly_identifier: {
    type: 'text',
    format: 'identifier',
    input: 'required',
    fixed: true,
    label: 'accounts.identifier',
  },
  service_from: { type: 'day', internal: true, audited: true, exported: true, label: 'accounts.startDate' },
  service_to: {
    type: 'day',
    nullable: true,
    internal: true,
    audited: true,
    exported: true,
    label: 'accounts.endDate',
  },
  locale: {
    type: 'text',
    format: 'locale',
    from: 'default',
    input: 'required',
    exported: false,
    label: 'accounts.language',
  },
  type: {
    type: 'choice',
    of: ACCOUNT_TYPES,
    audited: true,
    exported: true,
    label: 'accounts.type',
    valueTexts: 'accounts.type',
  },
  partner_account_id: { type: 'id', nullable: true },
  partner_account_name: {
    type: 'text',
    nullable: true,
    from: 'trigger',
    audited: true,
    exported: true,
    label: 'accounts.partner',
  },
  system_account: { type: 'boolean', from: 'default' },
  license_version: { type: 'text', from: 'default' },
  federation_status: { type: 'text', nullable: true, exported: true, label: 'accounts.federationStatus' },
  federated_account_id: {
    type: 'text',
    nullable: true,
    audited: true,
    exported: true,
    label: 'accounts.federatedId',
  },
  federated_account_name: { type: 'text', nullable: true },
  federated_account_details_url: { type: 'text', nullable: true },
  allow_user_creation_via_sso: { type: 'boolean', from: 'default' },
  name_folded: { type: 'text', from: 'generated', internal: true },
  owner_account_id: { type: 'id', from: 'generated', internal: true },
  partner_since: { type: 'instant', nullable: true, internal: true },
  standard_sign_in: {
    type: 'boolean',
    from: 'default',
    internal: true,
    audited: true,
    label: 'accounts.standardSignIn',
    valueTexts: ['accounts.off', 'accounts.on'],
  },
  certificate_sign_in: {
    type: 'boolean',
    from: 'default',
    internal: true,
    audited: true,
    label: 'accounts.certificateSignIn',
    valueTexts: ['accounts.off', 'accounts.on'],
  },
  saml_sign_in: {
    type: 'boolean',
    from: 'default',
    internal: true,
    audited: true,
    label: 'accounts.samlSignIn',
    valueTexts: ['accounts.off', 'accounts.on'],
  },
  oidc_sign_in: {
    type: 'boolean',
    from: 'default',
    internal: true,
    audited: true,
    label: 'accounts.oidcSignIn',
    valueTexts: ['accounts.off', 'accounts.on'],
  },
  mfa_enabled: {
    type: 'boolean',
    from: 'default',
    internal: true,
    audited: true,
    label: 'accounts.secondFactor',
    valueTexts: ['accounts.off', 'accounts.on'],
  },
  dta_enabled: { type: 'boolean', from: 'default', internal: true },
  ...STAMPS,
  deleted_at: { type: 'instant', nullable: true, internal: true },
});

/** The columns of an account that a list answers. */
export const ACCOUNT_ROW = [
  'id',
  ...inputNames(ACCOUNT),
  'display_name',
  'type',
  'partner_account_id',
  'partner_account_name',
  'system_account',
  'federated_account_id',
  'federated_account_name',
  'federated_account_details_url',
  'federation_status',
] as const;

/** `friendly_identifier` takes the account's id as well, and `partner_account_name` the partner's. */
export const ACCOUNT_FILTERS = filters({
  name: { type: 'text', max: LIMITS.accountNameMax },
  active: { type: 'boolean', description: 'Rows that are in service today, or those that are not.' },
  friendly_identifier: {
    type: 'text',
    max: 255,
    description: 'Rows whose friendly_identifier contains this, or the row of this id.',
  },
  type: { type: 'choice', of: ACCOUNT_TYPES },
  partner_account_name: {
    type: 'text',
    max: LIMITS.accountNameMax,
    description: 'Rows whose partner_account_name contains this, or those of the partner of this id.',
  },
  end_date_from: { type: 'day', description: 'Rows whose service period ends on this day or later.' },
  end_date_to: {
    type: 'day',
    notBefore: 'end_date_from',
    description: 'Rows whose service period ends on this day or before.',
  },
});

export const ACCOUNT_SORT = [
  'name',
  'active',
  'friendly_identifier',
  'service_period.from',
  'service_period.to',
  'type',
  'partner_account_name',
] as const;
