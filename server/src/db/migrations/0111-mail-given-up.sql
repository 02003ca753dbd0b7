-- online
-- The health of the platform asks at each look for what was given up in the last days.
create index concurrently if not exists mail_given_up on mail (given_up_at) where given_up_at is not null;
