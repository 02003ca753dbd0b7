/** The tables as Kysely sees them. A test compares them with information_schema. */
import type { ContactField, OrganizationField } from '@signet/contract/areas/organizations';
import type { ColumnType, Generated } from 'kysely';
import type { AuditTables } from '../audit/tables.ts';

type Instant = ColumnType<Date, Date, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A calendar day, YYYY-MM-DD as text (the driver is told not to make a Date of it). */
type Day = ColumnType<string, string, string>;
type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Json<T> = ColumnType<T, string, string>;
/** A column that the database makes of others. */
type Made<T> = ColumnType<T, never, never>;

export type AccountTable = {
  id: string;
  name: string;
  name_folded: Made<string>;
  display_name: string;
  friendly_identifier: string;
  active: Generated<boolean>;
  service_from: Day;
  service_to: OrNull<string>;
  locale: Generated<string>;
  type: 'standard' | 'partner';
  partner_account_id: OrNull<string>;
  partner_account_name: Made<string | null>;
  partner_since: InstantOrNull;
  owner_account_id: Made<string>;
  system_account: Generated<boolean>;
  dta_enabled: Generated<boolean>;
  license_version: Generated<string>;
  federated_account_id: OrNull<string>;
  federated_account_name: OrNull<string>;
  federated_account_details_url: OrNull<string>;
  federation_status: OrNull<string>;
  allow_user_creation_via_sso: Generated<boolean>;
  version: Generated<number>;
  updated_by: OrNull<string>;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: InstantOrNull;
};

export type AppUserTable = {
  id: string;
  user_name: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: Generated<string>;
  locale: Generated<string>;
  date_format: OrNull<string>;
  access_scope: 'system' | 'partner' | 'account' | 'end_user';
  primary_account_id: OrNull<string>;
  service_user: Generated<boolean>;
  active: Generated<boolean>;
  verified_at: InstantOrNull;
  password_hash: OrNull<string>;
  agreement_accepted_at: InstantOrNull;
  agreement_locale: OrNull<string>;
  aliases: ColumnType<Record<string, string>, string | undefined, string>;
  onelogin_id: OrNull<string>;
  onelogin_url: OrNull<string>;
  saml_username: OrNull<string>;
  oidc_username: OrNull<string>;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: InstantOrNull;
};

/** The fields that people fill in are the contract's; all are texts, empty where nothing is known. */
export type OrganizationTable = Record<Exclude<OrganizationField, 'name' | 'country'>, Generated<string>> & {
  id: string;
  account_id: string;
  name: string;
  name_folded: Made<string>;
  owner_account_id: Made<string | null>;
  country: string;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  updated_by: OrNull<string>;
};

export type ContactTable = Record<Exclude<ContactField, 'phone'>, string> & {
  id: string;
  organization_id: string;
  phone: Generated<string>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  updated_by: OrNull<string>;
};

export type Database = AuditTables & {
  account: AccountTable;
  organization: OrganizationTable;
  contact: ContactTable;
  search_entry: {
    id: string;
    kind: 'account' | 'organization' | 'person';
    account_id: OrNull<string>;
    owner_account_id: OrNull<string>;
    begins: string;
    named: string;
    holds: string;
    sampled: Made<boolean>;
  };
  list_setting: { user_id: string; list: string; value: Json<NonNullable<unknown>>; updated_at: Instant };
  app_user: AppUserTable;
  user_account: { user_id: string; account_id: string };
  role: {
    id: string;
    app_code: string;
    name: string;
    description: Generated<string>;
    icon: OrNull<string>;
    account_id: OrNull<string>;
    predefined: Generated<boolean>;
    permissions: string[];
    created_at: Instant;
    archived_at: InstantOrNull;
  };
  user_role: { user_id: string; role_id: string };
  platform_setting: { name: string; value: Json<NonNullable<unknown>>; updated_at: Instant };
  feature_flag: { name: string; key: Generated<string>; enabled: boolean; updated_at: Instant };
  platform_license: { id: string; body: string; installed_at: Instant; installed_by: OrNull<string> };
  login_transaction: {
    state_hash: Buffer;
    user_name: string;
    locale: string;
    created_at: Instant;
    expires_at: Instant;
  };
  session: {
    id: string;
    user_id: string;
    created_at: Instant;
    last_used_at: Instant;
    expires_at: Instant;
    ip: string;
    user_agent: string;
    ended_at: InstantOrNull;
    ended_reason: OrNull<'logout' | 'elsewhere' | 'reuse' | 'password' | 'disabled'>;
  };
  refresh_token: {
    token_hash: Buffer;
    session_id: string;
    issued_at: Instant;
    expires_at: Instant;
    used_at: InstantOrNull;
    successor_sealed: OrNull<Buffer>;
  };
  login_failure: { id: string; user_name: string; at: Instant };
  user_code: {
    code_hash: Buffer;
    user_id: string;
    purpose: 'verify' | 'reset' | 'callback' | 'idp';
    state_hash: OrNull<Buffer>;
    created_at: Instant;
    expires_at: Instant;
    used_at: InstantOrNull;
  };
  rate_window: { bucket: string; window_start: Instant; hits: number };
  mail: {
    id: string;
    created_at: Instant;
    sent_at: InstantOrNull;
    recipient: string;
    subject: string;
    body_sealed: OrNull<Buffer>;
    kind: string;
    locale: string;
    user_id: OrNull<string>;
    status: 'queued' | 'held' | 'sent' | 'failed';
    attempts: Generated<number>;
    error: OrNull<string>;
  };
};
