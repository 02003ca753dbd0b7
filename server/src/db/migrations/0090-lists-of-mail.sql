-- Outgoing mail is a long list like others: how many there are is kept (migration 0085), so that late pages have
-- landmarks; and addresses in scripts that have no trigrams are found by an index.

create index mail_recipient_pieces on mail using gin (foreign_pieces(lower(recipient)));

-- No account has any of it, and no partner: the platform's people alone see it.
create function mail_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into row_count_delta (list, change) select 'mail', count(*) from added having count(*) > 0;
  else
    insert into row_count_delta (list, change) select 'mail', -count(*) from gone having count(*) > 0;
  end if;
  return null;
end $$;
create trigger mail_counted_insert after insert on mail referencing new table as added
  for each statement execute function mail_counted();
create trigger mail_counted_delete after delete on mail referencing old table as gone
  for each statement execute function mail_counted();
create trigger mail_emptied after truncate on mail for each statement execute function count_emptied();

do $$
begin
  execute 'create or replace view counted_row as ' || rtrim(pg_get_viewdef('counted_row'), ';')
    || ' union all select ''mail'', null::uuid, null::uuid from mail';
end $$;
select count_rows_anew();
