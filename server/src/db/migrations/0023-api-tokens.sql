-- API tokens: what programs call the API with, in the name of a person or of a service user.
-- Of a token's text only the SHA-256 is kept, so a copy of the database opens nothing.
create table api_token (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  name text not null,
  -- In hexadecimal.
  token_hash text not null,
  last_four text not null,
  -- The last day on which it is good, in UTC; null for one that does not end.
  end_date date,
  enabled boolean not null default true,
  -- Addresses and ranges that it may come from; none for any.
  allowed_addresses text[] not null default '{}',
  -- Null for all that its person has; else those of them that it has too.
  permissions text[],
  -- Written at most once a minute. No index holds them, so that this touches the row alone.
  last_used_at timestamptz,
  last_used_address text,
  -- The end of which its person was reminded, and how many days before.
  reminded_end date,
  reminded_days integer,
  created_by uuid references app_user (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
) with (fillfactor = 80);
create unique index api_token_hash on api_token (token_hash);
create unique index api_token_name on api_token (user_id, lower(name));
-- Those that end, the soonest first.
create index api_token_ending on api_token (end_date) where end_date is not null and enabled;
