-- Answers of identity providers that administrators look at for an hour: of trials, and of sign-ins that failed.
create table federated_answer (
  id uuid primary key,
  account_id uuid not null references account (id),
  method text not null check (method in ('saml', 'oidc')),
  -- Who tried the settings; null for a sign-in.
  trial_by uuid references app_user (id),
  -- SHA-256 by which the tab that began a trial claims what came of it; null once it has, and for sign-ins.
  claim_hash bytea,
  -- Whether it answered somebody whom this platform had sent: anybody may post one that did not.
  asked boolean not null,
  -- What was wrong, as a status of the API; null for nothing.
  problem text,
  -- What the provider said and what was made of it, sealed.
  kept_sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index federated_answer_account on federated_answer (account_id, method, created_at);
create index federated_answer_trial on federated_answer (trial_by) where trial_by is not null;
create index federated_answer_expires on federated_answer (expires_at);
