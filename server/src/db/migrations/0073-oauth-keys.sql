-- Keys that the authorization server signs ID tokens with. The next one is published before it signs, and a retired one
-- for as long as what it signed is asked about.
create table oauth_signing_key (
  id uuid primary key,
  state text not null check (state in ('next', 'current', 'retired')),
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  -- Since when it is what its state says.
  state_since timestamptz not null
);
create unique index oauth_signing_key_next on oauth_signing_key (state) where state = 'next';
create unique index oauth_signing_key_current on oauth_signing_key (state) where state = 'current';
