-- The platform's own certificate authorities, what they have signed, and what they say of it.

-- What a certificate is for. The product's own have an account of none and can't be changed.
create table certificate_profile (
  id uuid primary key,
  name text not null,
  -- Null for those that every account may use.
  account_id uuid references account (id),
  -- The name by which the product itself asks for it; null for those that people made.
  built_in text,
  description text not null default '',
  -- What may be made by it: another authority, or a certificate for somebody.
  cert_type text not null check (cert_type in ('root_ca', 'issuing_ca', 'end_entity')),
  -- How many authorities may stand below (RFC 5280, 4.2.1.9); null for end entities.
  path_length integer check (path_length >= 0),
  key_usage text[] not null,
  purposes text[] not null default '{}',
  key_types text[] not null,
  days integer not null check (days > 0),
  -- Says itself that nobody need ask for its status (RFC 6960, 4.2.2.2.1).
  unrevocable boolean not null default false,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id),
  check ((cert_type = 'end_entity') = (path_length is null))
);
create unique index certificate_profile_built_in on certificate_profile (built_in) where built_in is not null;
create unique index certificate_profile_name on certificate_profile
  (coalesce(account_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where archived_at is null;

-- Who signs. The private key lies sealed in `key_sealed`, or in a token that knows it by `key_reference`.
create table certificate_authority (
  id uuid primary key,
  name text not null,
  -- Who signed its certificate; null for a root.
  issuer_id uuid references certificate_authority (id),
  -- Null for those of the platform, which sign for every account that has none of its own.
  account_id uuid references account (id),
  -- `intended`: written down before its key was used; `retired`: signs lists and answers, and no certificate.
  state text not null check (state in ('intended', 'active', 'retired', 'revoked')),
  key_type text not null,
  key_location text not null check (key_location in ('sealed', 'pkcs11')),
  key_sealed bytea,
  key_reference text,
  -- SubjectPublicKeyInfo, and the subject, DER.
  public_key bytea not null,
  subject bytea not null,
  -- Its certificate in the table below; null until that is signed.
  certificate_id uuid,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  -- The authority whose place it has taken.
  replaces_id uuid references certificate_authority (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id),
  check (num_nonnulls(key_sealed, key_reference) = 1)
);
create index certificate_authority_account on certificate_authority (account_id, state);
create unique index certificate_authority_name on certificate_authority
  (coalesce(account_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where state in ('active', 'retired');

-- Every certificate that was signed here, or is about to be, and those of other authorities that people brought.
create table certificate (
  id uuid primary key,
  -- Null for one that was uploaded.
  authority_id uuid references certificate_authority (id),
  -- As a positive number, without noughts before it.
  serial bytea not null,
  -- `intended`: written down, and perhaps signed; whatever becomes of that, it can be revoked.
  state text not null check (state in ('intended', 'issued', 'revoked')),
  cert_type text not null check (cert_type in ('root_ca', 'issuing_ca', 'end_entity')),
  purposes text[] not null default '{}',
  profile_id uuid references certificate_profile (id),
  account_id uuid references account (id),
  -- Whom it signs in; null where it is for something else.
  user_id uuid references app_user (id),
  -- May it sign in: switched by hand.
  enabled boolean not null default true,
  common_name text not null,
  subject_text text not null,
  issuer_text text not null,
  email text not null default '',
  key_type text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  -- What is signed (TBSCertificate); null for one that was uploaded.
  content bytea,
  -- The whole, DER; null until it is signed.
  certificate bytea,
  -- SHA-256 of the whole, in hexadecimal.
  fingerprint text,
  revoked_at timestamptz,
  revocation_reason text,
  revoked_by uuid references app_user (id),
  -- The end of which its person was reminded, and how many days before.
  reminded_end date,
  reminded_days integer,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid references app_user (id),
  updated_at timestamptz not null,
  updated_by uuid references app_user (id),
  check ((state = 'revoked') = (revoked_at is not null and revocation_reason is not null)),
  check (state = 'intended' or certificate is not null or state = 'revoked'),
  check ((certificate is null) = (fingerprint is null))
);
-- A serial is one certificate's of its authority for ever (RFC 5280, 4.1.2.2).
create unique index certificate_serial on certificate (authority_id, serial) where authority_id is not null;
create unique index certificate_fingerprint on certificate (fingerprint) where fingerprint is not null;
create index certificate_person on certificate (user_id, valid_to) where user_id is not null;
-- What a list of revoked ones is made of.
create index certificate_revoked on certificate (authority_id, valid_to) where state = 'revoked';
create index certificate_newly_revoked on certificate (authority_id, revoked_at) where state = 'revoked';
-- Intentions that nobody has carried out.
create index certificate_intended on certificate (created_at) where state = 'intended';
alter table certificate_authority add foreign key (certificate_id) references certificate (id);

-- The newest list of revoked certificates of each authority.
create table certificate_revocation_list (
  authority_id uuid primary key references certificate_authority (id),
  number bigint not null,
  this_update timestamptz not null,
  next_update timestamptz not null,
  list bytea not null
);

-- Who answers for an authority what the status of a certificate is: a key of its own, with a certificate for weeks.
create table ocsp_responder (
  authority_id uuid primary key references certificate_authority (id),
  certificate_id uuid not null references certificate (id),
  key_sealed bytea not null,
  valid_to timestamptz not null
);

-- What the product itself makes, as `BUILT_IN` of server/src/x509/profile.ts has it; a test compares them.
insert into certificate_profile
  (id, name, built_in, cert_type, path_length, key_usage, purposes, key_types, days, unrevocable, created_at, updated_at)
values
  ('00000000-0000-7000-8000-0000000000c1', 'Root authority', 'root', 'root_ca', 1,
    '{digitalSignature,keyCertSign,cRLSign}', '{}', '{rsa_4096,rsa_3072,ec_p384,rsa_2048,ec_p256}', 7305, false,
    now(), now()),
  ('00000000-0000-7000-8000-0000000000c2', 'Issuing authority', 'issuing', 'issuing_ca', 0,
    '{digitalSignature,keyCertSign,cRLSign}', '{}', '{rsa_4096,rsa_3072,ec_p384,rsa_2048,ec_p256}', 3653, false,
    now(), now()),
  ('00000000-0000-7000-8000-0000000000c3', 'Client authentication', 'client_auth', 'end_entity', null,
    '{digitalSignature}', '{client_auth}', '{rsa_2048,ec_p256,rsa_3072,rsa_4096,ec_p384}', 397, false, now(), now()),
  ('00000000-0000-7000-8000-0000000000c4', 'Server authentication', 'server_auth', 'end_entity', null,
    '{digitalSignature}', '{server_auth}', '{rsa_2048,ec_p256,rsa_3072,rsa_4096,ec_p384}', 397, false, now(), now()),
  ('00000000-0000-7000-8000-0000000000c5', 'Status responder', 'ocsp_signer', 'end_entity', null,
    '{digitalSignature}', '{ocsp_signing}', '{rsa_2048,ec_p256,rsa_3072,rsa_4096,ec_p384}', 30, true, now(), now());
