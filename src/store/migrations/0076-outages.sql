-- The outage of an alert: the first incident of its group. The previous release adds alerts without one.
alter table outbox add column outage_id bigint;
-- Whether the alert has waited for a check of a parent.
alter table outbox add column waited boolean not null default false;
create index outbox_of_outage on outbox ((coalesce(outage_id, incident_id)), id);

-- The step of an escalation that a page belongs to, and the person it is for.
alter table deliveries add column page jsonb;
alter table notifications add column page jsonb;

-- Whether a delivery is sent although the receiver has refused an earlier alert of its incident.
alter table deliveries add column overtakes boolean not null default false;
