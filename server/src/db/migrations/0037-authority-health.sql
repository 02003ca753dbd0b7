-- What is looked at by itself: whether the key of each authority answers, and whether what is stored of certificates is
-- what stands in them.

-- Since when the key of an authority does not answer; null where it does.
alter table certificate_authority add column key_gone_since timestamptz;

-- What was found wrong with a certificate when its row was read again. One that is well has no row.
create table certificate_finding (
  certificate_id uuid primary key references certificate (id),
  -- In words, each with the rule that it breaks.
  findings text[] not null,
  found_at timestamptz not null
);
create index certificate_finding_at on certificate_finding (found_at);
