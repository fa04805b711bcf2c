create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table contact_groups (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);

create table monitors (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  scheduler_id bigint generated always as identity,
  name text not null,
  type text not null,
  target text not null,
  -- What a heartbeat is checked in with; its monitor's target is the address that carries it.
  ping_token text unique,
  description text,
  interval_seconds integer not null,
  scheduling_strategy text not null check (scheduling_strategy in ('roundrobin', 'random', 'parallel')),
  location_ids uuid[] not null,
  tags text[] not null,
  -- Secret keys hold the mask; their values are in `secrets`, encrypted.
  config jsonb not null,
  secrets bytea,
  -- What stands for <slug> in its metrics.
  slugs text[] not null,
  state text not null check (state in ('unknown', 'up', 'degraded', 'down', 'paused')),
  search text not null generated always as (lower(name || e'\n' || target)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index monitors_newest on monitors (organization_id, created_at desc, id desc);
create index monitors_by_type on monitors (organization_id, type, created_at desc, id desc);
create index monitors_by_state on monitors (organization_id, state, created_at desc, id desc);
-- A search reads everything that waits to be sorted into its index (kB), so little may wait; 4 MB would cost 10 ms.
create index monitors_by_tag on monitors using gin (organization_id, tags) with (gin_pending_list_limit = 256);
create index monitors_by_text on monitors using gin (organization_id, search gin_trgm_ops) with (gin_pending_list_limit = 256);

create table alert_rules (
  organization_id uuid not null,
  id uuid not null,
  rule_id bigint generated always as identity,
  monitor_id uuid not null,
  name text not null,
  -- As it was written, and what both spellings of one metric share.
  metric text not null,
  metric_key text not null,
  operator text not null,
  value text not null,
  severity text not null check (severity in ('critical', 'warning', 'info')),
  failure_threshold integer not null,
  min_failed_probes integer not null,
  duration_window_seconds integer not null,
  clear_after integer not null default 1,
  enabled boolean not null default true,
  -- The default rule of the type that it was made from; null for a rule of the user's own.
  system_name text,
  contact_group_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, monitor_id) references monitors on delete cascade,
  foreign key (organization_id, contact_group_id) references contact_groups on delete set null (contact_group_id),
  constraint one_rule_per_metric_and_severity unique (organization_id, monitor_id, metric_key, severity)
);
