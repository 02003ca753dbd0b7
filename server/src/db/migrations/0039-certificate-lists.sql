-- Seats, templates, and the lists of certificates: of which seat each is, by which template, and who may see it.

-- Who or what certificates are issued for, and what of a license it takes.
create table seat (
  id uuid primary key,
  account_id uuid not null references account (id),
  type text not null check (type in ('user', 'device', 'server', 'organization')),
  name text not null,
  -- What tells it from others of its type: an address, a host name, a serial number.
  identifier text not null,
  email text not null default '',
  description text not null default '',
  name_folded text not null generated always as (folded(name || ' ' || identifier || ' ' || email)) stored,
  -- As account.owner_account_id has it; null while its account is deleted.
  owner_account_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);
create unique index seat_identifier on seat (account_id, type, lower(identifier));
create trigger seat_owner before insert or update of account_id on seat
  for each row execute function organization_owner();
create index seat_by_name on seat (name collate "und-x-icu", id) where owner_account_id is not null;
create index seat_by_identifier on seat (identifier collate "und-x-icu", name collate "und-x-icu", id)
  where owner_account_id is not null;
create index seat_by_identifier_down on seat (identifier collate "und-x-icu" desc, name collate "und-x-icu", id)
  where owner_account_id is not null;
create index seat_by_created on seat (created_at, name collate "und-x-icu", id) where owner_account_id is not null;
create index seat_by_created_down on seat (created_at desc, name collate "und-x-icu", id)
  where owner_account_id is not null;
create index seat_by_type on seat (type, name collate "und-x-icu", id) where owner_account_id is not null;
create index seat_by_account on seat (account_id, name collate "und-x-icu", id);
create index seat_by_owner on seat (owner_account_id, name collate "und-x-icu", id);
create index seat_search on seat using gin (name_folded gin_trgm_ops) where owner_account_id is not null;
create index seat_search_pieces on seat using gin (foreign_pieces(name_folded)) where owner_account_id is not null;

-- How certificates are made for an account's seats, or for those of all accounts.
create table certificate_template (
  id uuid primary key,
  name text not null,
  -- Null for those that every account may use.
  account_id uuid references account (id),
  description text not null default '',
  profile_id uuid not null references certificate_profile (id),
  -- Null for the one that signs for the account.
  authority_id uuid references certificate_authority (id),
  -- What of the subject is the same in each.
  organization text not null default '',
  organizational_unit text not null default '',
  locality text not null default '',
  state text not null default '',
  country text not null default '',
  -- The types of seats that it is for.
  seat_types text[] not null,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);
create unique index certificate_template_name on certificate_template
  (coalesce(account_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where archived_at is null;
create index certificate_template_profile on certificate_template (profile_id);

alter table certificate
  add column seat_id uuid references seat (id) on delete set null,
  add column template_id uuid references certificate_template (id),
  add column subject_folded text not null
    generated always as (folded(common_name || ' ' || subject_text || ' ' || email)) stored,
  -- As account.owner_account_id has it; null without an account, and while that is deleted.
  add column owner_account_id uuid;

create trigger certificate_owner before insert or update of account_id on certificate
  for each row execute function organization_owner();

create function account_certificates_follow() returns trigger language plpgsql as $$
begin
  update certificate set owner_account_id = case when new.deleted_at is null then new.owner_account_id end
    where account_id = new.id;
  update seat set owner_account_id = case when new.deleted_at is null then new.owner_account_id end
    where account_id = new.id;
  return null;
end $$;
create trigger account_certificates_follow after update of partner_account_id, deleted_at on account
  for each row when (old.owner_account_id is distinct from new.owner_account_id
    or old.deleted_at is distinct from new.deleted_at) execute function account_certificates_follow();

update certificate c set owner_account_id = a.owner_account_id
  from account a where a.id = c.account_id and a.deleted_at is null;

-- The lists show what was made for somebody; authorities have pages of their own.
create index certificate_by_created on certificate (created_at, common_name collate "und-x-icu", id)
  where cert_type = 'end_entity' and state <> 'intended';
create index certificate_by_created_down on certificate (created_at desc, common_name collate "und-x-icu", id)
  where cert_type = 'end_entity' and state <> 'intended';
create index certificate_by_end on certificate (valid_to, common_name collate "und-x-icu", id)
  where cert_type = 'end_entity' and state <> 'intended';
create index certificate_by_end_down on certificate (valid_to desc, common_name collate "und-x-icu", id)
  where cert_type = 'end_entity' and state <> 'intended';
create index certificate_by_name on certificate (common_name collate "und-x-icu", id)
  where cert_type = 'end_entity' and state <> 'intended';
create index certificate_by_account on certificate (account_id, created_at desc, common_name collate "und-x-icu", id);
create index certificate_by_account_end on certificate (account_id, valid_to, common_name collate "und-x-icu", id);
create index certificate_by_account_name on certificate (account_id, common_name collate "und-x-icu", id);
create index certificate_by_owner on certificate
  (owner_account_id, created_at desc, common_name collate "und-x-icu", id);
create index certificate_by_owner_end on certificate
  (owner_account_id, valid_to, common_name collate "und-x-icu", id);
create index certificate_by_owner_name on certificate (owner_account_id, common_name collate "und-x-icu", id);
create index certificate_by_authority on certificate (authority_id, created_at desc);
create index certificate_by_profile on certificate (profile_id, created_at desc);
create index certificate_by_person on certificate (user_id, created_at desc) where user_id is not null;
create index certificate_by_seat on certificate (seat_id, created_at desc) where seat_id is not null;
create index certificate_by_revoked on certificate (created_at desc) where state = 'revoked';
create index certificate_by_disabled on certificate (created_at desc) where not enabled;
create index certificate_by_serial on certificate (serial);
create index certificate_search on certificate using gin (subject_folded gin_trgm_ops)
  where cert_type = 'end_entity' and state <> 'intended';
create index certificate_search_pieces on certificate using gin (foreign_pieces(subject_folded))
  where cert_type = 'end_entity' and state <> 'intended';
