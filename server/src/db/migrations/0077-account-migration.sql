-- Accounts that leave this platform for another one: what may be fetched, by whose code, and what became of it.
create table account_departure (
  id uuid primary key,
  account_id uuid not null references account (id),
  state text not null check (state in ('making', 'ready', 'failed', 'moved', 'revoked')),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  -- Until the file is made: its secrets are sealed under the code.
  code_sealed bytea,
  made_at timestamptz not null,
  made_by uuid not null references app_user (id),
  expires_at timestamptz not null,
  bytes bigint,
  sha256 text,
  row_count integer,
  left_behind jsonb not null,
  fetched_at timestamptz,
  moved_at timestamptz,
  moved_to text
);
create index account_departure_account on account_departure (account_id);
create unique index account_departure_open on account_departure (account_id) where state in ('making', 'ready');

-- The file, in parts of one size but the last.
create table account_departure_part (
  departure_id uuid not null references account_departure (id) on delete cascade,
  position integer not null check (position >= 0),
  body bytea not null,
  primary key (departure_id, position)
);

-- Accounts that come from another platform.
create table account_arrival (
  id uuid primary key,
  source text not null check (source in ('file', 'address')),
  address text check ((source = 'address') = (address is not null)),
  state text not null check (state in ('receiving', 'reading', 'refused', 'rehearsed', 'running', 'stopped', 'arrived',
    'confirmed', 'undoing', 'undone')),
  code_sealed bytea,
  made_at timestamptz not null,
  made_by uuid not null references app_user (id),
  -- By what whoever runs it is known, for the job.
  run_by jsonb not null,
  bytes bigint,
  -- The account as its file names it; it is no row here before it has come.
  account_id uuid,
  account jsonb,
  from_platform jsonb,
  departure_id uuid,
  sha256 text,
  tables jsonb not null,
  licenses jsonb not null,
  left_behind jsonb not null,
  conflicts jsonb not null,
  choices jsonb not null,
  progress jsonb not null,
  failure jsonb,
  report jsonb,
  report_note text,
  started_at timestamptz,
  ended_at timestamptz,
  source_told boolean not null default false
);
create index account_arrival_account on account_arrival (account_id);

create table account_arrival_part (
  arrival_id uuid not null references account_arrival (id) on delete cascade,
  position integer not null check (position >= 0),
  body bytea not null,
  primary key (arrival_id, position)
);

-- The rows as they came, and as they shall be here; gone once the account was confirmed or taken away again.
create table account_arrival_row (
  arrival_id uuid not null references account_arrival (id) on delete cascade,
  table_name text not null,
  position integer not null,
  row_key text not null,
  came jsonb not null,
  "row" jsonb,
  state text check (state in ('left_out', 'arrived')),
  primary key (arrival_id, table_name, position)
);
create unique index account_arrival_row_key on account_arrival_row (arrival_id, table_name, row_key);

-- What the log of the source says of the account, line by line as the source wrote it. It stays.
create table account_arrival_history (
  arrival_id uuid not null references account_arrival (id) on delete cascade,
  position integer not null,
  line text not null,
  primary key (arrival_id, position)
);
