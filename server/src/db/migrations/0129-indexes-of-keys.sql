-- online
-- Whoever takes back an account that came deletes its people, certificates and roles as rows, and PostgreSQL asks every
-- key to each of them: without an index it reads the whole table, once for each row.
create index concurrently if not exists account_by_editor on account (updated_by) where updated_by is not null;
create index concurrently if not exists account_feature_by_editor on account_feature (updated_by)
  where updated_by is not null;
create index concurrently if not exists account_package_by_editor on account_package (enabled_by)
  where enabled_by is not null;
create index concurrently if not exists api_token_by_maker on api_token (created_by) where created_by is not null;
create index concurrently if not exists api_token_by_editor on api_token (updated_by) where updated_by is not null;
create index concurrently if not exists app_user_by_editor on app_user (updated_by) where updated_by is not null;
create index concurrently if not exists certificate_by_maker on certificate (created_by) where created_by is not null;
create index concurrently if not exists certificate_by_editor on certificate (updated_by) where updated_by is not null;
create index concurrently if not exists certificate_by_revoker on certificate (revoked_by) where revoked_by is not null;
create index concurrently if not exists certificate_by_template on certificate (template_id)
  where template_id is not null;
create index concurrently if not exists certificate_profile_by_account on certificate_profile (account_id)
  where account_id is not null;
create index concurrently if not exists certificate_profile_by_editor on certificate_profile (updated_by)
  where updated_by is not null;
create index concurrently if not exists certificate_template_by_account on certificate_template (account_id)
  where account_id is not null;
create index concurrently if not exists certificate_template_by_editor on certificate_template (updated_by)
  where updated_by is not null;
create index concurrently if not exists contact_by_editor on contact (updated_by) where updated_by is not null;
create index concurrently if not exists ending_snooze_by_account on ending_snooze (account_id)
  where account_id is not null;
create index concurrently if not exists ending_snooze_by_maker on ending_snooze (made_by);
create index concurrently if not exists enrollment_by_maker on enrollment (created_by) where created_by is not null;
create index concurrently if not exists enrollment_by_editor on enrollment (updated_by) where updated_by is not null;
create index concurrently if not exists license_move_by_actor on license_move (actor_id) where actor_id is not null;
create index concurrently if not exists license_operation_by_account on license_operation (account_id);
create index concurrently if not exists oauth_client_secret_by_client on oauth_client_secret (client_id);
create index concurrently if not exists organization_by_editor on organization (updated_by)
  where updated_by is not null;
create index concurrently if not exists role_of_account on role (account_id) where account_id is not null;
create index concurrently if not exists role_by_editor on role (updated_by) where updated_by is not null;
create index concurrently if not exists role_by_original on role (cloned_from_id) where cloned_from_id is not null;
create index concurrently if not exists seat_by_editor on seat (updated_by) where updated_by is not null;
create index concurrently if not exists session_by_person on session (user_id);
create index concurrently if not exists session_by_certificate on session (certificate_id)
  where certificate_id is not null;
create index concurrently if not exists user_account_past_by_account on user_account_past (account_id);
create index concurrently if not exists user_role_past_by_role on user_role_past (role_id);
