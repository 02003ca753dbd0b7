-- online
create index concurrently if not exists certificate_by_key on certificate (key_sha256) where key_sha256 is not null;
