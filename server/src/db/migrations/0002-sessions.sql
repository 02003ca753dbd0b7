-- Sign-in: one transaction per attempt, sessions as families of refresh tokens, one-time codes.
-- Secrets are kept as SHA-256 hashes of random values, so a copy of the database opens nothing.

create table login_transaction (
  state_hash bytea primary key,
  user_name text not null,
  -- The language chosen on the login screen: later steps speak it before anybody is known.
  locale text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_transaction_expiry on login_transaction (expires_at);

create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('logout', 'elsewhere', 'reuse', 'password', 'disabled'))
);
create index session_by_user on session (user_id, last_used_at desc) where ended_at is null;
create index session_expiry on session (expires_at);
create index session_ended on session (ended_at) where ended_at is not null;

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The successor, sealed under a key made from this token: only its holder can fetch it again.
  successor_sealed bytea
);
create index refresh_token_by_session on refresh_token (session_id);
create index refresh_token_expiry on refresh_token (expires_at);

-- Wrong passwords by user name in lower case; ten within fifteen minutes lock it. The lock follows from these rows.
-- Names of nobody are counted too: a lock must not tell who exists.
create table login_failure (
  id uuid primary key,
  user_name text not null,
  at timestamptz not null
);
create index login_failure_by_name on login_failure (user_name, at);
create index login_failure_at on login_failure (at);

-- One-time codes: verification, password reset, and the code that completes a sign-in elsewhere.
create table user_code (
  code_hash bytea primary key,
  user_id uuid not null references app_user (id),
  purpose text not null check (purpose in ('verify', 'reset', 'callback', 'idp')),
  -- The login transaction that alone may redeem it, where there is one.
  state_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_code_by_user on user_code (user_id, purpose);
create index user_code_expiry on user_code (expires_at);

-- Requests counted per window, so that every process counts together. Losing it in a crash is harmless.
create unlogged table rate_window (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);
create index rate_window_start on rate_window (window_start);
