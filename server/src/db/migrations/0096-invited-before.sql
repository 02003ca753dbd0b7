-- When those were invited who have not answered yet, as far as their codes tell it.

update app_user u set invited_at = sent.at from (
  select user_id, max(created_at) as at from user_code where purpose in ('verify', 'certificate') group by user_id
) sent where sent.user_id = u.id and u.verified_at is null and u.invited_at is null;
