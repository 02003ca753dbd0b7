/**
 * The tables as Kysely sees them; those of a declared record are made of its columns. A test compares them with
 * information_schema.
 */
import type { ACCOUNT } from '@signet/contract/areas/account-record';
import type { API_TOKEN } from '@signet/contract/areas/api-token-record';
import type { PackageCode } from '@signet/contract/areas/package-catalogue';
import type { AUDIT_RECEIVER, DeliveryFailure } from '@signet/contract/areas/audit-receiver-record';
import type { ENROLLMENT } from '@signet/contract/areas/enrollment-record';
import type { OAUTH_CLIENT } from '@signet/contract/areas/oauth-client-record';
import type { EndingKind } from '@signet/contract/areas/ends-soon-record';
import type { CONTACT, ORGANIZATION } from '@signet/contract/areas/organization-record';
import type { SIGNING_CLIENT } from '@signet/contract/areas/signing-client-record';
import type { ROLE } from '@signet/contract/areas/role-record';
import type { SelfServiceScope } from '@signet/contract/areas/self-service-rules';
import type { BulkActName, BulkOutcome, BulkVerdict } from '@signet/contract/bulk-names';
import type { LicenseGeneration } from '@signet/contract/licensed-features';
import type { Reason } from '@signet/contract/problem';
import type { AppCode, Credential } from '@signet/contract/viewer';
import type { ColumnType, Generated } from 'kysely';
import type { AccountMigrationTables } from '../account-migration/tables.ts';
import type { AuditTables } from '../audit/tables.ts';
import type { AuthorityTables } from '../authority/tables.ts';
import type { OauthTables } from '../oauth/tables.ts';
import type { SignInTables } from '../sign-in/tables.ts';
import type { Computed, Instant, InstantOrNull, Json, JsonOrNull, OrNull } from './column-types.ts';
import type { TableOf } from './columns.ts';

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
  api_credential: Generated<'token' | 'certificate' | 'certificate_and_token'>;
  active: Generated<boolean>;
  /** When the last invitation was sent, answered since or not. */
  invited_at: InstantOrNull;
  verified_at: InstantOrNull;
  /** The address that was last shown to be the person's; proved is `email` where it is the same. */
  email_proved: OrNull<string>;
  /** What the person has entered for themselves; null where an administrator's word stands since. */
  email_claimed: OrNull<string>;
  user_name_claimed: OrNull<string>;
  password_hash: OrNull<string>;
  agreement_accepted_at: InstantOrNull;
  agreement_locale: OrNull<string>;
  aliases: ColumnType<Record<string, string>, string | undefined, string>;
  onelogin_id: OrNull<string>;
  onelogin_url: OrNull<string>;
  saml_username: OrNull<string>;
  oidc_username: OrNull<string>;
  nationality: OrNull<string>;
  created_at: Instant;
  updated_at: Instant;
  deleted_at: InstantOrNull;
  version: Generated<number>;
  updated_by: OrNull<string>;
  description: Generated<string>;
  name: Computed<string>;
  names_folded: Computed<string>;
  /** Kept by a trigger. */
  owner_account_id: OrNull<string>;
  default_app_url: OrNull<string>;
  /** Of the row that stands for an OAuth client as the author of what it does. */
  oauth_client_id: OrNull<string>;
};

type PlatformTables = {
  account: TableOf<typeof ACCOUNT>;
  organization: TableOf<typeof ORGANIZATION>;
  contact: TableOf<typeof CONTACT>;
  api_token: TableOf<typeof API_TOKEN>;
  enrollment: TableOf<typeof ENROLLMENT>;
  oauth_client: TableOf<typeof OAUTH_CLIENT>;
  signing_client: TableOf<typeof SIGNING_CLIENT>;
  oauth_client_secret: {
    id: string;
    client_id: string;
    secret_hash: string;
    last_four: string;
    created_at: Instant;
    expires_at: InstantOrNull;
  };
  account_package: {
    account_id: string;
    application_code: AppCode;
    package_code: PackageCode;
    enabled_at: Instant;
    enabled_by: OrNull<string>;
  };
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
  /** By how much lists have grown or shrunk since {@link PlatformTables.row_count} was added up. */
  row_count_delta: {
    list: string;
    owner_account_id: OrNull<string>;
    account_id: OrNull<string>;
    change: ColumnType<string, number, number>;
  };
  row_count: {
    list: string;
    scope: 'system' | 'partner' | 'account';
    owner_account_id: OrNull<string>;
    account_id: OrNull<string>;
    rows: ColumnType<string, number, number>;
  };
  audit_receiver: TableOf<typeof AUDIT_RECEIVER>;
  audit_delivery: {
    receiver_id: string;
    secret_sealed: OrNull<Buffer>;
    next_index: ColumnType<string, number, number>;
    batch_end: ColumnType<string | null, number | null | undefined, number | null>;
    batch_limit: OrNull<number>;
    owed_since: Instant;
    sent_at: InstantOrNull;
    failure: OrNull<DeliveryFailure>;
    failure_detail: Generated<string>;
    failed_tries: Generated<number>;
    failed_at: InstantOrNull;
    next_try_at: InstantOrNull;
    test_asked_at: InstantOrNull;
    tested_at: InstantOrNull;
    test_failure: OrNull<DeliveryFailure>;
    test_failure_detail: Generated<string>;
    lease: OrNull<string>;
    leased_until: InstantOrNull;
  };
  list_setting: { user_id: string; list: string; value: Json<NonNullable<unknown>>; updated_at: Instant };
  app_user: AppUserTable;
  user_account: { user_id: string; account_id: string; given_at: InstantOrNull };
  role: TableOf<typeof ROLE>;
  user_role: {
    user_id: string;
    role_id: string;
    given_at: InstantOrNull;
    /** This and what follows is the person's, kept by triggers. */
    owner_account_id: OrNull<string>;
    primary_account_id: OrNull<string>;
    living: Generated<boolean>;
    service_user: Generated<boolean>;
    name: OrNull<string>;
  };
  /** What was had before `until`, kept by triggers. */
  user_account_past: { user_id: string; account_id: string; given_at: InstantOrNull; until: Instant };
  user_role_past: { user_id: string; role_id: string; given_at: InstantOrNull; until: Instant };
  app_user_past: {
    user_id: string;
    access_scope: AppUserTable['access_scope'];
    primary_account_id: OrNull<string>;
    active: boolean;
    verified_at: InstantOrNull;
    agreement_accepted_at: InstantOrNull;
    until: Instant;
  };
  role_past: { role_id: string; name: string; permissions: string[]; until: Instant };
  account_past: {
    account_id: string;
    active: boolean;
    service_from: string;
    service_to: OrNull<string>;
    until: Instant;
  };
  feature_flag_past: { name: string; key: string; enabled: OrNull<boolean>; until: Instant };
  /** Kept by triggers; without an account it is of the platform. */
  administrator: { user_id: string; account_id: OrNull<string> };
  account_feature: {
    account_id: string;
    app_code: string;
    feature_id: string;
    enabled: boolean;
    end_date: OrNull<string>;
    announced_end: OrNull<string>;
    ended_on: OrNull<string>;
    version: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
    updated_by: OrNull<string>;
  };
  platform_setting: { name: string; value: Json<NonNullable<unknown>>; updated_at: Instant };
  feature_flag: { name: string; key: Generated<string>; enabled: boolean; updated_at: Instant };
  platform_license: { id: string; body: string; installed_at: Instant; installed_by: OrNull<string> };
  license_pool: {
    id: string;
    kind: 'issuer' | 'platform' | 'account';
    account_id: OrNull<string>;
    app_code: string;
    feature: string;
    generation: LicenseGeneration;
    owner_pool_id: OrNull<string>;
    unlimited: Generated<boolean>;
    licensed: Generated<boolean>;
    held: Generated<string>;
    handed_on: Generated<string>;
    version: Generated<string>;
  };
  license_slot: {
    pool_id: string;
    slot: number;
    unlimited: Generated<boolean>;
    share: Generated<string>;
    used: Generated<string>;
  };
  license_move: {
    id: string;
    operation_id: string;
    at: Instant;
    kind: 'install' | 'allocate' | 'return' | 'reset' | 'reassign' | 'delete';
    pool_id: string;
    limit_before: string;
    limit_after: string;
    used_before: string;
    used_after: string;
    actor_id: OrNull<string>;
    actor_name: OrNull<string>;
  };
  license_entry: {
    move_id: string;
    pool_id: string;
    version: string;
    delta: string;
    held_before: string;
    held_after: string;
    handed_on: string;
    at: Instant;
  };
  license_operation: { id: string; account_id: string; app_code: string; request_hash: Buffer; at: Instant };
  license_use: {
    id: string;
    pool_id: string;
    slot: number;
    account_id: OrNull<string>;
    subject_kind: string;
    subject_id: string;
    quantity: string;
    used_at: Instant;
    released_at: InstantOrNull;
  };
  account_license: { account_id: string; app_code: string; feature_version: LicenseGeneration };
  self_service_link: {
    id: string;
    account_id: string;
    domains: string[];
    access_scope: SelfServiceScope;
    ends_on: string;
    state_hash: Buffer;
    state_sealed: Buffer;
    made_at: Instant;
    made_by: string;
    made_via: JsonOrNull<Credential>;
  };
  self_service_request: {
    id: string;
    link_id: string;
    state_hash: Buffer;
    email: string;
    locale: string;
    begun_at: Instant;
    expires_at: Instant;
    validated_at: InstantOrNull;
    names_tried: Generated<number>;
    user_id: OrNull<string>;
    signed_in_at: InstantOrNull;
  };
  self_service_code: {
    id: string;
    request_id: string;
    email: string;
    made_at: Instant;
    expires_at: Instant;
    code_sealed: OrNull<Buffer>;
    tries: Generated<number>;
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
    row_count: Generated<number>;
    change_count: Generated<number>;
    settled_count: OrNull<number>;
    failed_count: OrNull<number>;
    done_count: OrNull<number>;
    made_at: Instant;
    expires_at: Instant;
    run_by: JsonOrNull<NonNullable<unknown>>;
    started_at: InstantOrNull;
    stop_asked_at: InstantOrNull;
    ended_at: InstantOrNull;
    seen_at: InstantOrNull;
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
    overdue: Generated<boolean>;
  };
  ending_snooze: {
    kind: EndingKind;
    subject: string;
    account_id: OrNull<string>;
    ends_at: Instant;
    until: string;
    reason: string;
    made_at: Instant;
    made_by: string;
  };
  ending_webhook: {
    user_id: string;
    id: string;
    address: string;
    secret_sealed: Buffer;
    made_at: Instant;
    told_on: string;
    next_try_at: Instant;
    failed_tries: Generated<number>;
    failure: OrNull<DeliveryFailure>;
    failure_detail: Generated<string>;
    failed_at: InstantOrNull;
    sent_at: InstantOrNull;
  };
  calendar_feed: { user_id: string; secret_hash: Buffer; made_at: Instant; last_read_at: InstantOrNull };
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
    /** Since when it waits; null where it never did, and of mail of before 0110. */
    queued_at: InstantOrNull;
    /** When its last try had failed; null where a mail server has refused it for good. */
    given_up_at: InstantOrNull;
  };
};

export type Database = PlatformTables &
  SignInTables &
  AuditTables &
  AuthorityTables &
  OauthTables &
  AccountMigrationTables;
