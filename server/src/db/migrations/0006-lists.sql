-- What every list needs: search that ignores case and accents, orders that an index serves, the rows of a partner.

-- Lower case, without accents; letters that Unicode does not take apart become their nearest plain ones.
create function folded(text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(
    translate(lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"), 'øđłıðħŧ', 'odlidht'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

-- The pattern of LIKE that finds a text anywhere in a folded column.
create function holds(text) returns text language sql immutable strict parallel safe
  return '%' || replace(replace(replace(folded($1), '\', '\\'), '%', '\%'), '_', '\_') || '%';

alter table account
  add column name_folded text not null generated always as (folded(name)) stored,
  -- The account in whose partner scope this one lies: its partner's, a partner's own. One index lists them.
  add column owner_account_id uuid not null generated always as (coalesce(partner_account_id, id)) stored,
  -- Beside the id, so that an index can sort by it; the triggers below keep it.
  add column partner_account_name text;

create function account_partner_name() returns trigger language plpgsql as $$
begin
  new.partner_account_name := (select name from account where id = new.partner_account_id);
  return new;
end $$;
create trigger account_partner_name before insert or update of partner_account_id on account
  for each row execute function account_partner_name();

create function account_renamed() returns trigger language plpgsql as $$
begin
  update account set partner_account_name = new.name where partner_account_id = new.id;
  return null;
end $$;
create trigger account_renamed after update of name on account
  for each row when (new.type = 'partner' and old.name is distinct from new.name) execute function account_renamed();

update account a set partner_account_name = p.name from account p where p.id = a.partner_account_id;

drop index account_name_search;
drop index account_by_partner;
create index account_name_search on account using gin (name_folded gin_trgm_ops);
create index account_partner_search on account using gin (folded(partner_account_name) gin_trgm_ops);
create index account_by_type on account (type, id) where deleted_at is null;
create index account_by_partner_name on account (partner_account_name collate "und-x-icu", id) where deleted_at is null;
create index account_by_owner on account (owner_account_id, name collate "und-x-icu", id) where deleted_at is null;
create index account_customers on account (partner_account_id) where partner_account_id is not null;

-- How a person looks at a list: filters, sort, hidden columns.
create table list_setting (
  user_id uuid not null references app_user (id),
  list text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, list)
);

create index mail_recipient_search on mail using gin (lower(recipient) gin_trgm_ops);
create index mail_in_status on mail (status, id);
