-- One act on many records: what a person plans, runs, stops and undoes. A plan lives an hour, a run thirty days.
create table bulk_plan (
  id uuid primary key,
  made_by uuid not null references app_user (id),
  -- Area and act: accounts.language.
  act text not null,
  -- What the act is given; null for an undo, where each row has its own.
  input jsonb,
  -- The filters that chose the rows; null where they were chosen one by one.
  filters jsonb,
  -- The run that this one takes back.
  undoes uuid references bulk_plan (id) on delete set null,
  effects jsonb not null,
  typed boolean not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- By what the maker was known who ran it, and from where: the events of the rows carry it.
  run_by jsonb,
  started_at timestamptz,
  stop_asked_at timestamptz,
  ended_at timestamptz
);
create index bulk_plan_by_maker on bulk_plan (made_by);
create index bulk_plan_undoes on bulk_plan (undoes) where undoes is not null;
create index bulk_plan_running on bulk_plan (id) where started_at is not null and ended_at is null;

create table bulk_row (
  plan_id uuid not null references bulk_plan (id) on delete cascade,
  -- Refused first, then what changes, then what stays; by name.
  position integer not null,
  target_id uuid not null,
  name text not null,
  -- Of the record when the plan was made: a row that somebody saved since is left alone.
  version integer not null,
  verdict text not null check (verdict in ('refused', 'change', 'same')),
  reason jsonb,
  -- What this row is given, where that is not the plan's.
  input jsonb,
  outcome text check (outcome in ('done', 'same', 'refused', 'changed', 'gone')),
  outcome_reason jsonb,
  -- What brings it back, and the version that it had once it was done.
  undo_input jsonb,
  done_version integer,
  primary key (plan_id, position)
);
create index bulk_row_waiting on bulk_row (plan_id, position) where verdict = 'change' and outcome is null;
