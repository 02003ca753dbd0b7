-- The audit log as evidence: what happened, the Merkle tree over it, and the signed heads of that tree.
-- A row is a copy of what was true. No foreign keys: people and accounts may go, what they did stays.

create table audit_event (
  id uuid primary key,
  -- Milliseconds, because the leaf hash covers exactly what the row holds.
  at timestamptz(3) not null,
  action text not null,
  resource_type text not null,
  resource_id text,
  resource_name text,
  -- The account that the event concerns; null for the platform as a whole.
  account_id uuid,
  actor_id uuid,
  actor_name text,
  actor_scope text,
  -- 'session', 'token', 'certificate', 'none' or 'system'.
  actor_via text not null,
  ip text,
  user_agent text,
  correlation_id text,
  result text not null check (result in ('success', 'failure')),
  message text,
  before jsonb,
  after jsonb,
  -- SHA-256(0x00 || canonical JSON of the columns above that are not null), made by the writer (RFC 6962, RFC 8785).
  leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
  -- Place in the tree, from 0; null until the sequencer has given it one.
  tree_index bigint unique check (tree_index >= 0)
);

-- Lists are read newest first, by keys that filters name. The id breaks ties of the same millisecond.
create index audit_event_at on audit_event (at desc, id desc);
create index audit_event_account on audit_event (account_id, at desc, id desc);
create index audit_event_actor on audit_event (actor_id, at desc, id desc);
create index audit_event_resource on audit_event (resource_id, at desc, id desc);
create index audit_event_resource_type on audit_event (resource_type, at desc, id desc);
create index audit_event_action on audit_event (action, at desc, id desc);
create index audit_event_failure on audit_event (at desc, id desc) where result = 'failure';
create index audit_event_unsequenced on audit_event (at, id) where tree_index is null;

-- Complete subtrees: (level, index) covers the leaves [index * 2^level, (index + 1) * 2^level). Level 0 is the leaf hashes,
-- a second copy that shows which row was changed as long as it still adds up to a signed head.
create table audit_node (
  level smallint not null,
  index bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

-- Signed heads of the tree (C2SP tlog-checkpoint), one for each run of the sequencer that found rows.
create table audit_checkpoint (
  tree_size bigint primary key check (tree_size > 0),
  root_hash bytea not null check (octet_length(root_hash) = 32),
  note text not null,
  at timestamptz(3) not null
);

-- Private keys of the platform, sealed by the key that stands outside the database.
create table sealed_key (
  name text primary key,
  sealed bytea not null,
  public bytea not null,
  created_at timestamptz not null
);

-- A belt for our own mistakes, not against someone who owns the database: for that there are the signed heads.
create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.';
end
$$;

create trigger audit_event_stays before delete or update of
  id, at, action, resource_type, resource_id, resource_name, account_id, actor_id, actor_name, actor_scope, actor_via,
  ip, user_agent, correlation_id, result, message, before, after, leaf_hash
  on audit_event for each row execute function audit_refuse();
create trigger audit_event_keeps_its_place before update of tree_index
  on audit_event for each row when (old.tree_index is not null) execute function audit_refuse();
create trigger audit_event_is_not_emptied before truncate on audit_event for each statement execute function audit_refuse();
create trigger audit_node_stays before update or delete on audit_node for each row execute function audit_refuse();
create trigger audit_node_is_not_emptied before truncate on audit_node for each statement execute function audit_refuse();
create trigger audit_checkpoint_stays before update or delete on audit_checkpoint for each row execute function audit_refuse();
create trigger audit_checkpoint_is_not_emptied before truncate on audit_checkpoint for each statement execute function audit_refuse();
