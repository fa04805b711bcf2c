-- The log is read by monitor, by channel, and for what failed.
create index notifications_of_monitor on notifications (organization_id, monitor_id, created_at desc, id desc) where monitor_id is not null;
create index notifications_of_channel on notifications (organization_id, channel_id, created_at desc, id desc);
create index notifications_failed on notifications (organization_id, created_at desc, id desc) where status = 'failed';

-- To take a delivery is to write it anew: with room for that on its page, no index has to follow.
alter table deliveries set (fillfactor = 50);
