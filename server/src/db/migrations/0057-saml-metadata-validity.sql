-- Until when the provider's metadata is good, as it says itself; null where it doesn't.
alter table saml_config add column valid_until timestamptz;
