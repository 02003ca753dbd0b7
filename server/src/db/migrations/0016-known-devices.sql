-- Browsers in which a person has signed in before (device cookies): wrong passwords there are counted by themselves.

create table known_device (
  user_id uuid not null references app_user (id),
  device_hash bytea not null,
  signed_in_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_device_by_age on known_device (signed_in_at);

-- The known browser in which a wrong password was typed; null for all others.
alter table login_failure add column device_hash bytea;
