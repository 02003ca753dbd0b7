-- Where somebody has a message sent each day of what ends in 60, 30, 7 days and in one, signed with its secret.
create table ending_webhook (
  user_id uuid primary key references app_user (id),
  -- Another one with each secret: who sends by a former one notes nothing any more.
  id uuid not null unique,
  address text not null,
  secret_sealed bytea not null,
  made_at timestamptz not null,
  -- The last day, in UTC, whose message is done.
  told_on date not null,
  -- Whoever sends moves it ahead first, so that nobody else does meanwhile.
  next_try_at timestamptz not null,
  failed_tries integer not null default 0,
  failure text,
  failure_detail text not null default '',
  failed_at timestamptz,
  sent_at timestamptz
);
create index ending_webhook_due on ending_webhook (next_try_at);
