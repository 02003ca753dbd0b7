-- What a session keeps of the SAML provider that opened it, so that both can end it for the other (single logout).

-- How the provider calls the person and its own session: sealed, for the request that tells it of a sign-out.
alter table user_code add column saml_sealed bytea;
alter table session
  add column saml_sealed bytea,
  -- SHA-256 of account and name, by which a request of the provider finds what it ends.
  add column saml_name_hash bytea;
create index session_saml_name on session (saml_name_hash) where saml_name_hash is not null and ended_at is null;
alter table session drop constraint session_ended_reason_check;
alter table session add constraint session_ended_reason_check
  check (ended_reason in ('logout', 'elsewhere', 'reuse', 'password', 'disabled', 'certificate', 'provider')) not valid;
alter table session validate constraint session_ended_reason_check;
