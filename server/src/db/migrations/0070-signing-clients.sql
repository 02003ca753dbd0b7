-- Signing clients: by which client of the platform an account signs documents, and as whom it is known there.
create table signing_client (
  id uuid primary key,
  account_id uuid not null references account (id),
  oauth_client_id uuid not null references oauth_client (id),
  -- The service id.
  oauth_client_account_id text not null,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);
create unique index signing_client_service
  on signing_client (account_id, oauth_client_id, lower(oauth_client_account_id));
create index signing_client_provider on signing_client (oauth_client_id);
create index signing_client_updated_by on signing_client (updated_by);
