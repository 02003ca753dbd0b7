-- Of a run that has ended, how many rows were done: the others that have an outcome failed, or were so already.
alter table bulk_plan add column done_count integer;

update bulk_plan p set done_count = r.done
from (
  select plan_id, (count(*) filter (where outcome = 'done'))::int as done from bulk_row group by plan_id
) r where r.plan_id = p.id and p.ended_at is not null;
