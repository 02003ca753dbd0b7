-- What the authorization server has given out or has in hand: codes, tokens, authorizations that wait for their person.
-- Whoever has one knows its text; here is its SHA-256, and the payload has it nowhere.
create table oauth_artifact (
  id_hash bytea not null,
  kind text not null,
  payload jsonb not null,
  -- What somebody allowed at one time, and all that came of it: ended together.
  grant_id text,
  oauth_client_id uuid references oauth_client (id) on delete cascade,
  user_id uuid references app_user (id),
  consumed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id_hash, kind)
);
create index oauth_artifact_by_grant on oauth_artifact (grant_id) where grant_id is not null;
create index oauth_artifact_by_client on oauth_artifact (oauth_client_id, user_id);
create index oauth_artifact_by_user on oauth_artifact (user_id) where user_id is not null;
create index oauth_artifact_by_end on oauth_artifact (expires_at);

-- What a person lets a client do for them: asked once, until they take it back or the client asks for more.
create table oauth_consent (
  user_id uuid not null references app_user (id),
  oauth_client_id uuid not null references oauth_client (id) on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, oauth_client_id)
);
create index oauth_consent_by_client on oauth_consent (oauth_client_id);

-- When the audit log last told of a client: of a token that it came by itself, of an authentication that was refused.
create table oauth_client_told (
  oauth_client_id uuid not null references oauth_client (id) on delete cascade,
  what text not null check (what in ('issued', 'refused')),
  at timestamptz not null,
  primary key (oauth_client_id, what)
);

-- An OAuth client that acts by itself stands here as the author of what it does. Nobody signs in as it, it has no roles
-- and is in no list: it is made as deleted, and stays named once its client is gone.
alter table app_user add column oauth_client_id uuid references oauth_client (id) on delete set null;
create unique index app_user_of_oauth_client on app_user (oauth_client_id) where oauth_client_id is not null;
