-- What the audit list looks for a text in: the names of what an event is about and of who did it, folded. Of a plain text
-- that is its lower case, which is found ten times as fast: each event of the log pays for the search.
create function audit_words(resource_name text, actor_name text) returns text language sql immutable parallel safe
  return case
    when octet_length(coalesce($1, '') || coalesce($2, '')) = length(coalesce($1, '') || coalesce($2, ''))
      then lower((coalesce($1, '') || ' ' || coalesce($2, '')) collate "C")
    else folded(coalesce($1, '') || ' ' || coalesce($2, '')) end;

-- The signs of other scripts in it, of which pg_trgm makes nothing (foreign_pieces).
create function audit_pieces(resource_name text, actor_name text) returns text[] language sql immutable parallel safe
  return case
    when octet_length(coalesce($1, '') || coalesce($2, '')) = length(coalesce($1, '') || coalesce($2, '')) then '{}'
    else foreign_pieces(folded(coalesce($1, '') || ' ' || coalesce($2, ''))) end;
