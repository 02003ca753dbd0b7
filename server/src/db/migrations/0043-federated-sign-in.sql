-- People of an account may be sent to its identity provider, and be asked for a second factor after a password.
alter table account
  add column saml_sign_in boolean not null default false,
  add column oidc_sign_in boolean not null default false,
  add column mfa_enabled boolean not null default false;
-- No path may leave an account without a way in.
alter table account add constraint account_has_a_way_in
  check (standard_sign_in or saml_sign_in or oidc_sign_in or certificate_sign_in) not valid;
alter table account validate constraint account_has_a_way_in;

-- A person who was sent to an identity provider and is not back. Who comes back takes the row away: once.
create table federated_request (
  -- Travels: the ID of a SAML request, the state of an OpenID Connect request.
  id text primary key,
  account_id uuid not null references account (id),
  method text not null check (method in ('saml', 'oidc')),
  -- Who tries the settings, and signs nobody in; null for a sign-in.
  trial_by uuid references app_user (id),
  -- What has to be known when the person is back, such as the login transaction, nonce and code verifier; sealed.
  kept_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index federated_request_account on federated_request (account_id);
create index federated_request_trial on federated_request (trial_by) where trial_by is not null;
create index federated_request_expires on federated_request (expires_at);

-- Domains of mail addresses: who has one of them is sent to this account's identity provider.
create table account_email_domain (
  account_id uuid not null references account (id),
  -- In small letters, as in the DNS (RFC 1035).
  name text not null check (name = lower(name)),
  -- Who says that the domain is theirs: a record in the DNS, or an administrator.
  verified_at timestamptz,
  verified_by text check (verified_by in ('dns', 'administrator')),
  -- What the record in the DNS holds.
  proof text not null,
  created_at timestamptz not null,
  created_by uuid references app_user (id),
  primary key (account_id, name),
  check ((verified_at is null) = (verified_by is null))
);
-- A domain leads to one account.
create unique index account_email_domain_verified on account_email_domain (name) where verified_at is not null;
create index account_email_domain_created_by on account_email_domain (created_by);
