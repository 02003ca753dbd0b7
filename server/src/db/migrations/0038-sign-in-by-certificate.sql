-- By which ways the people of an account sign in, and what a session that came by a certificate keeps of it.

alter table account
  add column standard_sign_in boolean not null default true,
  add column certificate_sign_in boolean not null default false;

-- A callback completes the sign-in that this certificate began.
alter table user_code add column certificate_id uuid references certificate (id) on delete cascade;

alter table session
  add column certificate_id uuid references certificate (id) on delete set null,
  -- The end of its certificate, which it does not outlive.
  add column latest_end timestamptz;
create index session_certificate on session (certificate_id) where certificate_id is not null and ended_at is null;
alter table session drop constraint session_ended_reason_check;
alter table session add constraint session_ended_reason_check
  check (ended_reason in ('logout', 'elsewhere', 'reuse', 'password', 'disabled', 'certificate')) not valid;
alter table session validate constraint session_ended_reason_check;

-- Whoever revokes a certificate, holds it, switches it off or deletes it, by whatever path, ends what it has opened.
create function certificate_ends_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update session set ended_at = now(), ended_reason = 'certificate'
      where certificate_id = old.id and ended_at is null;
    return old;
  end if;
  update session set ended_at = new.updated_at, ended_reason = 'certificate'
    where certificate_id = new.id and ended_at is null;
  return null;
end $$;
create trigger certificate_ends_sessions after update of state, enabled, user_id on certificate
  for each row when (
    (new.state <> 'issued' or not new.enabled or new.user_id is distinct from old.user_id)
    and (old.state, old.enabled, old.user_id) is distinct from (new.state, new.enabled, new.user_id))
  execute function certificate_ends_sessions();
create trigger certificate_deleted_ends_sessions before delete on certificate
  for each row execute function certificate_ends_sessions();

-- What the address that asks for certificates shows itself with: one for all processes.
create table client_auth_server (
  -- There is one.
  single boolean primary key default true check (single),
  certificate_id uuid not null references certificate (id),
  key_sealed bytea not null,
  -- The name that it is for.
  host text not null,
  valid_to timestamptz not null
);
