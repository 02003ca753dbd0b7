-- online
-- Of the grants of before. One that has a name has the present one, by the triggers of 0132.
update user_role g set name = u.name from app_user u where u.id = g.user_id and g.name is null;
create index concurrently if not exists user_role_by_name
  on user_role (role_id, name collate "und-x-icu", user_id) where living;
create index concurrently if not exists user_role_by_owner
  on user_role (role_id, owner_account_id, name collate "und-x-icu", user_id) where living;
create index concurrently if not exists user_role_by_account
  on user_role (role_id, primary_account_id, name collate "und-x-icu", user_id) include (owner_account_id) where living;
-- Those above begin with the same columns, or find the few that this one did.
drop index concurrently if exists user_role_under_owner;
drop index concurrently if exists user_role_of_account;
drop index concurrently if exists user_role_service_users;
