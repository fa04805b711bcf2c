-- Finds the hours without checks of many monitors without reading all of their days.
create index daily_rollups_incomplete on daily_rollups (monitor_number, day) include (hours)
  where hours <> 16777215;
