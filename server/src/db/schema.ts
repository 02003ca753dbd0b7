/**
 * The tables as Kysely sees them; those of a declared record are made of its columns. A test compares them with
 * information_schema.
 */
import type { ACCOUNT } from '@signet/contract/areas/account-record';
import type { CONTACT, ORGANIZATION } from '@signet/contract/areas/organization-record';
import type { BulkActName, BulkOutcome, BulkVerdict } from '@signet/contract/bulk-names';
import type { Reason } from '@signet/contract/problem';
import type { ColumnType, Generated } from 'kysely';
import type { AuditTables } from '../audit/tables.ts';
import type { TableOf } from './columns.ts';

type Instant = ColumnType<Date, Date, Date>;
type InstantOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** A column that the database makes of others. */
type Computed<T> = ColumnType<T, never, never>;

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

export type Database = AuditTables & {
  account: TableOf<typeof ACCOUNT>;
  organization: TableOf<typeof ORGANIZATION>;
  contact: TableOf<typeof CONTACT>;
  search_entry: {
    id: string;
    kind: 'account' | 'organization' | 'person';
    account_id: OrNull<string>;
    owner_account_id: OrNull<string>;
    begins: string;
    named: string;
    holds: string;
    sampled: Computed<boolean>;
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
  login_failure: { id: string; user_name: string; device_hash: OrNull<Buffer>; at: Instant };
  known_device: { user_id: string; device_hash: Buffer; signed_in_at: Instant };
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
  bulk_plan: {
    id: string;
    made_by: string;
    act: BulkActName;
    input: JsonOrNull<Record<string, unknown>>;
    filters: JsonOrNull<Record<string, unknown>>;
    undoes: OrNull<string>;
    effects: Json<Record<string, number>>;
    typed: boolean;
    made_at: Instant;
    expires_at: Instant;
    run_by: JsonOrNull<NonNullable<unknown>>;
    started_at: InstantOrNull;
    stop_asked_at: InstantOrNull;
    ended_at: InstantOrNull;
  };
  bulk_row: {
    plan_id: string;
    position: number;
    target_id: string;
    name: string;
    version: number;
    verdict: BulkVerdict;
    reason: JsonOrNull<Reason>;
    input: JsonOrNull<NonNullable<unknown>>;
    outcome: OrNull<BulkOutcome>;
    outcome_reason: JsonOrNull<Reason>;
    undo_input: JsonOrNull<NonNullable<unknown>>;
    done_version: OrNull<number>;
  };
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
