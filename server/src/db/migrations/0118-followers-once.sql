-- What follows its account is written where it has not followed yet, and nowhere else: of a large account it has been
-- brought along before, some thousand rows at a time, since one statement for all takes longer than a statement may.

create or replace function account_organizations_follow() returns trigger language plpgsql as $$
declare
  owner uuid := case when new.deleted_at is null then new.owner_account_id end;
begin
  update organization set owner_account_id = owner
    where account_id = new.id and owner_account_id is distinct from owner;
  return null;
end $$;

create or replace function account_people_follow() returns trigger language plpgsql as $$
declare
  owner uuid := case when new.deleted_at is null then new.owner_account_id end;
begin
  update app_user set owner_account_id = owner
    where primary_account_id = new.id and owner_account_id is distinct from owner;
  return null;
end $$;

create or replace function account_certificates_follow() returns trigger language plpgsql as $$
declare
  owner uuid := case when new.deleted_at is null then new.owner_account_id end;
begin
  update certificate set owner_account_id = owner
    where account_id = new.id and owner_account_id is distinct from owner;
  update seat set owner_account_id = owner
    where account_id = new.id and owner_account_id is distinct from owner;
  return null;
end $$;

create or replace function account_enrollments_follow() returns trigger language plpgsql as $$
declare
  owner uuid := case when new.deleted_at is null then new.owner_account_id end;
begin
  update enrollment set owner_account_id = owner
    where account_id = new.id and owner_account_id is distinct from owner;
  return null;
end $$;

-- Entries of an account that stays are the same under another partner.
create or replace function search_follow_account() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and new.deleted_at is null then
    update search_entry set owner_account_id = new.owner_account_id
      where kind in ('organization', 'person') and account_id = new.id
        and owner_account_id is distinct from new.owner_account_id;
    return null;
  end if;
  delete from search_entry where kind in ('organization', 'person') and account_id = new.id;
  insert into search_entry (id, kind, account_id, owner_account_id, begins, named, holds)
    select * from search_source where kind in ('organization', 'person') and account_id = new.id;
  return null;
end $$;
