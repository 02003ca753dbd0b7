-- What a person has last entered for themselves as their mail address and their user name: an identity provider that
-- gives somebody this address or name may mean somebody else. Null where an administrator's word stands since.
alter table app_user add column email_claimed text;
alter table app_user add column user_name_claimed text;

-- Whoever changes them says so in updated_by: no way of changing them can forget it.
create function person_names_claimed() returns trigger language plpgsql as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    new.email_claimed := case when new.updated_by = new.id then new.email end;
  end if;
  if lower(new.user_name) is distinct from lower(old.user_name) then
    new.user_name_claimed := case when new.updated_by = new.id then new.user_name end;
  end if;
  return new;
end $$;
create trigger person_names_claimed before update of email, user_name on app_user
  for each row execute function person_names_claimed();
