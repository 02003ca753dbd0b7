-- The last index of the batch that a receiver is being sent: a try after a failure or a kill sends exactly that again.
alter table audit_delivery add column batch_end bigint;
-- The most events of a batch while the receiver does not take full ones.
alter table audit_delivery add column batch_limit integer check (batch_limit > 0);
