-- Former secrets of OAuth clients, the soonest to end first.
create index oauth_client_secret_ending on oauth_client_secret (expires_at) where expires_at is not null;
