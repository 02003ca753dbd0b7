-- A list of plans and runs: how many rows each has, without reading them; of a run, once it has ended, how many were
-- settled and how many failed.
alter table bulk_plan
  add column row_count integer not null default 0,
  add column change_count integer not null default 0,
  add column settled_count integer,
  add column failed_count integer,
  -- When its maker has looked at what came of it.
  add column seen_at timestamptz;

update bulk_plan p set row_count = r.rows, change_count = r.change,
  settled_count = case when p.ended_at is not null then r.settled end,
  failed_count = case when p.ended_at is not null then r.failed end,
  seen_at = p.ended_at
from (
  select plan_id, count(*)::int as rows, (count(*) filter (where verdict = 'change'))::int as change,
    count(outcome)::int as settled, (count(*) filter (where outcome in ('refused', 'changed', 'gone')))::int as failed
  from bulk_row group by plan_id
) r where r.plan_id = p.id;

drop index bulk_plan_by_maker;
create index bulk_plan_by_maker on bulk_plan (made_by, made_at desc);
