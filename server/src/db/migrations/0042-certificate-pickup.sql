-- The link by which a person makes a certificate for signing in, sent by an administrator.
alter table user_code drop constraint user_code_purpose_check;
alter table user_code add constraint user_code_purpose_check
  check (purpose in ('verify', 'reset', 'callback', 'idp', 'unlock', 'certificate')) not valid;
alter table user_code validate constraint user_code_purpose_check;
