-- The token or client certificate by which a link was made, which ends with it. Null for a session, which may end, and
-- for links of the version before: of those their maker alone is asked.
alter table self_service_link add column made_via jsonb;
alter table sign_in_setup_link add column made_via jsonb;
