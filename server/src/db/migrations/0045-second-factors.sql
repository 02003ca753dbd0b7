-- What people give after their password, and passkeys in place of it.
create table authenticator_app (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  name text not null,
  -- The secret that the app has too (RFC 6238), sealed.
  seed_sealed bytea not null,
  -- Since when it counts: its first code has been given.
  confirmed_at timestamptz,
  -- The newest step of time whose code was taken: none counts twice (RFC 6238, 5.2).
  last_step integer not null default 0,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index authenticator_app_user on authenticator_app (user_id);

create table recovery_code (
  user_id uuid not null references app_user (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

create table security_key (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  name text not null,
  -- As the key calls it (WebAuthn, 5.1), base64url.
  credential_id text not null,
  -- COSE.
  public_key bytea not null,
  -- How often it has signed; 0 for keys that do not count.
  counter bigint not null,
  transports text[] not null,
  -- It finds its person by itself: it signs in without a user name.
  passkey boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index security_key_credential on security_key (credential_id);
create index security_key_user on security_key (user_id);

create table second_factor_failure (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  at timestamptz not null
);
create index second_factor_failure_user on second_factor_failure (user_id, at);

-- People whose second factors were taken away by somebody who looks after them: they set one up at the next sign-in.
create table second_factor_reset (
  user_id uuid primary key references app_user (id),
  reset_at timestamptz not null
);

-- A sign-in whose password was right, and whose second factor is awaited.
create table pending_sign_in (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_in_user on pending_sign_in (user_id);
create index pending_sign_in_expires on pending_sign_in (expires_at);

-- What a security key is asked to sign: once, and for what it was made.
create table key_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'passkey', 'add', 'prove')),
  user_id uuid references app_user (id),
  expires_at timestamptz not null
);
create index key_challenge_user on key_challenge (user_id);
create index key_challenge_expires on key_challenge (expires_at);

-- The code of a callback whose sign-in has come to two factors already, or was vouched for.
alter table user_code add column two_factors boolean not null default false;
-- When the person of a session last proved who they are; null for its beginning.
alter table session add column proved_at timestamptz;
