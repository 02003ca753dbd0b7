-- Pages of a role's people, by name: where many have the role, but far from all, its people were found one by one among
-- those of the platform. A grant says the name of its person too, so that they stand in order in an index.
alter table user_role add column name text;

create or replace function user_role_person() returns trigger language plpgsql as $$
begin
  select owner_account_id, primary_account_id, deleted_at is null, service_user, name
    into new.owner_account_id, new.primary_account_id, new.living, new.service_user, new.name
    from app_user where id = new.user_id for share;
  return new;
end $$;

create or replace function app_user_roles_follow() returns trigger language plpgsql as $$
begin
  update user_role set owner_account_id = new.owner_account_id, primary_account_id = new.primary_account_id,
      living = new.deleted_at is null, name = new.name
    where user_id = new.id;
  return null;
end $$;
create or replace trigger app_user_roles_follow after update on app_user for each row
  when (old.owner_account_id is distinct from new.owner_account_id
    or old.primary_account_id is distinct from new.primary_account_id
    or old.name is distinct from new.name
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function app_user_roles_follow();
