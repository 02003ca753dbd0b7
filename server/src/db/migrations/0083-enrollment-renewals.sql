-- An enrollment that renews a certificate, which its holder proves by the key of it: whoever invites makes none of these.
alter table enrollment add column renews uuid references certificate (id);
-- SHA-256 of what the key has to sign, in hexadecimal digits, and until when that is taken. Used up by a certificate.
alter table enrollment add column challenge_hash text;
alter table enrollment add column challenge_until timestamptz;

-- A certificate is renewed once. What was canceled stays so: an administrator invites anew.
create unique index enrollment_renewal on enrollment (renews) where renews is not null;
