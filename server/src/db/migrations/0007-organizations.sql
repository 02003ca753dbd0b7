-- Organizations of an account, and the contacts of an organization.

create table organization (
  id uuid primary key,
  account_id uuid not null references account (id),
  name text not null,
  name_folded text not null generated always as (folded(name)) stored,
  address text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  country text not null,
  phone text not null default '',
  -- Counts the changes: who saves says which one was read.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);
create index organization_by_name on organization (name collate "und-x-icu", id);
create index organization_by_city on organization (city collate "und-x-icu", id);
create index organization_by_country on organization (country, id);
create index organization_by_account on organization (account_id, name collate "und-x-icu", id);
create index organization_name_search on organization using gin (name_folded gin_trgm_ops);
create index organization_city_search on organization using gin (folded(city) gin_trgm_ops);

create table contact (
  id uuid primary key,
  organization_id uuid not null references organization (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);
create index contact_by_name on contact (organization_id, last_name collate "und-x-icu", first_name collate "und-x-icu", id);
