-- The mail address of a person that somebody has shown to be theirs, by a link that was mailed there, a passcode or the
-- word of the provider that its domain belongs to. Of addresses of before nobody knows: the next link proves them.
alter table app_user add column email_proved text;

-- Where a code was mailed to: the address that whoever spends it has shown to be theirs.
alter table user_code add column sent_to text;
