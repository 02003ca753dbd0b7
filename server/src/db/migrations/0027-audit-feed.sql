-- online
-- The feed of one account: its events in the order of the log, and when, which tells a partner's from another's.
create index concurrently if not exists audit_event_account_place on audit_event (account_id, tree_index) include (at)
  where tree_index is not null;
