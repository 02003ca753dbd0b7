-- online
-- An address of outgoing mail is looked for as names are, without its accents: by the folded one, which the text is
-- folded for as well (migration 0006). What was stored in lower case alone was found by no umlaut.
create index concurrently if not exists mail_recipient_folded on mail using gin (folded(recipient) gin_trgm_ops);
create index concurrently if not exists mail_recipient_folded_pieces on mail
  using gin (foreign_pieces(folded(recipient)));
drop index concurrently if exists mail_recipient_search;
drop index concurrently if exists mail_recipient_pieces;
