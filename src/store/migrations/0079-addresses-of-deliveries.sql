-- Hashes of a channel's own addresses that get the event of the delivery another way.
alter table deliveries
  add column reached text[] not null default '{}';
