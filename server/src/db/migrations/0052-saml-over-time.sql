-- One key of ours signs, and one at most is published beside it.
create unique index saml_key_of_state on saml_key (account_id, state) where state <> 'retired';

alter table saml_config
  -- When the metadata is read again from its address, and what became of it.
  add column refresh_at timestamptz,
  add column refreshed_at timestamptz,
  add column refresh_failures integer not null default 0,
  add column refresh_fault text,
  -- What the address says now and somebody has to agree to.
  add column offered_metadata text,
  add column offered_at timestamptz,
  add column offer_declined boolean not null default false;
create index saml_config_refresh on saml_config (refresh_at) where metadata_url is not null;

-- Since when the metadata has it no more; it comes back with the metadata, unlike what somebody has retired by hand.
alter table saml_certificate add column dropped_at timestamptz;

-- The last reminder of its end: so many days before.
alter table saml_certificate add column reminded_days integer;
alter table saml_key add column reminded_days integer;
