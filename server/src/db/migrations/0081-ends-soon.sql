-- Rows of Ends soon that people have put off. What they are of is named by kind and subject, as the list answers it.
create table ending_snooze (
  kind text not null,
  subject text not null,
  -- Whose people have put it off: a partner's, or an account's; null for the platform's.
  account_id uuid references account (id),
  -- The end that it was about: another end is another matter.
  ends_at timestamptz not null,
  -- The first day on which it is told of again.
  until date not null,
  reason text not null,
  made_at timestamptz not null,
  made_by uuid not null references app_user (id)
);
create unique index ending_snooze_one on ending_snooze
  (kind, subject, coalesce(account_id, '00000000-0000-0000-0000-000000000000'));
create index ending_snooze_until on ending_snooze (until);

-- The address from which somebody's calendar reads what ends. Of its secret only the SHA-256 is kept.
create table calendar_feed (
  user_id uuid primary key references app_user (id),
  secret_hash bytea not null unique,
  made_at timestamptz not null,
  last_read_at timestamptz
);

-- Ends of what SAML is made of, the soonest first.
create index saml_certificate_ending on saml_certificate (valid_to) where state <> 'retired';
create index saml_key_ending on saml_key (valid_to) where state = 'current';
create index saml_config_ending on saml_config (valid_until) where valid_until is not null;
