-- The last day of a trial that ended by itself, until the feature is switched again. Null for those that ended before.

alter table account_feature add column ended_on date;
-- Trials that have ended lately, beside those that will.
create index account_feature_ended on account_feature (ended_on) where ended_on is not null;
