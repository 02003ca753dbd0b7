-- Rows that a list's order leaves equal are in the order of their names, whichever way the list runs: an index for each.

drop index account_by_service_from, account_by_service_to, account_by_type, account_by_partner_name;
create index account_by_service_from on account (service_from, name collate "und-x-icu", id) where deleted_at is null;
create index account_by_service_from_down on account (service_from desc, name collate "und-x-icu", id) where deleted_at is null;
create index account_by_service_to on account (service_to, name collate "und-x-icu", id) where deleted_at is null;
create index account_by_service_to_down on account (service_to desc, name collate "und-x-icu", id) where deleted_at is null;
create index account_by_type on account (type, name collate "und-x-icu", id) where deleted_at is null;
create index account_by_type_down on account (type desc, name collate "und-x-icu", id) where deleted_at is null;
create index account_by_partner_name on account (partner_account_name collate "und-x-icu", name collate "und-x-icu", id) where deleted_at is null;
create index account_by_partner_name_down on account (partner_account_name collate "und-x-icu" desc, name collate "und-x-icu", id) where deleted_at is null;

drop index organization_by_city, organization_by_country;
create index organization_by_city on organization (city collate "und-x-icu", name collate "und-x-icu", id) where owner_account_id is not null;
create index organization_by_city_down on organization (city collate "und-x-icu" desc, name collate "und-x-icu", id) where owner_account_id is not null;
create index organization_by_country on organization (country, name collate "und-x-icu", id) where owner_account_id is not null;
create index organization_by_country_down on organization (country desc, name collate "und-x-icu", id) where owner_account_id is not null;
