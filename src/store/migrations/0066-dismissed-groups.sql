-- Groups of monitors that were proposed because they fail together, and that somebody dismissed.
create table dismissed_groups (
  organization_id uuid not null references organizations on delete cascade,
  monitor_ids uuid[] not null,
  dismissed_at timestamptz not null
);
create index dismissed_groups_of_organization on dismissed_groups (organization_id);
