-- OAuth clients: programs that sign in to the platform by themselves, or sign people in.
create table oauth_client (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- What the client calls itself by; no secret.
  client_id text not null,
  enabled boolean not null default true,
  -- Made by the platform for its own devices.
  dta_client boolean not null default false,
  name text not null,
  authentication text not null default 'client_secret'
    check (authentication in ('client_secret', 'private_key_jwt', 'none')),
  -- Public keys of a client that signs: a JWK Set, or where it is.
  jwks text,
  jwks_uri text,
  grant_types text[] not null default '{client_credentials}',
  redirect_uris text[] not null default '{}',
  -- Permissions by their names, and identity scopes of OpenID Connect.
  scopes text[] not null default '{}',
  -- Written at most once a minute. No index holds it, so that this touches the row alone.
  last_used_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id),
  check (jwks is null or jwks_uri is null)
) with (fillfactor = 80);
create unique index oauth_client_client_id on oauth_client (client_id);
create unique index oauth_client_name on oauth_client (account_id, lower(name));
create index oauth_client_updated_by on oauth_client (updated_by);

-- Of a secret only the SHA-256 is kept, in hexadecimal: 178 random bits, as of API tokens.
create table oauth_client_secret (
  id uuid primary key,
  client_id uuid not null references oauth_client (id) on delete cascade,
  secret_hash text not null,
  last_four text not null,
  created_at timestamptz not null,
  -- Null for the current one; the one before it is good until then, and there are no more than these two.
  expires_at timestamptz
);
create unique index oauth_client_secret_current on oauth_client_secret (client_id) where expires_at is null;
create unique index oauth_client_secret_former on oauth_client_secret (client_id) where expires_at is not null;
