create table maintenance_windows (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  -- A window with neither covers the whole organization. An id stays when its monitor goes, so that the window of one
  -- deleted monitor does not become everybody's.
  monitor_ids uuid[] not null,
  monitor_tags text[] not null,
  starts_at timestamptz not null,
  duration_minutes integer not null,
  timezone text not null,
  recurrence text not null check (recurrence in ('once', 'daily', 'weekly', 'monthly')),
  recurrence_until timestamptz,
  suppress_alerts boolean not null,
  exclude_from_sla boolean not null,
  enabled boolean not null,
  -- The incident that was marked as maintenance afterwards.
  incident_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index maintenance_windows_newest on maintenance_windows (organization_id, created_at desc, id desc);
create unique index maintenance_windows_of_incident on maintenance_windows (organization_id, incident_id) where incident_id is not null;
