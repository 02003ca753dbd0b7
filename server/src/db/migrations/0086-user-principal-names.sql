-- Whether certificates of people carry their address as user principal name too.

alter table certificate_template add column principal_names boolean not null default false;
