-- A try of a script that somebody writes: kept for a day, with variables of its own, and ended before its time if wanted.
alter table tries
  add column is_test_run boolean not null default false,
  -- Encrypted as a whole.
  add column variables bytea,
  add column cancelled_at timestamptz;

-- What plans count by the month (UTC), by the name of the limit.
create table monthly_usage (
  organization_id uuid not null references organizations on delete cascade,
  month date not null,
  limit_name text not null,
  used integer not null,
  primary key (organization_id, month, limit_name)
);
