-- Counts of rows are folded under a lock of their own: they had that of the sequencer of the audit log, so that either
-- stood still while the other was at work.

-- One at a time; whoever comes meanwhile has nothing to do. Answers how many changes were added up.
create or replace function fold_row_counts() returns bigint language plpgsql as $$
declare
  known constant uuid := '00000000-0000-0000-0000-000000000000';
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(7346032) then
    return 0;
  end if;
  with gone as (
    delete from row_count_delta returning list, owner_account_id as owner, account_id as account, change
  ), seen as (
    select *, case when owner is not null then known end as some_owner,
      case when account is not null then known end as some_account from gone
  ), added as (
    insert into row_count as kept (list, scope, owner_account_id, account_id, rows)
      select list, by.scope, by.owner, by.account, sum(change)
        from seen cross join lateral (values
          ('system', some_owner, some_account),
          ('partner', seen.owner, some_account),
          ('account', some_owner, seen.account)
        ) as by (scope, owner, account)
        group by 1, 2, 3, 4 having sum(change) <> 0
      on conflict (list, scope, owner_account_id, account_id) do update set rows = kept.rows + excluded.rows
  )
  select count(*) into folded from gone;
  delete from row_count where rows = 0;
  return folded;
end $$;

-- Counts all rows, for a platform whose counts were not kept. Rows and what changed are those of one snapshot: what is
-- written meanwhile is added up after it.
create or replace function count_rows_anew() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7346032);
  with kept as (
    delete from row_count
  ), changed as (
    delete from row_count_delta
  )
  insert into row_count_delta select list, owner_account_id, account_id, count(*) from counted_row group by 1, 2, 3;
  perform fold_row_counts();
end $$;
