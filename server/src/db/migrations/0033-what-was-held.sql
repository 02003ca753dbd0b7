-- What people could do on an earlier day. Roles, memberships and whatever else decides it are kept as they were when
-- they change, by triggers: so it holds for every path, also for statements of an operator. A row says what held until
-- an instant; what held on a day is the row with the first `until` after it, and where there is none, what holds now.

-- Null: since before it was recorded.
alter table user_role add column given_at timestamptz;
alter table user_role alter column given_at set default clock_timestamp();
alter table user_account add column given_at timestamptz;
alter table user_account alter column given_at set default clock_timestamp();

create table user_role_past (
  user_id uuid not null references app_user (id),
  role_id uuid not null references role (id),
  given_at timestamptz,
  until timestamptz not null
);
create index user_role_past_by_user on user_role_past (user_id, until);

create table user_account_past (
  user_id uuid not null references app_user (id),
  account_id uuid not null references account (id),
  given_at timestamptz,
  until timestamptz not null
);
create index user_account_past_by_user on user_account_past (user_id, until);

create table app_user_past (
  user_id uuid not null references app_user (id),
  access_scope text not null,
  primary_account_id uuid,
  active boolean not null,
  verified_at timestamptz,
  agreement_accepted_at timestamptz,
  until timestamptz not null
);
create index app_user_past_by_user on app_user_past (user_id, until);

create table role_past (
  role_id uuid not null references role (id),
  name text not null,
  permissions text[] not null,
  until timestamptz not null
);
create index role_past_by_role on role_past (role_id, until);

create table account_past (
  account_id uuid not null references account (id),
  active boolean not null,
  service_from date not null,
  service_to date,
  until timestamptz not null
);
create index account_past_by_account on account_past (account_id, until);

-- Null: the flag had no row for this key.
create table feature_flag_past (
  name text not null,
  key text not null,
  enabled boolean,
  until timestamptz not null
);
create index feature_flag_past_by_key on feature_flag_past (key, name, until);

create function keep_taken_roles() returns trigger language plpgsql as $$
begin
  insert into user_role_past (user_id, role_id, given_at, until)
    select user_id, role_id, given_at, clock_timestamp() from taken;
  return null;
end $$;
create trigger user_role_past after delete on user_role referencing old table as taken
  for each statement execute function keep_taken_roles();

create function keep_taken_accounts() returns trigger language plpgsql as $$
begin
  insert into user_account_past (user_id, account_id, given_at, until)
    select user_id, account_id, given_at, clock_timestamp() from taken;
  return null;
end $$;
create trigger user_account_past after delete on user_account referencing old table as taken
  for each statement execute function keep_taken_accounts();

create function keep_past_of_person() returns trigger language plpgsql as $$
begin
  insert into app_user_past (user_id, access_scope, primary_account_id, active, verified_at, agreement_accepted_at, until)
    values (old.id, old.access_scope, old.primary_account_id, old.active, old.verified_at, old.agreement_accepted_at,
      clock_timestamp());
  return null;
end $$;
create trigger app_user_past after update on app_user for each row
  when ((old.access_scope, old.primary_account_id, old.active, old.verified_at, old.agreement_accepted_at)
    is distinct from (new.access_scope, new.primary_account_id, new.active, new.verified_at, new.agreement_accepted_at))
  execute function keep_past_of_person();

create function keep_past_of_role() returns trigger language plpgsql as $$
begin
  insert into role_past (role_id, name, permissions, until)
    values (old.id, old.name, old.permissions, clock_timestamp());
  return null;
end $$;
create trigger role_past after update on role for each row
  when ((old.name, old.permissions) is distinct from (new.name, new.permissions))
  execute function keep_past_of_role();

create function keep_past_of_account() returns trigger language plpgsql as $$
begin
  insert into account_past (account_id, active, service_from, service_to, until)
    values (old.id, old.active, old.service_from, old.service_to, clock_timestamp());
  return null;
end $$;
create trigger account_past after update on account for each row
  when ((old.active, old.service_from, old.service_to) is distinct from (new.active, new.service_from, new.service_to))
  execute function keep_past_of_account();

create function keep_past_of_flag() returns trigger language plpgsql as $$
begin
  insert into feature_flag_past (name, key, enabled, until) values (
    case when tg_op = 'INSERT' then new.name else old.name end,
    case when tg_op = 'INSERT' then new.key else old.key end,
    case when tg_op = 'INSERT' then null else old.enabled end,
    clock_timestamp());
  return null;
end $$;
create trigger feature_flag_past after insert or update or delete on feature_flag for each row
  execute function keep_past_of_flag();

-- A platform that has people already knows nothing of the time before.
insert into platform_setting (name, value, updated_at)
  select 'access_recorded_from', to_jsonb(now()), now() where exists (select from app_user);
