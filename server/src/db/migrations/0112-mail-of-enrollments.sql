-- The mail that brought the link of an enrollment, so that its page can say what has become of it. Of links of before
-- nobody knows, nor of mail that an operator has taken away: it refers to nothing by force.
alter table enrollment add column mail_id uuid;
