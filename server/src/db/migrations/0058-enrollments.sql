-- Invitations to a certificate: for a seat, by a template, or for a person who signs in with it.
create table enrollment (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- Null for one of a person, and where the seat was deleted since, which ended it.
  seat_id uuid references seat (id) on delete set null,
  user_id uuid references app_user (id),
  template_id uuid references certificate_template (id),
  -- Whom it names, as they were called then.
  name text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null,
  locale text not null,
  keystore_location text not null check (keystore_location in ('browser', 'hardware_token', 'software')),
  enrollment_method text not null check (enrollment_method in ('DTA', 'DDC')),
  stage text not null check (stage in ('invited', 'generated', 'redeemed', 'canceled')),
  -- SHA-256 of the code of its link, in hexadecimal digits; a new link has a new one.
  code_hash text not null,
  validity integer check (validity between 1 and 365),
  -- What an administrator has given of the subject, and then what the invited person has filled in.
  organization_units text not null default '',
  street_address text not null default '',
  postal_code text not null default '',
  locality text not null default '',
  state text not null default '',
  country text not null default '',
  asked text[] not null default '{}',
  -- The certificate that counts: of several, made for keys that were lost, the last.
  certificate_id uuid references certificate (id),
  keys integer not null default 0,
  keystore_type text,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  generated_at timestamptz,
  redeemed_at timestamptz,
  canceled_at timestamptz,
  name_folded text not null generated always as (folded(name || ' ' || email)) stored,
  -- As account.owner_account_id has it; null while its account is deleted.
  owner_account_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid references app_user (id),
  updated_at timestamptz not null,
  updated_by uuid references app_user (id),
  check (num_nonnulls(user_id, template_id) = 1),
  check (stage not in ('generated', 'redeemed') or certificate_id is not null)
);
create trigger enrollment_owner before insert or update of account_id on enrollment
  for each row execute function organization_owner();

create function account_enrollments_follow() returns trigger language plpgsql as $$
begin
  update enrollment set owner_account_id = case when new.deleted_at is null then new.owner_account_id end
    where account_id = new.id;
  return null;
end $$;
create trigger account_enrollments_follow after update of partner_account_id, deleted_at on account
  for each row when (old.owner_account_id is distinct from new.owner_account_id
    or old.deleted_at is distinct from new.deleted_at) execute function account_enrollments_follow();

create index enrollment_by_created on enrollment (created_at, name collate "und-x-icu", id)
  where owner_account_id is not null;
create index enrollment_by_created_down on enrollment (created_at desc, name collate "und-x-icu", id)
  where owner_account_id is not null;
create index enrollment_by_end on enrollment (expires_at, name collate "und-x-icu", id)
  where owner_account_id is not null;
create index enrollment_by_end_down on enrollment (expires_at desc, name collate "und-x-icu", id)
  where owner_account_id is not null;
create index enrollment_by_name on enrollment (name collate "und-x-icu", id) where owner_account_id is not null;
create index enrollment_by_account on enrollment (account_id, created_at desc, name collate "und-x-icu", id);
create index enrollment_by_owner on enrollment (owner_account_id, created_at desc, name collate "und-x-icu", id);
create index enrollment_by_seat on enrollment (seat_id, created_at desc) where seat_id is not null;
create index enrollment_by_person on enrollment (user_id, created_at desc) where user_id is not null;
create index enrollment_by_template on enrollment (template_id, created_at desc) where template_id is not null;
create index enrollment_by_location on enrollment (keystore_location, created_at desc)
  where owner_account_id is not null;
create index enrollment_by_stage on enrollment (stage, created_at desc) where owner_account_id is not null;
create index enrollment_by_certificate on enrollment (certificate_id) where certificate_id is not null;
create index enrollment_search on enrollment using gin (name_folded gin_trgm_ops)
  where owner_account_id is not null;
create index enrollment_search_pieces on enrollment using gin (foreign_pieces(name_folded))
  where owner_account_id is not null;

-- SHA-256 of the SubjectPublicKeyInfo, by which it is known whether somebody has a certificate for a key already. Null
-- for those that were made before; its index is the next migration.
alter table certificate add column key_sha256 text;
