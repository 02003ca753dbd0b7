-- Who was moved before, to an account without such a provider: the one that it sets up shall not find those names. Apart
-- from the trigger, which nobody who signs in shall wait for meanwhile.
update app_user u set saml_username = null
  where saml_username is not null and not exists (select from saml_config c
    where c.account_id = coalesce(u.primary_account_id, (select id from account where system_account)));
update app_user u set oidc_username = null
  where oidc_username is not null and not exists (select from oidc_config c
    where c.account_id = coalesce(u.primary_account_id, (select id from account where system_account)));
