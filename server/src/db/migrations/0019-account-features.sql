-- Features of an account, one row for each that was ever switched; for all others the catalogue's default holds.
create table account_feature (
  account_id uuid not null references account (id),
  app_code text not null,
  feature_id text not null,
  enabled boolean not null,
  -- The last day of a trial that is on.
  end_date date,
  -- The end of which the account's administrators were told that it is near.
  announced_end date,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null where the platform did it, at the end of a trial.
  updated_by uuid references app_user (id),
  primary key (account_id, app_code, feature_id),
  check (enabled or end_date is null)
);
-- Trials that end, the soonest first.
create index account_feature_ending on account_feature (end_date) where end_date is not null;
