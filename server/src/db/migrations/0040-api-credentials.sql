-- By what a service user may call the API.

alter table app_user add column api_credential text not null default 'token'
  check (api_credential in ('token', 'certificate', 'certificate_and_token'));
