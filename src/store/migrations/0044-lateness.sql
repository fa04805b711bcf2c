-- How far each probing process is behind: the share of its checks that begin late while that lasts, and how many of the last minute
-- waited longer than their interval for a place at their host.
alter table processes
  add column late_percent smallint not null default 0,
  add column waited_for_host integer not null default 0;
