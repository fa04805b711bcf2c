-- What was promised: a share of time over a window, and how fast its budget may burn before somebody is told.
create table objectives (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  -- What its incidents are known by; taken from the numbers of rules, so that no rule has the same.
  rule_id bigint not null unique,
  name text not null,
  monitor_ids uuid[] not null,
  monitor_tags text[] not null,
  -- Percent.
  target double precision not null,
  time_window text not null check (time_window in ('7d', '28d', '30d', 'month')),
  fast_burn text not null check (fast_burn in ('critical', 'warning', 'off')),
  slow_burn text not null check (slow_burn in ('critical', 'warning', 'off')),
  contact_group_ids uuid[] not null,
  version integer not null default 1,
  -- What the last look saw, so that the next one knows what is new.
  burning text check (burning in ('fast', 'slow')),
  look_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index objectives_due on objectives (look_at);
