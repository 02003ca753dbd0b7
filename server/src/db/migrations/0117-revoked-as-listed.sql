-- online
-- A list of revoked certificates is read from the index alone: the rows of many are wide, and lie far apart.
create index concurrently if not exists certificate_revoked_as_listed on certificate (authority_id, valid_to)
  include (serial, revoked_at, revocation_reason) where state = 'revoked';
drop index concurrently if exists certificate_revoked;
