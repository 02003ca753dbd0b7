-- A row of a run whose act took longer than the database may: it is tried once more, after the others.
alter table bulk_row add column overdue boolean not null default false;
