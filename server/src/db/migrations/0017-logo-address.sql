-- A logo without TLS would be taken and then blocked by every browser: it is refused where it is set.

create function refuse_unusable_logo() returns trigger language plpgsql as $$
begin
  if new.name = 'login_customization' and coalesce(new.value ->> 'logo', '') !~* '^$|^https://|^/([^/]|$)' then
    raise exception 'The logo must be an https address or a path of this server: a browser shows no picture that comes without TLS.';
  end if;
  return new;
end $$;
create trigger platform_setting_logo before insert or update on platform_setting
  for each row execute function refuse_unusable_logo();
