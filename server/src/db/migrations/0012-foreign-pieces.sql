-- Search in names of other scripts: pg_trgm takes letters beyond ASCII for letters, or not, as the database's locale says,
-- and a word of two signs has no three in a row.

-- The signs beyond ASCII of a folded text, each alone and with the one before or after it. Those of a part are among those of the whole.
create function foreign_pieces(text) returns text[] language sql immutable strict parallel safe
  return array(
    select distinct substr($1, i, n) from generate_series(1, length($1)) i, generate_series(1, 2) n
    where octet_length($1) > length($1) and i + n - 1 <= length($1) and octet_length(substr($1, i, n)) > n);

create index account_name_pieces on account using gin (foreign_pieces(name_folded)) where deleted_at is null;
create index account_partner_pieces on account using gin (foreign_pieces(folded(partner_account_name))) where deleted_at is null;
create index organization_name_pieces on organization using gin (foreign_pieces(name_folded)) where owner_account_id is not null;
create index organization_city_pieces on organization using gin (foreign_pieces(folded(city))) where owner_account_id is not null;
