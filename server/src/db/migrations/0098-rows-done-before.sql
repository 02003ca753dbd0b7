-- How many rows were done of the runs that ended before that was counted.
update bulk_plan p set done_count = (
  select count(*)::int from bulk_row r where r.plan_id = p.id and r.outcome = 'done'
) where p.ended_at is not null and p.done_count is null;
