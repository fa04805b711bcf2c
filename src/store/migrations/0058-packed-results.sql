-- The results of a monitor on one day (UTC), once they are older than a day. Each list has an entry per result, ordered
-- by time and location. A row per result takes about eight times the space.
create table packed_results (
  monitor_number integer not null,
  day date not null,
  at timestamptz[] not null,
  duration_ms real[] not null,
  location smallint[] not null,
  status_code smallint[] not null,
  success boolean[] not null,
  infrastructure boolean[] not null,
  metrics bytea[] not null,
  error text[] not null,
  primary key (monitor_number, day)
) with (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
