-- When the identity provider that began a sign-in asked the person who they are. Silent single sign-on does not ask:
-- the session begins with that time as its last proof, not with its own.
alter table user_code add column authenticated_at timestamptz;
