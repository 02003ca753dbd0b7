-- The log says by which kind of provider a sign-in began that a code completes.
alter table user_code add column provider text check (provider in ('saml', 'oidc'));
