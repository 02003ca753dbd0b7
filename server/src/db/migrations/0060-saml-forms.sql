-- Providers that take messages in posted forms alone (SAML 2.0 Bindings, 3.5: HTTP-POST).

-- How people are sent to the address: 'redirect' is HTTP-Redirect, 'post' is HTTP-POST.
alter table saml_config add column sign_on_binding text not null default 'redirect'
  check (sign_on_binding in ('redirect', 'post'));

-- A message that a page of ours is going to post. Found by the SHA-256 of what its address names; sealed, for a request
-- to log out names a person.
create table saml_form (
  code_hash bytea primary key,
  kept_sealed bytea not null,
  expires_at timestamptz not null
);
create index saml_form_expires on saml_form (expires_at);
