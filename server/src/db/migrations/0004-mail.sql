-- Outgoing mail. The text may hold one-time links, so it is sealed, and dropped once sent.
create table mail (
  id uuid primary key,
  created_at timestamptz not null,
  sent_at timestamptz,
  recipient text not null,
  subject text not null,
  body_sealed bytea,
  kind text not null,
  locale text not null,
  user_id uuid,
  status text not null check (status in ('queued', 'held', 'sent', 'failed')),
  attempts integer not null default 0,
  error text
);
create index mail_newest on mail (created_at desc, id desc);
create index mail_by_recipient on mail (recipient, id);
create index mail_by_status on mail (status, created_at desc);
