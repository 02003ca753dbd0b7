-- The SAML 2.0 identity provider of an account (A-162).
create table saml_config (
  account_id uuid primary key references account (id),
  id uuid not null unique,
  -- As the provider calls itself, and where it is asked (HTTP-Redirect).
  entity_id text not null,
  sign_on_address text not null,
  -- As it was uploaded, or came from its address.
  metadata text not null,
  metadata_url text,
  -- Whether the provider may send people whom nobody has sent to it.
  idp_initiated boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);
create index saml_config_updated_by on saml_config (updated_by);

-- By which the provider signs. What is next counts as well: a change-over refuses nobody.
create table saml_certificate (
  account_id uuid not null references saml_config (account_id) on delete cascade,
  -- SHA-256, hexadecimal digits in small letters.
  thumb_print text not null,
  certificate bytea not null,
  common_name text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  state text not null check (state in ('next', 'current', 'retired')),
  added_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, thumb_print)
);

-- Our own keys: the first that is current signs requests, each of them opens assertions.
create table saml_key (
  id uuid primary key,
  account_id uuid not null references saml_config (account_id) on delete cascade,
  certificate bytea not null,
  key_sealed bytea not null,
  state text not null check (state in ('next', 'current', 'retired')),
  created_at timestamptz not null,
  valid_to timestamptz not null
);
create index saml_key_account on saml_key (account_id);

-- Assertions that were used. The key decides which of two is the first.
create table saml_assertion (
  account_id uuid not null references account (id),
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (account_id, assertion_id)
);
create index saml_assertion_expires on saml_assertion (expires_at);

create index app_user_saml_username on app_user (primary_account_id, saml_username)
  where saml_username is not null and deleted_at is null;
