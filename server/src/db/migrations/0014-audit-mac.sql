-- Who wrote an event: each carries the MAC of a process that holds the platform key, and only such events get a place
-- in the signed tree. Events from before have none; those that have their place keep it, their signed heads prove them.

alter table audit_event
  -- HMAC-SHA-256 over leaf_hash, under a key made of the platform key.
  add column mac bytea check (octet_length(mac) = 32),
  -- When the sequencer found that no process of the platform had written it; it stays outside the tree.
  add column refused_at timestamptz(3);

create trigger audit_event_keeps_its_mac before update of mac
  on audit_event for each row execute function audit_refuse();
create trigger audit_event_stays_refused before update of refused_at
  on audit_event for each row when (old.refused_at is not null) execute function audit_refuse();
