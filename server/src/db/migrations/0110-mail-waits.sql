-- Since when a mail waits, which is not when it was written where it was held or tried again by hand; and when its last
-- try had failed, which is not the same as a recipient's server that refuses it. Of mail of before nobody knows, nor of
-- what a process of an earlier version gives up beside a new one: it waits since it was written, and is not told as given
-- up.
alter table mail add column queued_at timestamptz, add column given_up_at timestamptz;
