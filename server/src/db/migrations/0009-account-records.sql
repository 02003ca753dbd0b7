-- Accounts are edited by several people: who saved last, and which version was read.
alter table account
  add column version integer not null default 1,
  add column updated_by uuid references app_user (id),
  -- Whether people whom an identity provider knows may come in without being invited.
  add column allow_user_creation_via_sso boolean not null default false;
