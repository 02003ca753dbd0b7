-- What a SAML provider calls what it says of people; null for the names that are known.
alter table saml_config
  add column email_attribute text,
  add column first_name_attribute text,
  add column last_name_attribute text;
