-- A provider that logs somebody out also ends the sign-ins that it has just answered, and which wait for their callback.
-- SHA-256 of account and name, as with sessions. Codes that wait while this runs end within minutes by themselves.
alter table user_code add column saml_name_hash bytea;
create index user_code_saml_name on user_code (saml_name_hash) where saml_name_hash is not null and used_at is null;
