-- Of whom an update changes what makes administrators, found without a join of what was with what is: planned for few
-- people and kept in the connection, it compared each with each, which took minutes for some ten thousand.
create or replace function administrators_after_people() returns trigger language plpgsql as $$
declare people uuid[];
begin
  select array_agg(id) into people from (
    select id, access_scope, primary_account_id, service_user, active, verified_at is null, deleted_at is null from after
    except
    select id, access_scope, primary_account_id, service_user, active, verified_at is null, deleted_at is null
      from before) changed;
  if people is not null then perform keep_administrators(people); end if;
  return null;
end $$;
