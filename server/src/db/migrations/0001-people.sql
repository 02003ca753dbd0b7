-- Accounts (tenants), people of the four scopes, roles per application, and who has which.

create extension if not exists pg_trgm;

create table account (
  id uuid primary key,
  name text not null,
  display_name text not null,
  friendly_identifier text not null,
  active boolean not null default true,
  service_from date not null,
  service_to date,
  locale text not null default 'en_US',
  type text not null check (type in ('standard', 'partner')),
  partner_account_id uuid references account (id),
  system_account boolean not null default false,
  dta_enabled boolean not null default false,
  license_version text not null default '2.0',
  federated_account_id text,
  federated_account_name text,
  federated_account_details_url text,
  federation_status text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (service_to is null or service_to >= service_from),
  check (partner_account_id is null or type = 'standard')
);
create unique index account_friendly_identifier on account (lower(friendly_identifier));
create unique index account_one_system on account (system_account) where system_account;
-- One index for each sort that the list offers; the id makes the order total.
create index account_by_name on account (name collate "und-x-icu", id) where deleted_at is null;
create index account_by_identifier on account (friendly_identifier collate "und-x-icu", id) where deleted_at is null;
create index account_by_service_from on account (service_from, id) where deleted_at is null;
create index account_by_service_to on account (service_to, id) where deleted_at is null;
create index account_by_partner on account (partner_account_id, name collate "und-x-icu", id) where deleted_at is null;
create index account_name_search on account using gin (lower(name) gin_trgm_ops);
create index account_identifier_search on account using gin (lower(friendly_identifier) gin_trgm_ops);

create table app_user (
  id uuid primary key,
  user_name text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text not null default '',
  locale text not null default 'en_US',
  date_format text,
  access_scope text not null check (access_scope in ('system', 'partner', 'account', 'end_user')),
  primary_account_id uuid references account (id),
  service_user boolean not null default false,
  active boolean not null default true,
  verified_at timestamptz,
  password_hash text,
  agreement_accepted_at timestamptz,
  agreement_locale text,
  aliases jsonb not null default '{}',
  onelogin_id text,
  onelogin_url text,
  saml_username text,
  oidc_username text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check (access_scope not in ('partner', 'account') or primary_account_id is not null)
);
-- User names are compared without case and stored as typed.
create unique index app_user_user_name on app_user (lower(user_name)) where deleted_at is null;
create index app_user_by_account on app_user (primary_account_id) where deleted_at is null;

create table user_account (
  user_id uuid not null references app_user (id),
  account_id uuid not null references account (id),
  primary key (user_id, account_id)
);
create index user_account_by_account on user_account (account_id);

create table role (
  id uuid primary key,
  app_code text not null,
  name text not null,
  description text not null default '',
  icon text,
  account_id uuid references account (id),
  predefined boolean not null default false,
  permissions text[] not null,
  created_at timestamptz not null,
  archived_at timestamptz
);
create unique index role_name on role (app_code, coalesce(account_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where archived_at is null;

create table user_role (
  user_id uuid not null references app_user (id),
  role_id uuid not null references role (id),
  primary key (user_id, role_id)
);
create index user_role_by_role on user_role (role_id);

-- Settings of the platform by name; the code that owns a name owns the shape of its value.
create table platform_setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- key is empty for the platform, else the account or user the flag is switched for.
create table feature_flag (
  name text not null,
  key text not null default '',
  enabled boolean not null,
  updated_at timestamptz not null,
  primary key (name, key)
);

-- Licenses are kept; the newest is the one in force.
create table platform_license (
  id uuid primary key,
  body text not null,
  installed_at timestamptz not null,
  installed_by uuid
);
