-- online
-- Of client certificates that end at the same moment the next one is found by its id, and not by reading them all.
create index concurrently if not exists certificate_ending_in_order on certificate (valid_to, id)
  where user_id is not null and state = 'issued' and enabled;
drop index concurrently if exists certificate_ending;
