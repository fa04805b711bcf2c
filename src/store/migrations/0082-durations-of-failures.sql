-- The mean duration of all checks needs those of failed ones, too; hours before this count successes only.
alter table rollups add column failed_duration_sum real not null default 0;
