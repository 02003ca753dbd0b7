-- Receivers to which the events of the audit log are sent, and how far each has come.

create table audit_receiver (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('syslog', 'https')),
  -- Of a syslog receiver host and port, of an HTTPS one its address.
  address text not null,
  -- Whether it stands in the network of the platform: if not, only addresses of the internet are reached.
  own_network boolean not null default false,
  -- Certificates in PEM that are trusted beside those of the machine.
  ca_certificate text not null default '',
  authentication text not null default 'none' check (authentication in ('none', 'bearer', 'signature')),
  secret_set_at timestamptz,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid references app_user (id)
);

-- What the sender keeps of a receiver, apart from what people save: written with each batch that has arrived, and with
-- each try that has not.
create table audit_delivery (
  -- Written before the receiver, which is read together with it.
  receiver_id uuid primary key references audit_receiver (id) on delete cascade deferrable initially deferred,
  -- A bearer token or the key of signatures, sealed by the key that stands outside the database.
  secret_sealed bytea,
  -- The index of the event that is sent next: all before it have arrived.
  next_index bigint not null check (next_index >= 0),
  -- Since when it is owed events: when it was created, or switched on last.
  owed_since timestamptz not null,
  sent_at timestamptz,
  failure text,
  failure_detail text not null default '',
  failed_tries integer not null default 0,
  failed_at timestamptz,
  next_try_at timestamptz,
  test_asked_at timestamptz,
  tested_at timestamptz,
  test_failure text,
  test_failure_detail text not null default '',
  -- Which process sends, and until when nobody else does.
  lease text,
  leased_until timestamptz
);
