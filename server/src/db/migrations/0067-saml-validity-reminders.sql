-- When the present valid_until came, and at which step before it somebody was told last.
alter table saml_config
  add column validity_came_at timestamptz,
  add column reminded_days integer;
update saml_config set validity_came_at = updated_at where valid_until is not null;
