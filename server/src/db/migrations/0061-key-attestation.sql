-- Keys of which the maker of a token vouches that they were made in it.

alter table certificate_template add column requires_attestation boolean not null default false;

-- What was vouched for, and the certificates by which it can be asked again; null where nothing was.
alter table certificate add column key_attestation jsonb;
