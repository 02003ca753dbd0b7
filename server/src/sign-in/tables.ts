/** The tables of signing in, as Kysely sees them: providers, sessions, second factors, and the codes of links. */
import type { OIDC_CONFIG } from '@signet/contract/areas/oidc-config-record';
import type { SamlCertificateState } from '@signet/contract/areas/saml-names';
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import type { SetupPurpose } from '@signet/contract/areas/sign-in-setup-rules';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, InstantOrNull, Json, JsonOrNull, OrNull } from '../db/column-types.ts';
import type { TableOf } from '../db/columns.ts';
import type { ProviderKeys, ProviderMetadata } from '../db/provider-metadata.ts';

export type SignInTables = {
  login_transaction: {
    state_hash: Buffer;
    user_name: string;
    locale: string;
    created_at: Instant;
    expires_at: Instant;
  };
  federated_request: {
    id: string;
    account_id: string;
    method: FederatedMethod;
    trial_by: OrNull<string>;
    kept_sealed: Buffer;
    created_at: Instant;
    expires_at: Instant;
  };
  federated_answer: {
    id: string;
    account_id: string;
    method: FederatedMethod;
    trial_by: OrNull<string>;
    claim_hash: OrNull<Buffer>;
    asked: boolean;
    problem: OrNull<string>;
    kept_sealed: Buffer;
    created_at: Instant;
    expires_at: Instant;
  };
  saml_config: {
    account_id: string;
    id: string;
    entity_id: string;
    sign_on_address: string;
    metadata: string;
    metadata_url: OrNull<string>;
    idp_initiated: Generated<boolean>;
    email_attribute: OrNull<string>;
    first_name_attribute: OrNull<string>;
    last_name_attribute: OrNull<string>;
    refresh_at: InstantOrNull;
    refreshed_at: InstantOrNull;
    refresh_failures: Generated<number>;
    refresh_fault: OrNull<string>;
    offered_metadata: OrNull<string>;
    offered_at: InstantOrNull;
    offer_declined: Generated<boolean>;
    valid_until: InstantOrNull;
    version: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
    updated_by: OrNull<string>;
  };
  saml_certificate: {
    account_id: string;
    thumb_print: string;
    certificate: Buffer;
    common_name: string;
    valid_from: Instant;
    valid_to: Instant;
    state: SamlCertificateState;
    added_at: Instant;
    last_used_at: InstantOrNull;
    dropped_at: InstantOrNull;
    reminded_days: OrNull<number>;
  };
  saml_key: {
    id: string;
    account_id: string;
    certificate: Buffer;
    key_sealed: Buffer;
    state: SamlCertificateState;
    created_at: Instant;
    valid_to: Instant;
    reminded_days: OrNull<number>;
  };
  saml_assertion: { account_id: string; assertion_id: string; expires_at: Instant };
  oidc_config: TableOf<typeof OIDC_CONFIG>;
  oidc_connection: {
    config_id: string;
    secret_sealed: Buffer;
    metadata: Json<ProviderMetadata>;
    discovered_at: Instant;
    keys: JsonOrNull<ProviderKeys>;
  };
  account_email_domain: {
    account_id: string;
    name: string;
    verified_at: InstantOrNull;
    verified_by: OrNull<'dns' | 'administrator'>;
    proof: string;
    created_at: Instant;
    created_by: OrNull<string>;
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
    ended_reason: OrNull<'logout' | 'elsewhere' | 'reuse' | 'password' | 'disabled' | 'certificate' | 'provider'>;
    certificate_id: OrNull<string>;
    latest_end: InstantOrNull;
    proved_at: InstantOrNull;
    saml_sealed: OrNull<Buffer>;
    saml_name_hash: OrNull<Buffer>;
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
  authenticator_app: {
    id: string;
    user_id: string;
    name: string;
    seed_sealed: Buffer;
    confirmed_at: InstantOrNull;
    last_step: Generated<number>;
    created_at: Instant;
    last_used_at: InstantOrNull;
  };
  recovery_code: { user_id: string; code_hash: Buffer; created_at: Instant };
  security_key: {
    id: string;
    user_id: string;
    name: string;
    credential_id: string;
    public_key: Buffer;
    counter: ColumnType<string, number, number>;
    transports: string[];
    passkey: boolean;
    created_at: Instant;
    last_used_at: InstantOrNull;
  };
  second_factor_failure: { id: string; user_id: string; at: Instant };
  second_factor_reset: { user_id: string; reset_at: Instant };
  pending_sign_in: { token_hash: Buffer; user_id: string; created_at: Instant; expires_at: Instant };
  key_challenge: {
    challenge: string;
    purpose: 'sign-in' | 'passkey' | 'add' | 'prove';
    user_id: OrNull<string>;
    expires_at: Instant;
  };
  known_device: { user_id: string; device_hash: Buffer; signed_in_at: Instant };
  user_code: {
    code_hash: Buffer;
    user_id: string;
    purpose: 'verify' | 'reset' | 'callback' | 'idp' | 'unlock' | 'certificate' | 'recovery';
    state_hash: OrNull<Buffer>;
    certificate_id: OrNull<string>;
    two_factors: Generated<boolean>;
    provider: OrNull<FederatedMethod>;
    saml_sealed: OrNull<Buffer>;
    saml_name_hash: OrNull<Buffer>;
    created_at: Instant;
    expires_at: Instant;
    used_at: InstantOrNull;
  };
  sign_in_setup_link: {
    id: string;
    account_id: string;
    purpose: SetupPurpose;
    secret_hash: Buffer;
    made_by: string;
    made_at: Instant;
    expires_at: Instant;
    used_at: InstantOrNull;
    revoked_at: InstantOrNull;
  };
};
