-- What the results of a day of UTC add up to, of all locations together.
create table daily_rollups (
  monitor_number integer not null,
  day date not null,
  checks integer not null,
  failures integer not null,
  duration_sum double precision not null,
  duration_min real,
  duration_max real,
  primary key (monitor_number, day)
) partition by range (day);

-- A year of many monitors takes longer to add up than a statement may usually take.
set local statement_timeout = 0;

do $$
declare
  first date;
begin
  for first in
    select to_date(right(c.relname, 6), 'YYYYMM')
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'rollups'::regclass
  loop
    execute format('create table daily_rollups_%s partition of daily_rollups for values from (%L) to (%L) with (fillfactor = 60)',
      to_char(first, 'YYYYMM'), first, first + interval '1 month');
  end loop;
end $$;

insert into daily_rollups
select monitor_number, (hour at time zone 'UTC')::date as day, sum(checks), sum(failures), sum(duration_sum::float8),
  min(duration_min), max(duration_max)
from rollups
group by monitor_number, day;

-- The hours of everybody are written one after the other, and are read so.
create index rollups_of_hour on rollups using brin (hour) with (autosummarize = on);
