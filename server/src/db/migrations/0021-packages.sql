-- The package that an account holds of an application; no row where it holds none.
create table account_package (
  account_id uuid not null references account (id),
  application_code text not null,
  package_code text not null check (package_code in ('essential', 'advanced', 'premium')),
  enabled_at timestamptz not null,
  enabled_by uuid references app_user (id),
  primary key (account_id, application_code)
);
