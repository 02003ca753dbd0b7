-- Who may see an organization, on its own row: a list then walks one index instead of asking for the account of each row.

-- The account in whose partner scope it lies, as account.owner_account_id has it; null while its account is deleted.
alter table organization add column owner_account_id uuid;

-- The account is held, so that its own change (below) has either been seen here or sees what is written here.
create function organization_owner() returns trigger language plpgsql as $$
begin
  new.owner_account_id := (select owner_account_id from account where id = new.account_id and deleted_at is null for share);
  return new;
end $$;
create trigger organization_owner before insert or update of account_id on organization
  for each row execute function organization_owner();

create function account_organizations_follow() returns trigger language plpgsql as $$
begin
  update organization set owner_account_id = case when new.deleted_at is null then new.owner_account_id end where account_id = new.id;
  return null;
end $$;
create trigger account_organizations_follow after update of partner_account_id, deleted_at on account
  for each row when (old.owner_account_id is distinct from new.owner_account_id or old.deleted_at is distinct from new.deleted_at) execute function account_organizations_follow();

update organization o set owner_account_id = a.owner_account_id from account a where a.id = o.account_id and a.deleted_at is null;

drop index organization_by_name, organization_by_city, organization_by_country;
create index organization_by_name on organization (name collate "und-x-icu", id) where owner_account_id is not null;
create index organization_by_city on organization (city collate "und-x-icu", id) where owner_account_id is not null;
create index organization_by_country on organization (country, id) where owner_account_id is not null;
create index organization_by_owner on organization (owner_account_id, name collate "und-x-icu", id);
