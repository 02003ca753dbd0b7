-- People who make a user of an account for themselves: links that accounts hand on, one request for each person, and
-- the passcodes that prove an address.
create table self_service_link (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- In lower case, without the @.
  domains text[] not null check (cardinality(domains) > 0),
  access_scope text not null check (access_scope in ('account', 'end_user')),
  -- The last day.
  ends_on date not null,
  -- What the address carries: by its hash it is found, and sealed it is shown again to those who hand it on.
  state_hash bytea not null,
  state_sealed bytea not null,
  made_at timestamptz not null,
  -- Who is asked, each time, whether they may still offer it.
  made_by uuid not null references app_user (id)
);
create unique index self_service_link_state on self_service_link (state_hash);
create index self_service_link_by_account on self_service_link (account_id, made_at desc);
create index self_service_link_by_maker on self_service_link (made_by);
create index self_service_link_end on self_service_link (ends_on);

create table self_service_request (
  id uuid primary key,
  link_id uuid not null references self_service_link (id) on delete cascade,
  state_hash bytea not null,
  email text not null,
  locale text not null,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  validated_at timestamptz,
  names_tried integer not null default 0,
  -- Who came of it, and when they were signed in by it.
  user_id uuid references app_user (id),
  signed_in_at timestamptz
);
create unique index self_service_request_state on self_service_request (state_hash);
create index self_service_request_by_link on self_service_request (link_id);
create index self_service_request_by_user on self_service_request (user_id) where user_id is not null;
create index self_service_request_expiry on self_service_request (expires_at);

-- The newest of a request is the one that counts. Rows are kept for an hour after it: so many go to an address.
create table self_service_code (
  id uuid primary key,
  request_id uuid not null references self_service_request (id) on delete cascade,
  email text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null until the mail with it is written.
  code_sealed bytea,
  tries integer not null default 0
);
create index self_service_code_by_request on self_service_code (request_id, made_at desc);
create index self_service_code_by_email on self_service_code (lower(email), made_at);

-- Whether the owner of an address has a user.
create index app_user_by_email on app_user (lower(email)) where deleted_at is null;
-- ISO 3166-1 alpha-2, where the person has told it.
alter table app_user add column nationality text check (nationality ~ '^[A-Z]{2}$');
