-- online
-- Those that have ended are the oldest as a rule: the newest of them are found by an index that has the end as well,
-- and not by reading every newer row.
create index concurrently if not exists certificate_by_created_and_end
  on certificate (created_at, common_name collate "und-x-icu", id, valid_to)
  where cert_type = 'end_entity' and state <> 'intended';
create index concurrently if not exists certificate_by_created_and_end_down
  on certificate (created_at desc, common_name collate "und-x-icu", id, valid_to)
  where cert_type = 'end_entity' and state <> 'intended';
drop index concurrently if exists certificate_by_created;
drop index concurrently if exists certificate_by_created_down;
