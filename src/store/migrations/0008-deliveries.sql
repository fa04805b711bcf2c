alter table notification_channels
  -- Whose own it is: one way to page a person who is on call. It takes no other alerts.
  add column user_id uuid references users on delete cascade;
create index notification_channels_of_user on notification_channels (user_id) where user_id is not null;

alter table incidents
  -- Maintenance kept it from being told; it is told when that ends, should it fire still.
  add column silenced boolean not null default false;
create index incidents_silenced on incidents (organization_id, id) where silenced and status = 'firing';

-- One alert for one channel, until the channel has taken it or failed.
create table deliveries (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  channel_id bigint not null,
  -- 0 for a test.
  incident_id bigint not null,
  alert jsonb not null,
  -- Those that channels which write to people write to.
  people jsonb not null default '[]',
  oncall_page boolean not null default false,
  -- The channels that failed to take it before this one.
  failed_channels bigint[] not null default '{}',
  -- How often somebody has begun to deliver it.
  claims smallint not null default 0,
  due_at timestamptz not null,
  leased_until timestamptz not null default '-infinity',
  foreign key (organization_id, channel_id) references notification_channels on delete cascade
);
create index deliveries_due on deliveries (channel_id, due_at, id);
create index deliveries_in_order on deliveries (channel_id, incident_id, id);

-- The delivery log.
create table notifications (
  organization_id uuid not null references organizations on delete cascade,
  id bigint generated always as identity,
  status text not null check (status in ('sent', 'failed', 'silenced')),
  event text not null check (event in ('firing', 'acknowledged', 'resolved')),
  channel_id bigint,
  channel_type text not null,
  channel_name text,
  oncall_page boolean not null,
  error text,
  severity text,
  incident_id bigint not null,
  monitor_id uuid,
  monitor_name text,
  attempt smallint not null,
  http_status smallint,
  latency_ms integer,
  silenced_reason text,
  recipient text,
  -- What is sent when somebody asks for another try; only failures keep it.
  alert jsonb,
  people jsonb,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index notifications_newest on notifications (organization_id, created_at desc, id desc);
create index notifications_of_incident on notifications (organization_id, incident_id, created_at desc, id desc);
