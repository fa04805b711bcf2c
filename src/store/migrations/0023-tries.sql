-- A check that is tried before a monitor is saved: run by the same probes, shown to whoever asked, and forgotten.
create table tries (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  type text not null,
  target text not null,
  -- Encrypted as a whole, for it holds secrets.
  config bytea not null,
  deadline_seconds integer not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index tries_by_age on tries (created_at);

create table try_runs (
  organization_id uuid not null,
  try_id uuid not null,
  location smallint not null,
  leased_until timestamptz not null default '-infinity',
  finished_at timestamptz,
  outcome json,
  primary key (organization_id, try_id, location),
  foreign key (organization_id, try_id) references tries on delete cascade
);
create index try_runs_waiting on try_runs (location, leased_until) where finished_at is null;
