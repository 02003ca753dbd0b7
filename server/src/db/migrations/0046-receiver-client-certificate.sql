-- A receiver of the audit log's events may ask for a certificate: the one that this platform shows, in PEM. Its private
-- key is the receiver's secret.
alter table audit_receiver add column client_certificate text not null default '',
  drop constraint audit_receiver_authentication_check,
  add constraint audit_receiver_authentication_check
    check (authentication in ('none', 'bearer', 'signature', 'certificate'));
