-- When people ended an occurrence that was on; an older process, which does not read it, goes by the planned end.
alter table maintenance_windows add column ended_early_at timestamptz[] not null default '{}';
