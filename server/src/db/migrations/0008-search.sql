-- What the search over everything finds: an entry for each account, organization and person, kept by triggers.

-- A text as it is searched: folded, its words one space apart.
create function search_text(text) returns text language sql immutable strict parallel safe
  return trim(regexp_replace(folded($1), '[\s\x01-\x1f]+', ' ', 'g'));

-- All there is to find: by its name, its identifier and what else is known of it. Service users are no people; what
-- belongs to a deleted account is out of reach. The domain of an address is everybody's there, so it is no name.
create view search_source as
  select id, kind, account_id, owner_account_id,
    left(search_text(name), 100) as begins, search_text(name || ' ' || identifier) as named, search_text(name || ' ' || identifier || ' ' || others) as holds
  from (
    select id, 'account' as kind, id as account_id, owner_account_id, name, friendly_identifier as identifier, '' as others
    from account where deleted_at is null
    union all
    select o.id, 'organization', a.id, a.owner_account_id, o.name, '', ''
    from organization o join account a on a.id = o.account_id where a.deleted_at is null
    union all
    select u.id, 'person', a.id, a.owner_account_id, u.first_name || ' ' || u.last_name, split_part(u.user_name, '@', 1), u.email || case when u.user_name like '%@%' then ' ' || u.user_name else '' end
    from app_user u left join account a on a.id = u.primary_account_id where u.deleted_at is null and not u.service_user
  ) thing;

create table search_entry (
  id uuid primary key,
  kind text not null check (kind in ('account', 'organization', 'person')),
  -- The account it belongs to, and the partner's under which that lies: who may see it.
  account_id uuid,
  owner_account_id uuid,
  -- How its name begins, by bytes, so that one index finds and orders; short, since an index takes no long text.
  begins text collate "C" not null,
  -- Name and identifier; and with these everything by which it is found.
  named text not null,
  holds text not null,
  -- One in 256, by the random end of its id: what many hold is found among these.
  sampled boolean not null generated always as (get_byte(uuid_send(id), 15) = 0) stored
);

-- Under which keys a viewer finds an entry: its kind for those who see all, its account, its partner.
create function search_keys(kind text, account_id uuid, owner_account_id uuid) returns text[] language sql immutable parallel safe
  return array[kind, kind || ' of ' || account_id::text, kind || ' under ' || owner_account_id::text];

-- Every three characters of the runs that hold other letters than a to z: pg_trgm takes those for letters, or not, as the database's locale says.
create function search_foreign_grams(text) returns text[] language sql immutable strict parallel safe
  return array(
    select distinct substr(run, i, 3)
    from (select '  ' || part as run from regexp_split_to_table($1, '[\x01-\x2f\x3a-\x60\x7b-\x7f]+') part where octet_length(part) > length(part)) foreign_run,
      generate_series(1, length(run) - 2) i);

-- Every three characters of the words of a text, a word's beginning after spaces as pg_trgm has it.
create function search_pieces(text) returns text[] language sql immutable strict parallel safe
  return show_trgm($1) || case when octet_length($1) > length($1) then search_foreign_grams($1) else '{}' end;

-- Those of all, marked.
create function search_marked_pieces(text) returns text[] language sql immutable strict parallel safe
  return string_to_array('~' || array_to_string(search_pieces($1), E'\x01~'), E'\x01');

-- What one index holds of an entry, for all viewers: its keys, the pieces of its name, and marked those of everything.
create function search_grams(kind text, account_id uuid, owner_account_id uuid, named text, holds text) returns text[] language sql immutable parallel safe
  return search_keys(kind, account_id, owner_account_id) || search_pieces(named) || search_marked_pieces(holds);

-- Makes all entries anew. Nobody can search meanwhile: for this migration, and for who has loaded many rows with the triggers off.
create function search_rebuild() returns void language plpgsql as $$
begin
  truncate search_entry;
  drop index if exists search_entry_begins, search_entry_begins_in_account, search_entry_begins_under_owner, search_entry_sample, search_entry_grams;
  insert into search_entry (id, kind, account_id, owner_account_id, begins, named, holds) select * from search_source;
  -- Kind and name as one text: who sees one account or partner must not be answered from the index of everybody, which to the planner looks as good.
  create index search_entry_begins on search_entry ((kind || ' ' || begins), id);
  create index search_entry_begins_in_account on search_entry (kind, account_id, begins, id);
  create index search_entry_begins_under_owner on search_entry (kind, owner_account_id, begins, id);
  create index search_entry_sample on search_entry (kind) where sampled;
  -- New entries wait in a short list until there are enough to sort in; every search reads that list.
  create index search_entry_grams on search_entry using gin (search_grams(kind, account_id, owner_account_id, named, holds)) with (gin_pending_list_limit = 256);
  analyze search_entry;
end $$;

-- After a row was written: its entry anew. The first argument is its kind, the second the column with its account. The
-- account is held first, so that its own change (below) has either been seen here or sees what is written here.
create function search_follow() returns trigger language plpgsql as $$
begin
  perform from account where id in ((to_jsonb(old) ->> tg_argv[1])::uuid, (to_jsonb(new) ->> tg_argv[1])::uuid) order by id for share;
  delete from search_entry where id = old.id;
  insert into search_entry (id, kind, account_id, owner_account_id, begins, named, holds) select * from search_source where id = new.id and kind = tg_argv[0];
  return null;
end $$;
create trigger account_search after insert or delete or update of name, friendly_identifier, partner_account_id, deleted_at on account
  for each row execute function search_follow('account', 'id');
create trigger organization_search after insert or delete or update of name, account_id on organization
  for each row execute function search_follow('organization', 'account_id');
create trigger app_user_search after insert or delete or update of first_name, last_name, user_name, email, primary_account_id, service_user, deleted_at on app_user
  for each row execute function search_follow('person', 'primary_account_id');

-- After an account changed its partner, was deleted or brought back: everything in it anew.
create function search_follow_account() returns trigger language plpgsql as $$
begin
  delete from search_entry where kind in ('organization', 'person') and account_id = new.id;
  insert into search_entry (id, kind, account_id, owner_account_id, begins, named, holds)
    select * from search_source where kind in ('organization', 'person') and account_id = new.id;
  return null;
end $$;
create trigger account_search_members after update of partner_account_id, deleted_at on account
  for each row when (old.owner_account_id is distinct from new.owner_account_id or old.deleted_at is distinct from new.deleted_at) execute function search_follow_account();

select search_rebuild();
