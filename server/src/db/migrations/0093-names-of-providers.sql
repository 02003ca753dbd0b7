-- What an identity provider calls a person, and what it has said of them just now, is of the account whose provider it
-- is: with another first account it is forgotten, whoever moves the person. Else another provider that calls somebody
-- else the same would let them in as this person, and would never find the person by their mail address.
-- No first account is the platform's own.

create function app_user_provider_names() returns trigger language plpgsql as $$
declare
  own uuid := (select id from account where system_account);
begin
  if coalesce(old.primary_account_id, own) is distinct from coalesce(new.primary_account_id, own) then
    new.saml_username := null;
    new.oidc_username := null;
    delete from user_code where user_id = new.id and provider is not null and used_at is null;
  end if;
  return new;
end $$;
create trigger app_user_provider_names before update of primary_account_id on app_user for each row
  when (old.primary_account_id is distinct from new.primary_account_id) execute function app_user_provider_names();
