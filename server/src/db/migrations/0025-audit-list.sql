-- online
-- The audit list reads events in the order of time by keys that stand before it in an index: of an account, of a kind
-- (action, resource, result and how the actor was known), of an actor, of a resource. docs/decisions/040-the-audit-list.md

create index concurrently if not exists audit_event_kind
  on audit_event (action, resource_type, result, actor_via, at desc, id desc);
create index concurrently if not exists audit_event_account_kind
  on audit_event (account_id, action, resource_type, result, actor_via, at desc, id desc);
create index concurrently if not exists audit_event_actor_kind
  on audit_event (actor_id, action, resource_type, result, actor_via, at desc, id desc);
create index concurrently if not exists audit_event_account_actor_kind
  on audit_event (account_id, actor_id, action, resource_type, result, actor_via, at desc, id desc);

-- Searched by few and written by all: what waits to be sorted in is kept short, so that nobody pays for many.
create index concurrently if not exists audit_event_words on audit_event
  using gin (audit_words(resource_name, actor_name) gin_trgm_ops, audit_pieces(resource_name, actor_name))
  with (gin_pending_list_limit = 256);

-- Those above begin with the same, and nobody asks for one of them alone.
drop index concurrently if exists audit_event_action;
drop index concurrently if exists audit_event_resource_type;
drop index concurrently if exists audit_event_failure;

-- A partner's accounts, deleted ones too: their events stay.
create index concurrently if not exists account_of_owner on account (owner_account_id);
