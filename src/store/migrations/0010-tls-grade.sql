-- A look that is too much for every check: one check a day carries it, and every one that was asked for.
create table scans (
  scheduler_id bigint primary key references monitors (scheduler_id) on delete cascade,
  -- A check that is given the scan moves this ahead; one that finishes it moves it to the next day.
  due_at timestamptz not null,
  -- Of the check that carried the last finished one. Later checks show what they see, which is less.
  evidence json,
  scanned_at timestamptz
) with (fillfactor = 50);
