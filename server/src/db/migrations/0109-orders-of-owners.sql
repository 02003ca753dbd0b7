-- online
-- The lists of a partner in every order: without these the rows of all partners are walked until its own come, which
-- may be the last ones, as those of one country are.
create index concurrently if not exists organization_by_owner_city
  on organization (owner_account_id, city collate "und-x-icu", name collate "und-x-icu", id);
create index concurrently if not exists organization_by_owner_city_down
  on organization (owner_account_id, city collate "und-x-icu" desc, name collate "und-x-icu", id);
create index concurrently if not exists organization_by_owner_country
  on organization (owner_account_id, country, name collate "und-x-icu", id);
create index concurrently if not exists organization_by_owner_country_down
  on organization (owner_account_id, country desc, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_owner_identifier
  on seat (owner_account_id, identifier collate "und-x-icu", name collate "und-x-icu", id);
create index concurrently if not exists seat_by_owner_identifier_down
  on seat (owner_account_id, identifier collate "und-x-icu" desc, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_owner_type
  on seat (owner_account_id, type, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_owner_type_down
  on seat (owner_account_id, type desc, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_owner_created
  on seat (owner_account_id, created_at, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_owner_created_down
  on seat (owner_account_id, created_at desc, name collate "und-x-icu", id);
create index concurrently if not exists enrollment_by_owner_created
  on enrollment (owner_account_id, created_at, name collate "und-x-icu", id);
create index concurrently if not exists enrollment_by_owner_end
  on enrollment (owner_account_id, expires_at, name collate "und-x-icu", id);
create index concurrently if not exists enrollment_by_owner_end_down
  on enrollment (owner_account_id, expires_at desc, name collate "und-x-icu", id);
create index concurrently if not exists enrollment_by_owner_name
  on enrollment (owner_account_id, name collate "und-x-icu", id);
