-- What checks leave behind beside figures. A row is there before its bytes and until they are deleted; one without an organization
-- is nobody's any more, and goes with the next round of housekeeping.
create table artifacts (
  id uuid primary key,
  organization_id uuid references organizations on delete set null,
  -- Null for what no monitor has done, such as a script that somebody tries.
  monitor_id uuid,
  kind text not null,
  name text not null,
  content_type text not null,
  bytes int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (organization_id, monitor_id) references monitors (organization_id, id) on delete set null (organization_id)
);

create index artifacts_newest on artifacts (organization_id, created_at desc, id desc) include (bytes);
create index artifacts_of_monitors on artifacts (organization_id, monitor_id);
create index artifacts_expiring on artifacts (expires_at);
create index artifacts_of_nobody on artifacts (id) where organization_id is null;
