-- How many people of a role somebody sees, at a million of them: each grant says, as its person has it, in whose sphere
-- the person lies, so that those in sight are counted in an index and nobody out of sight is looked at.

alter table user_role
  add column owner_account_id uuid,
  add column primary_account_id uuid,
  -- False once the person is deleted.
  add column living boolean not null default true;

-- The person is held, so that its own change (below) has either been seen here or sees what is written here.
create function user_role_person() returns trigger language plpgsql as $$
begin
  select owner_account_id, primary_account_id, deleted_at is null
    into new.owner_account_id, new.primary_account_id, new.living
    from app_user where id = new.user_id for share;
  return new;
end $$;
create trigger user_role_person before insert on user_role for each row execute function user_role_person();

create function app_user_roles_follow() returns trigger language plpgsql as $$
begin
  update user_role set owner_account_id = new.owner_account_id, primary_account_id = new.primary_account_id,
      living = new.deleted_at is null
    where user_id = new.id;
  return null;
end $$;
create trigger app_user_roles_follow after update on app_user for each row
  when (old.owner_account_id is distinct from new.owner_account_id
    or old.primary_account_id is distinct from new.primary_account_id
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function app_user_roles_follow();

update user_role g set owner_account_id = u.owner_account_id, primary_account_id = u.primary_account_id,
    living = u.deleted_at is null
  from app_user u where u.id = g.user_id;

create index user_role_under_owner on user_role (role_id, owner_account_id) where living;
create index user_role_of_account on user_role (role_id, primary_account_id) include (owner_account_id) where living;
