-- Links by which somebody without a user enters one provider of one account.
create table sign_in_setup_link (
  id uuid primary key,
  account_id uuid not null references account (id),
  purpose text not null check (purpose in ('saml', 'oidc', 'saml_certificates')),
  -- SHA-256 of the secret, which was shown once.
  secret_hash bytea not null,
  made_by uuid not null references app_user (id),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check (used_at is null or revoked_at is null)
);
create index sign_in_setup_link_account on sign_in_setup_link (account_id, made_at desc);
create index sign_in_setup_link_maker on sign_in_setup_link (made_by);
create index sign_in_setup_link_expires on sign_in_setup_link (expires_at);
