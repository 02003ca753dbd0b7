-- By which way the sign-in of a session came, as the audit log calls it, so that its sign-out is logged the same. Null
-- for sessions that began before.

alter table session add column sign_in_method text;
