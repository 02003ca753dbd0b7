-- online
-- The lists of a large account in every order: without these all of its rows are read and sorted for each page. Where
-- hardly two rows are equal in a column, its index is read from either end.
create index concurrently if not exists organization_by_account_city
  on organization (account_id, city collate "und-x-icu", name collate "und-x-icu", id);
create index concurrently if not exists organization_by_account_city_down
  on organization (account_id, city collate "und-x-icu" desc, name collate "und-x-icu", id);
create index concurrently if not exists organization_by_account_country
  on organization (account_id, country, name collate "und-x-icu", id);
create index concurrently if not exists organization_by_account_country_down
  on organization (account_id, country desc, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_account_identifier
  on seat (account_id, identifier collate "und-x-icu", name collate "und-x-icu", id);
create index concurrently if not exists seat_by_account_type
  on seat (account_id, type, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_account_type_down
  on seat (account_id, type desc, name collate "und-x-icu", id);
create index concurrently if not exists seat_by_account_created
  on seat (account_id, created_at, name collate "und-x-icu", id);
create index concurrently if not exists enrollment_by_account_end
  on enrollment (account_id, expires_at, name collate "und-x-icu", id);
create index concurrently if not exists enrollment_by_account_name
  on enrollment (account_id, name collate "und-x-icu", id);
