-- Which API token (or client certificate) an event was done with: of a person who has several, one that was stolen is
-- told from the others. Rows before have none. The leaf hash leaves out what is null, so theirs stay as they are.

alter table audit_event
  add column credential_id uuid,
  -- Its name of then.
  add column credential_name text;

create trigger audit_event_keeps_its_credential before update of credential_id, credential_name
  on audit_event for each row execute function audit_refuse();
