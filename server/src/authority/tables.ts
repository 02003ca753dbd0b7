/** The tables of the authorities, as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely';
import type { RevocationReason } from '../x509/crl.ts';
import type { CERTIFICATE_PROFILE } from '@signet/contract/areas/certificate-profile-record';
import type { CERTIFICATE_TEMPLATE, CertType } from '@signet/contract/areas/certificate-template-record';
import type { KeyAttestation } from '@signet/contract/areas/key-attestation';
import type { SEAT } from '@signet/contract/areas/seat-record';
import type { TableOf } from '../db/columns.ts';
import type { Instant, JsonOrNull, OrNull } from '../db/column-types.ts';
import type { KeyType } from '@signet/contract/key-types';

/** What was attested, with the certificates by which it can be asked again, DER as base64, that of the key first. */
export type StoredAttestation = KeyAttestation & { certificates: string[] };

type Stamps = {
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  updated_by: OrNull<string>;
};

/** `retired`: it signs lists and answers on status, and no certificate any more. */
export type AuthorityState = 'intended' | 'active' | 'retired' | 'revoked';

export type AuthorityTables = {
  certificate_profile: TableOf<typeof CERTIFICATE_PROFILE>;
  certificate_authority: Stamps & {
    id: string;
    name: string;
    issuer_id: OrNull<string>;
    account_id: OrNull<string>;
    state: AuthorityState;
    key_type: KeyType;
    key_location: 'sealed' | 'pkcs11';
    key_sealed: OrNull<Buffer>;
    key_reference: OrNull<string>;
    public_key: Buffer;
    subject: Buffer;
    certificate_id: OrNull<string>;
    valid_from: Instant;
    valid_to: Instant;
    replaces_id: OrNull<string>;
    key_gone_since: OrNull<Date>;
  };
  certificate: Stamps & {
    id: string;
    authority_id: OrNull<string>;
    serial: Buffer;
    state: 'intended' | 'issued' | 'revoked';
    cert_type: CertType;
    purposes: Generated<string[]>;
    profile_id: OrNull<string>;
    account_id: OrNull<string>;
    user_id: OrNull<string>;
    enabled: Generated<boolean>;
    name: Generated<string>;
    common_name: string;
    subject_text: string;
    issuer_text: string;
    email: Generated<string>;
    key_type: string;
    valid_from: Instant;
    valid_to: Instant;
    content: OrNull<Buffer>;
    key_attestation: JsonOrNull<StoredAttestation>;
    certificate: OrNull<Buffer>;
    fingerprint: OrNull<string>;
    /** SHA-256 of the key; null for one that was made before it was asked for. */
    key_sha256: OrNull<string>;
    revoked_at: OrNull<Date>;
    revocation_reason: OrNull<RevocationReason>;
    revoked_by: OrNull<string>;
    seat_id: OrNull<string>;
    template_id: OrNull<string>;
    subject_folded: ColumnType<string, never, never>;
    /** Kept by a trigger. */
    owner_account_id: OrNull<string>;
    reminded_end: OrNull<string>;
    reminded_days: OrNull<number>;
    created_by: OrNull<string>;
  };
  seat: TableOf<typeof SEAT>;
  certificate_template: TableOf<typeof CERTIFICATE_TEMPLATE>;
  certificate_revocation_list: {
    authority_id: string;
    number: ColumnType<string, number, number>;
    this_update: Instant;
    next_update: Instant;
    list: Buffer;
  };
  certificate_finding: {
    certificate_id: string;
    findings: string[];
    found_at: Instant;
  };
  ocsp_responder: {
    authority_id: string;
    certificate_id: string;
    key_sealed: Buffer;
    valid_to: Instant;
  };
  client_auth_server: {
    single: Generated<boolean>;
    certificate_id: string;
    key_sealed: Buffer;
    host: string;
    valid_to: Instant;
  };
};
