-- Results name places by a small number: at a hundred thousand checks a minute every byte counts.
alter table locations add column number smallint generated always as identity unique;

alter table monitors
  add constraint monitors_scheduler_id unique (scheduler_id),
  -- Rises with every change that a probe has to know of.
  add column version integer not null default 1,
  -- The numbers of its locations, in order.
  add column places smallint[] not null default '{}',
  -- How long a check may take; null for types that are not probed.
  add column deadline_seconds smallint;

-- A turn is a check that is due, or will be. A monitor has one that moves through its locations, or, when it is
-- checked in parallel, one for each.
create table turns (
  scheduler_id bigint not null references monitors (scheduler_id) on delete cascade,
  slot smallint not null,
  location smallint not null,
  due_at timestamptz not null,
  -- Until then it belongs to the probe that took it. Not indexed, so that taking a turn touches no index.
  leased_until timestamptz not null default '-infinity',
  lease_seconds smallint not null,
  version integer not null,
  primary key (scheduler_id, slot)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index turns_due on turns (location, due_at);

create table results (
  at timestamptz not null,
  scheduler_id integer not null,
  duration_ms real not null,
  location smallint not null,
  status_code smallint,
  success boolean not null,
  -- Ours to blame: shown, and counted nowhere.
  infrastructure boolean not null,
  metrics bytea,
  error text
) partition by range (at);
create index results_of_monitor on results (scheduler_id, at);

create table metric_names (
  number integer generated always as identity primary key,
  key text not null unique
);

create table rollups (
  scheduler_id integer not null,
  location smallint not null,
  hour timestamptz not null,
  checks integer not null,
  failures integer not null,
  duration_sum real not null,
  duration_min real,
  duration_max real,
  primary key (scheduler_id, hour, location)
) partition by range (hour);

-- What each location saw last. Written when that changes and while it fails; that all is well again costs no write.
create table sightings (
  scheduler_id bigint not null references monitors (scheduler_id) on delete cascade,
  location smallint not null,
  success boolean not null,
  failed_at timestamptz,
  primary key (scheduler_id, location)
) with (fillfactor = 50);

-- The latest answer in full. Unlogged: it is written again and again, and the next check replaces what a crash loses.
create unlogged table latest_evidence (
  scheduler_id bigint primary key references monitors (scheduler_id) on delete cascade,
  at timestamptz not null,
  evidence text not null
) with (fillfactor = 50);

create table failure_evidence (
  scheduler_id bigint not null references monitors (scheduler_id) on delete cascade,
  at timestamptz not null,
  location smallint not null,
  evidence json not null,
  primary key (scheduler_id, at, location)
);

create table check_requests (
  scheduler_id bigint not null references monitors (scheduler_id) on delete cascade,
  at timestamptz not null
);
create index check_requests_of_monitor on check_requests (scheduler_id, at);
