-- The OpenID Connect provider of an account.
create table oidc_config (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- As the provider calls itself.
  issuer text not null,
  client_id text not null,
  scopes text not null default 'openid email profile',
  -- The claim that says who somebody is; compared with app_user.oidc_username.
  user_claim text not null default 'sub',
  secret_set_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);
create unique index oidc_config_account on oidc_config (account_id);
create index oidc_config_updated_by on oidc_config (updated_by);

-- What signing in needs beside, and renews: nobody edits it.
create table oidc_connection (
  -- Written before the configuration, which is read together with it.
  config_id uuid primary key references oidc_config (id) on delete cascade deferrable initially deferred,
  -- The secret of the client, sealed by the key that stands outside the database.
  secret_sealed bytea not null,
  -- What the provider says of itself, and since when we know.
  metadata jsonb not null,
  discovered_at timestamptz not null,
  -- The provider's public keys, with the second in which they were fetched.
  keys jsonb
);

create index app_user_oidc_username on app_user (primary_account_id, oidc_username)
  where oidc_username is not null and deleted_at is null;
