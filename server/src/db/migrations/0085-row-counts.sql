-- How many rows long lists have, kept so that nobody counts them. Whoever writes adds what changed, as rows of their
-- own, and waits for nobody; a job adds these up. A reader adds both in one statement, so that it is always exact.

-- `change` is by how many rows the list of these accounts grew; where a table has no account, it is null.
create table row_count_delta (
  list text not null,
  owner_account_id uuid,
  account_id uuid,
  change bigint not null
);

-- Added up for each way to see: of `system` by whether there is an owner and an account at all, of `partner` by the
-- owner, of `account` by the account. A column that is not told apart holds zeros where the rows have a value, so that
-- one predicate of sight reads rows, what changed, and this.
create table row_count (
  list text not null,
  scope text not null check (scope in ('system', 'partner', 'account')),
  owner_account_id uuid,
  account_id uuid,
  rows bigint not null
);
create unique index row_count_key on row_count (list, scope, owner_account_id, account_id) nulls not distinct;
create index row_count_of_account on row_count (list, account_id) where scope = 'account';
create index row_count_empty on row_count (list) where rows = 0;

-- One at a time; whoever comes meanwhile has nothing to do. Answers how many changes were added up.
create function fold_row_counts() returns bigint language plpgsql as $$
declare
  known constant uuid := '00000000-0000-0000-0000-000000000000';
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(7346022) then
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

-- For each table: the list in which a row stands, the account it belongs to, and which rows are listed at all; who sees
-- them is not said here. `counted_row` has one row for each that is counted.
do $do$
declare
  counted record;
  operation record;
  sources text[] := '{}';
begin
  for counted in select * from (values
    ('account', $$'account'$$, 'null::uuid', 'deleted_at is null'),
    ('app_user', $$case when service_user then 'service_user' else 'administrator' end$$, 'primary_account_id',
      'deleted_at is null'),
    ('organization', $$'organization'$$, 'account_id', 'true'),
    ('seat', $$'seat'$$, 'account_id', 'true'),
    ('enrollment', $$'enrollment'$$, 'account_id', 'true'),
    ('certificate', $$'certificate'$$, 'account_id', $$cert_type = 'end_entity' and state <> 'intended'$$)
  ) as counted (name, list, account, listed)
  loop
    sources := sources || format('select %s as list, owner_account_id, %s as account_id from %I where %s',
      counted.list, counted.account, counted.name, counted.listed);
    execute format($function$
      create function %1$s_counted() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into row_count_delta
            select %2$s, owner_account_id, %3$s, count(*) from added where %4$s group by 1, 2, 3;
        elsif tg_op = 'DELETE' then
          insert into row_count_delta
            select %2$s, owner_account_id, %3$s, -count(*) from gone where %4$s group by 1, 2, 3;
        else
          insert into row_count_delta
            select list, owner, account, sum(change) from (
              select %2$s as list, owner_account_id as owner, %3$s as account, 1 as change from added where %4$s
              union all
              select %2$s, owner_account_id, %3$s, -1 from gone where %4$s
            ) changed group by 1, 2, 3 having sum(change) <> 0;
        end if;
        return null;
      end $$
    $function$, counted.name, counted.list, counted.account, counted.listed);
    for operation in select * from (values
      ('insert', 'new table as added'),
      ('delete', 'old table as gone'),
      ('update', 'old table as gone new table as added')
    ) as operation (name, seen)
    loop
      execute format(
        'create trigger %1$s_counted_%2$s after %2$s on %1$I referencing %3$s
          for each statement execute function %1$s_counted()', counted.name, operation.name, operation.seen);
    end loop;
  end loop;
  execute 'create view counted_row as ' || array_to_string(sources, ' union all ');
end $do$;

-- Counts all rows, for a platform whose counts were not kept. Rows and what changed are those of one snapshot: what is
-- written meanwhile is added up after it.
create function count_rows_anew() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7346022);
  with kept as (
    delete from row_count
  ), changed as (
    delete from row_count_delta
  )
  insert into row_count_delta select list, owner_account_id, account_id, count(*) from counted_row group by 1, 2, 3;
  perform fold_row_counts();
end $$;
select count_rows_anew();

-- What is emptied at once tells of no rows.
create function count_emptied() returns trigger language plpgsql as $$
begin
  perform count_rows_anew();
  return null;
end $$;
create trigger account_emptied after truncate on account for each statement execute function count_emptied();
create trigger app_user_emptied after truncate on app_user for each statement execute function count_emptied();
create trigger organization_emptied after truncate on organization for each statement execute function count_emptied();
create trigger seat_emptied after truncate on seat for each statement execute function count_emptied();
create trigger enrollment_emptied after truncate on enrollment for each statement execute function count_emptied();
create trigger certificate_emptied after truncate on certificate for each statement execute function count_emptied();
