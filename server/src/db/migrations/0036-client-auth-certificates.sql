-- Certificates that people and service users sign in with.

alter table certificate
  -- What its person calls it, such as the machine that it is on.
  add column name text not null default '';

-- Those that can still be used, the soonest end first: of whom to remind.
create index certificate_ending on certificate (valid_to)
  where user_id is not null and state = 'issued' and enabled;
