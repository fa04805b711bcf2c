-- A delivery that failed for a passing reason is owed to its channel: it stays, and is tried again for a day.
alter table deliveries
  add column owed_since timestamptz,
  -- The entry of the delivery log that tells of its first failure.
  add column first_entry_id bigint;
create index deliveries_owed on deliveries (channel_id, due_at) where owed_since is not null;

alter table notifications
  -- The entry of the first failure, when this is another try at what was owed since.
  add column retry_of bigint;
