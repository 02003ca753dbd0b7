-- What the call that made a link came with: a link of a token or a client certificate ends with it. Null for those of
-- the version before, which are asked of their maker alone.
alter table self_service_link add column made_via jsonb;
alter table sign_in_setup_link add column made_via jsonb;
