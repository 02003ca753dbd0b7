-- Whoever revokes an authority ends the sessions that certificates of it, and of those below it, have opened.

create function authority_ends_sessions() returns trigger language plpgsql as $$
begin
  update session set ended_at = new.updated_at, ended_reason = 'certificate'
    from certificate c
    where c.id = session.certificate_id and session.ended_at is null and c.authority_id in (
      with recursive below (id) as (
        select new.id
        union
        select ca.id from certificate_authority ca join below on ca.issuer_id = below.id)
      select id from below);
  return null;
end $$;
create trigger authority_ends_sessions after update of state on certificate_authority
  for each row when (new.state = 'revoked' and old.state <> 'revoked')
  execute function authority_ends_sessions();
