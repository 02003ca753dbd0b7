-- What a service user is for, and its lists: few among many people, each index has them alone.

alter table app_user add column description text not null default '';

create index service_user_by_email on app_user (email collate "und-x-icu", name collate "und-x-icu", id)
  where deleted_at is null and service_user;
create index service_user_by_email_down on app_user (email collate "und-x-icu" desc, name collate "und-x-icu", id)
  where deleted_at is null and service_user;
create index service_user_search on app_user using gin
  (folded(first_name || ' ' || last_name || ' ' || description || ' ' || email) gin_trgm_ops)
  where deleted_at is null and service_user;
create index service_user_search_pieces on app_user using gin
  (foreign_pieces(folded(first_name || ' ' || last_name || ' ' || description || ' ' || email)))
  where deleted_at is null and service_user;
