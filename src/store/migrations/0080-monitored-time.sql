-- A bit for each UTC hour with a check. Days that the previous release adds count as checked in every hour.
alter table daily_rollups add column hours integer not null default 16777215;

-- A year of many monitors takes longer to add up than a statement may usually take.
set local statement_timeout = 0;

update daily_rollups d
set hours = u.hours
from (
  select monitor_number, (hour at time zone 'UTC')::date as day,
    bit_or(1 << extract(hour from hour at time zone 'UTC')::int) as hours
  from rollups
  group by 1, 2
) u
where u.monitor_number = d.monitor_number
  and u.day = d.day
  and u.hours <> d.hours;

-- When monitors were paused; a pause without an end lasts as long as its monitor is paused.
create table monitor_pauses (
  monitor_number bigint not null references monitors (monitor_number) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index monitor_pauses_of_monitor on monitor_pauses (monitor_number, started_at);

insert into monitor_pauses
select monitor_number, updated_at, null
from monitors
where state = 'paused';
