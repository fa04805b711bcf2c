alter table locations
  -- When one of its probes was heard of last; a location that is silent for long is dead.
  add column seen_at timestamptz;

alter table monitors
  -- A rule of it is not at rest: the judge has to look at every outcome, also at good ones.
  add column unsettled boolean not null default false;

alter table alert_rules add constraint alert_rules_rule_id unique (rule_id);

-- What the judge knows of a rule that is not at rest; a rule without a row is.
create table rule_states (
  rule_id bigint primary key references alert_rules (rule_id) on delete cascade,
  scheduler_id bigint not null references monitors (scheduler_id) on delete cascade,
  -- As domain/alerting keeps it.
  state jsonb not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index rule_states_of_monitor on rule_states (scheduler_id);

-- Incidents outlive their monitor and their rule, so they carry what people will want to know of both.
create table incidents (
  organization_id uuid not null references organizations on delete cascade,
  id bigint generated always as identity,
  monitor_id uuid not null,
  scheduler_id bigint not null,
  monitor_name text not null,
  monitor_type text not null,
  monitor_target text not null,
  alert_rule_id uuid not null,
  rule_id bigint not null,
  rule_name text not null,
  rule_expression text not null,
  rule_version integer not null,
  status text not null check (status in ('firing', 'acknowledged', 'resolved')),
  severity text not null check (severity in ('critical', 'warning')),
  message text not null,
  started_at timestamptz not null,
  -- The first check that saw it; the incident opened when it was confirmed.
  failing_since timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  resolved_at timestamptz,
  resolve_reason text,
  resolved_by text,
  -- A person asked for its end; the judge brings it about.
  resolve_requested_at timestamptz,
  resolve_requested_by text,
  fire_count integer not null default 1,
  last_fired_at timestamptz not null,
  flapping boolean not null default false,
  root_cause text not null,
  root_cause_detail text,
  diagnosis text not null,
  expected text not null,
  detected_value text not null,
  resolved_value text,
  -- The numbers of the locations that saw it when it opened.
  confirming_locations smallint[] not null,
  evidence jsonb not null default '[]',
  maintenance_window_id uuid,
  false_positive jsonb,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index incidents_by_id on incidents (id);
create unique index incidents_open on incidents (rule_id) where status <> 'resolved';
create index incidents_newest on incidents (organization_id, started_at desc, id desc);
create index incidents_of_monitor on incidents (organization_id, monitor_id, started_at desc, id desc);
create index incidents_of_rule on incidents (rule_id, id desc);
create index incidents_unresolved on incidents (organization_id, started_at desc, id desc) where status <> 'resolved';
create index incidents_to_resolve on incidents (id) where resolve_requested_at is not null and status <> 'resolved';
create index incidents_false on incidents (organization_id, monitor_id) where false_positive is not null;

create table incident_events (
  organization_id uuid not null,
  id bigint generated always as identity,
  incident_id bigint not null,
  type text not null,
  actor text,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (organization_id, incident_id, id),
  foreign key (organization_id, incident_id) references incidents on delete cascade
);

-- What is to be told. A row is written with the change that it tells of and goes when it has been handed to its channels.
create table outbox (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations on delete cascade,
  incident_id bigint not null,
  kind text not null check (kind in ('firing', 'acknowledged', 'resolved')),
  reminder boolean not null default false,
  fire_count integer not null,
  at timestamptz not null,
  -- Told then, not before: the end of a flapping incident waits for whether it lasts.
  due_at timestamptz not null,
  foreign key (organization_id, incident_id) references incidents on delete cascade
);
create index outbox_due on outbox (due_at, id);
