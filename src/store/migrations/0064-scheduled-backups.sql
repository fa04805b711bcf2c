-- The plan of scheduled backups, from the settings of the processes that make them. Without them there is no row.
create table backup_plans (
  is_only boolean primary key default true check (is_only),
  destination text not null,
  schedule text not null,
  keep int not null,
  encrypted boolean not null,
  -- The scheduled time of the next backup; after a failure, the next attempt is earlier or later.
  due_at timestamptz not null,
  next_at timestamptz not null,
  -- Failed attempts since the last good backup.
  failures int not null,
  leased_until timestamptz not null
);

create table backup_runs (
  -- The order in which they began, whatever the clock said.
  number bigint generated always as identity primary key,
  id uuid not null unique,
  destination text not null,
  name text not null,
  encrypted boolean not null,
  started_at timestamptz not null,
  -- Null while it runs.
  finished_at timestamptz,
  -- Null unless it succeeded.
  bytes bigint,
  -- Null unless it failed.
  error text,
  deleted_at timestamptz
);
