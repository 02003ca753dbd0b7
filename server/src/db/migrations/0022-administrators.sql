-- Who administers the platform and each account, and that somebody always does.
--
-- A row of `administrator` says that a person who can sign in may manage the people of the platform (account_id is
-- null) or of an account, and may give them permissions. Triggers keep it by everything it follows from: people,
-- memberships, roles and who has them. Whatever takes the last row of the platform or of a living account away is
-- refused at the end of its transaction, whichever way it came and whoever else does the same at that moment.

create table administrator (
  user_id uuid not null references app_user (id),
  account_id uuid references account (id),
  unique nulls not distinct (account_id, user_id)
);
create index administrator_by_user on administrator (user_id);

-- The permission that people of a scope need to manage those of their own.
create function manages_own_scope(scope text) returns text language sql immutable parallel safe as $$
  select case scope when 'system' then 'manage_system_user' when 'partner' then 'manage_partner_user'
    when 'account' then 'manage_account_user' end
$$;

-- The rows that these people should have.
create function administrators_of(people uuid[]) returns table (user_id uuid, account_id uuid) language sql stable as $$
  with able as (
    select u.id, u.access_scope, u.primary_account_id from app_user u
    where u.id = any(people) and u.active and u.deleted_at is null and u.verified_at is not null and not u.service_user
      and exists (select from user_role g join role r on r.id = g.role_id
        where g.user_id = u.id and 'manage_permission' = any(r.permissions))
      and exists (select from user_role g join role r on r.id = g.role_id
        where g.user_id = u.id and manages_own_scope(u.access_scope) = any(r.permissions)))
  select id, null::uuid from able where access_scope = 'system'
  union all
  select able.id, a.id from able join account a on a.id = able.primary_account_id
    where able.access_scope = 'partner' and a.deleted_at is null
  union all
  select able.id, a.id from able join user_account m on m.user_id = able.id join account a on a.id = m.account_id
    where able.access_scope = 'account' and a.deleted_at is null
$$;

-- Makes the rows of these people what they should be. Whoever changes what they follow from waits for this
-- transaction, and this one for theirs: of two changes at once the second sees the first.
create function keep_administrators(people uuid[]) returns void language plpgsql as $$
begin
  perform from app_user where id = any(people) order by id for share;
  with should as materialized (select * from administrators_of(people))
  delete from administrator a where a.user_id = any(people) and not exists (
    select from should s where s.user_id = a.user_id and s.account_id is not distinct from a.account_id);
  insert into administrator (user_id, account_id) select * from administrators_of(people) on conflict do nothing;
end $$;

-- Whether a role has a part in making somebody an administrator.
create function makes_administrators(permissions text[]) returns boolean language sql immutable parallel safe as $$
  select permissions && '{manage_permission, manage_system_user, manage_partner_user, manage_account_user}'::text[]
$$;

create function administrators_after_people() returns trigger language plpgsql as $$
declare people uuid[];
begin
  select array_agg(n.id) into people from before o join after n on n.id = o.id
    where (o.access_scope, o.primary_account_id, o.service_user, o.active, o.verified_at is null, o.deleted_at is null)
      is distinct from
      (n.access_scope, n.primary_account_id, n.service_user, n.active, n.verified_at is null, n.deleted_at is null);
  if people is not null then perform keep_administrators(people); end if;
  return null;
end $$;
create trigger app_user_administrators after update on app_user referencing old table as before new table as after
  for each statement execute function administrators_after_people();

create function administrators_after_roles_of_people() returns trigger language plpgsql as $$
declare people uuid[];
begin
  perform from role where id in (select role_id from changed) order by id for share;
  select array_agg(distinct c.user_id) into people
    from changed c join role r on r.id = c.role_id where makes_administrators(r.permissions);
  if people is not null then perform keep_administrators(people); end if;
  return null;
end $$;
create trigger user_role_given after insert on user_role referencing new table as changed
  for each statement execute function administrators_after_roles_of_people();
create trigger user_role_taken after delete on user_role referencing old table as changed
  for each statement execute function administrators_after_roles_of_people();

create function administrators_after_memberships() returns trigger language plpgsql as $$
declare people uuid[];
begin
  select array_agg(distinct c.user_id) into people
    from changed c join user_role g on g.user_id = c.user_id join role r on r.id = g.role_id
    where makes_administrators(r.permissions);
  if people is not null then perform keep_administrators(people); end if;
  return null;
end $$;
create trigger user_account_given after insert on user_account referencing new table as changed
  for each statement execute function administrators_after_memberships();
create trigger user_account_taken after delete on user_account referencing old table as changed
  for each statement execute function administrators_after_memberships();

create function administrators_after_role() returns trigger language plpgsql as $$
declare people uuid[];
begin
  if makes_administrators(old.permissions) or makes_administrators(new.permissions) then
    select array_agg(user_id) into people from user_role where role_id = new.id;
    if people is not null then perform keep_administrators(people); end if;
  end if;
  return null;
end $$;
create trigger role_administrators after update of permissions on role
  for each row when (old.permissions is distinct from new.permissions) execute function administrators_after_role();

create function administrators_after_account() returns trigger language plpgsql as $$
begin
  delete from administrator where account_id = new.id;
  return null;
end $$;
create trigger account_administrators after update of deleted_at on account
  for each row when (new.deleted_at is not null) execute function administrators_after_account();

-- Asked once the transaction is done. The lock lets one transaction at a time take an administrator away; what it reads
-- after it is what those before it left. Hence READ COMMITTED, which every transaction of the platform is.
create function administrator_remains() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7346041);
  if old.account_id is null then
    if exists (select from administrator a where a.account_id is null) then return null; end if;
  elsif exists (select from administrator a where a.account_id = old.account_id)
    or not exists (select from account a where a.id = old.account_id and a.deleted_at is null) then return null;
  end if;
  raise exception 'nobody would administer % any more', coalesce('account ' || old.account_id, 'the platform')
    using errcode = 'SG001', detail = coalesce(old.account_id::text, '');
end $$;
create constraint trigger administrator_remains after delete on administrator deferrable initially deferred
  for each row execute function administrator_remains();

insert into administrator (user_id, account_id)
  select * from administrators_of(array(select distinct g.user_id from user_role g join role r on r.id = g.role_id
    where 'manage_permission' = any(r.permissions)));

-- Records of people are saved by version, as others are.
alter table app_user add column version integer not null default 1, add column updated_by uuid references app_user (id);
