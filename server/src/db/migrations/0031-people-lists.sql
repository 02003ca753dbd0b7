-- Lists of people, and of service users beside them, at a million of them.

alter table app_user
  -- As people read it.
  add column name text not null generated always as (trim(first_name || ' ' || last_name)) stored,
  -- Everything by which a list finds somebody.
  add column names_folded text not null generated always as
    (folded(first_name || ' ' || last_name || ' ' || user_name || ' ' || email)) stored,
  -- The account in whose partner scope the first account lies, as organization.owner_account_id has it; null while
  -- that account is deleted, or where there is none.
  add column owner_account_id uuid,
  -- Where the person is led after signing in.
  add column default_app_url text;

-- The account is held, so that its own change (below) has either been seen here or sees what is written here.
create function app_user_owner() returns trigger language plpgsql as $$
begin
  new.owner_account_id := (
    select owner_account_id from account where id = new.primary_account_id and deleted_at is null for share);
  return new;
end $$;
create trigger app_user_owner before insert or update of primary_account_id on app_user
  for each row execute function app_user_owner();

create function account_people_follow() returns trigger language plpgsql as $$
begin
  update app_user set owner_account_id = case when new.deleted_at is null then new.owner_account_id end
    where primary_account_id = new.id;
  return null;
end $$;
create trigger account_people_follow after update of partner_account_id, deleted_at on account
  for each row when (old.owner_account_id is distinct from new.owner_account_id
    or old.deleted_at is distinct from new.deleted_at) execute function account_people_follow();

update app_user u set owner_account_id = a.owner_account_id
  from account a where a.id = u.primary_account_id and a.deleted_at is null;

-- One index for each order and each way to see; people and service users are listed apart.
create index app_user_by_name on app_user (name collate "und-x-icu", id) where deleted_at is null and not service_user;
create index app_user_by_user_name on app_user (user_name collate "und-x-icu", id)
  where deleted_at is null and not service_user;
create index app_user_sorted_by_email on app_user (email collate "und-x-icu", name collate "und-x-icu", id)
  where deleted_at is null and not service_user;
create index app_user_sorted_by_email_down on app_user (email collate "und-x-icu" desc, name collate "und-x-icu", id)
  where deleted_at is null and not service_user;
create index app_user_under_owner on app_user (owner_account_id, name collate "und-x-icu", id)
  where deleted_at is null and not service_user;
drop index app_user_by_account;
create index app_user_by_account on app_user (primary_account_id, name collate "und-x-icu", id)
  where deleted_at is null and not service_user;
create index app_user_of_account on app_user (primary_account_id);
-- What is rare among many.
create index app_user_by_scope on app_user (access_scope, name collate "und-x-icu", id)
  where deleted_at is null and not service_user;
create index app_user_disabled on app_user (name collate "und-x-icu", id)
  where deleted_at is null and not service_user and not active;
create index app_user_invited on app_user (name collate "und-x-icu", id)
  where deleted_at is null and not service_user and active and verified_at is null;
create index service_user_by_name on app_user (name collate "und-x-icu", id) where deleted_at is null and service_user;
create index service_user_under_owner on app_user (owner_account_id, name collate "und-x-icu", id)
  where deleted_at is null and service_user;
create index app_user_search on app_user using gin (names_folded gin_trgm_ops) where deleted_at is null;
create index app_user_search_pieces on app_user using gin (foreign_pieces(names_folded)) where deleted_at is null;

-- The link that lifts the lock of wrong passwords, sent by an administrator.
alter table user_code drop constraint user_code_purpose_check;
alter table user_code add constraint user_code_purpose_check
  check (purpose in ('verify', 'reset', 'callback', 'idp', 'unlock')) not valid;
alter table user_code validate constraint user_code_purpose_check;
