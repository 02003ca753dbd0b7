-- Of a run that has ended, how many rows were done: the others that have an outcome failed, or were so already.
alter table bulk_plan add column done_count integer;
