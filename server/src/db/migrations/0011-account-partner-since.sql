-- Since when an account has been its partner's: what happened before is not that partner's to read. Null: from the beginning.
alter table account add column partner_since timestamptz;

-- The external identity service knows an account once.
create unique index account_federated on account (federated_account_id) where deleted_at is null;
