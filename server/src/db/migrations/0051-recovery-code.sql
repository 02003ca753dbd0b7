-- A code of the purpose `recovery` lets an administrator of the platform in whom nothing else lets in any more.
alter table user_code drop constraint user_code_purpose_check;
alter table user_code add constraint user_code_purpose_check
  check (purpose in ('verify', 'reset', 'callback', 'idp', 'unlock', 'certificate', 'recovery')) not valid;
alter table user_code validate constraint user_code_purpose_check;
