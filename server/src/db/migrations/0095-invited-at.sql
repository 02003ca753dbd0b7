-- When somebody was last invited: a mail that leads to single sign-on has no code to tell it by, and a code goes once
-- its time is over.

alter table app_user add column invited_at timestamptz;
