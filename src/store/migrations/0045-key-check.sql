-- A known text, encrypted with the key of the stored secrets: a key that cannot decrypt it is the wrong one.
alter table installation add column key_check bytea;

-- Ids of keys that were given up as lost. Secrets encrypted with them stay, in case such a key turns up again.
alter table installation add column lost_key_ids bytea[] not null default '{}';
