-- The service users of a role that a million people have are few, or none: a grant says whether it is one's, so that
-- nobody looks through all service users of the platform to find that out.

alter table user_role
  -- Whether the person is a service user, which it is for good.
  add column service_user boolean not null default false;

create or replace function user_role_person() returns trigger language plpgsql as $$
begin
  select owner_account_id, primary_account_id, deleted_at is null, service_user
    into new.owner_account_id, new.primary_account_id, new.living, new.service_user
    from app_user where id = new.user_id for share;
  return new;
end $$;

update user_role g set service_user = true from app_user u where u.id = g.user_id and u.service_user;

create index user_role_service_users on user_role (role_id) include (user_id, owner_account_id)
  where living and service_user;
