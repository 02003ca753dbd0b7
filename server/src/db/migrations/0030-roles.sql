-- Roles are records: with a version, who saved them, what they were cloned from, and their end.

-- What is archived stays with those who have it and is given to nobody any more; what is deleted gives nobody anything:
-- a role that nobody has, or that of a deleted account, whose people may belong to another one.
alter table role
  add column name_folded text not null generated always as (folded(name)) stored,
  add column cloned_from_id uuid references role (id),
  add column deleted_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid references app_user (id);
update role set updated_at = created_at;

create index role_by_name on role (name collate "und-x-icu", id) where deleted_at is null;
create index role_by_app on role (app_code, name collate "und-x-icu", id) where deleted_at is null;
create index role_by_app_down on role (app_code desc, name collate "und-x-icu", id) where deleted_at is null;
create index role_by_account on role (account_id) where deleted_at is null;
create index role_predefined on role (id) where predefined and deleted_at is null;
create index role_name_search on role using gin (name_folded gin_trgm_ops) where deleted_at is null;
create index role_name_pieces on role using gin (foreign_pieces(name_folded)) where deleted_at is null;

update role r set deleted_at = a.deleted_at from account a where a.id = r.account_id and a.deleted_at is not null;

-- A role that is deleted makes nobody an administrator either.
create or replace function administrators_of(people uuid[]) returns table (user_id uuid, account_id uuid) language sql stable as $$
  with able as (
    select u.id, u.access_scope, u.primary_account_id from app_user u
    where u.id = any(people) and u.active and u.deleted_at is null and u.verified_at is not null and not u.service_user
      and exists (select from user_role g join role r on r.id = g.role_id
        where g.user_id = u.id and 'manage_permission' = any(r.permissions) and r.deleted_at is null)
      and exists (select from user_role g join role r on r.id = g.role_id
        where g.user_id = u.id and manages_own_scope(u.access_scope) = any(r.permissions)
          and r.deleted_at is null))
  select id, null::uuid from able where access_scope = 'system'
  union all
  select able.id, a.id from able join account a on a.id = able.primary_account_id
    where able.access_scope = 'partner' and a.deleted_at is null
  union all
  select able.id, a.id from able join user_account m on m.user_id = able.id join account a on a.id = m.account_id
    where able.access_scope = 'account' and a.deleted_at is null
$$;
drop trigger role_administrators on role;
create trigger role_administrators after update of permissions, deleted_at on role
  for each row when (old.permissions is distinct from new.permissions or old.deleted_at is distinct from new.deleted_at)
  execute function administrators_after_role();

-- Whoever administered by such a role alone gave nobody anything since: that hinders no upgrade.
alter table administrator disable trigger administrator_remains;
delete from administrator a
  where exists (select from user_role g join role r on r.id = g.role_id where g.user_id = a.user_id and r.deleted_at is not null)
    and not exists (select from administrators_of(array[a.user_id]) s where s.account_id is not distinct from a.account_id);
alter table administrator enable trigger administrator_remains;
