-- Who administers, asked once for each account where a transaction takes many administrators away: each look walks past
-- all that the transaction has taken before, so that asking for each of them took the square of their number, at the
-- commit, which no time limit ends, and under the lock for which all others wait who take one away.

-- What the check of this transaction has found last: 'platform' or an account of which somebody remains. What is taken
-- away afterwards makes it ask anew.
create function administrators_taken() returns trigger language plpgsql as $$
begin
  perform set_config('signet.administered', '', true);
  return null;
end $$;
create trigger administrator_taken after delete on administrator
  for each statement execute function administrators_taken();

create or replace function administrator_remains() returns trigger language plpgsql as $$
declare whose constant text := coalesce(old.account_id::text, 'platform');
begin
  if current_setting('signet.administered', true) = whose then return null; end if;
  -- Nobody has to administer an account that is deleted: nobody waits for it either.
  if old.account_id is not null
    and not exists (select from account a where a.id = old.account_id and a.deleted_at is null) then return null;
  end if;
  perform pg_advisory_xact_lock(7346041);
  if not exists (select from administrator a where a.account_id is not distinct from old.account_id) then
    raise exception 'nobody would administer % any more', coalesce('account ' || old.account_id, 'the platform')
      using errcode = 'SG001', detail = coalesce(old.account_id::text, '');
  end if;
  perform set_config('signet.administered', whose, true);
  return null;
end $$;

-- As before, but what they should be is found once.
create or replace function keep_administrators(people uuid[]) returns void language plpgsql as $$
begin
  perform from app_user where id = any(people) order by id for share;
  with should as materialized (
    select * from administrators_of(people)
  ), gone as (
    delete from administrator a where a.user_id = any(people) and not exists (
      select from should s where s.user_id = a.user_id and s.account_id is not distinct from a.account_id)
  )
  insert into administrator (user_id, account_id) select * from should on conflict do nothing;
end $$;
