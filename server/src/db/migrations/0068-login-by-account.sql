-- A sign-in may begin with an account instead of a user name: by a self-service link, at the account's provider.
alter table login_transaction
  add column account_id uuid references account (id),
  alter column user_name drop not null,
  add constraint login_transaction_begun_with check ((user_name is null) <> (account_id is null)) not valid;
alter table login_transaction validate constraint login_transaction_begun_with;
create index login_transaction_account on login_transaction (account_id) where account_id is not null;
