-- What is usual for the response time of a monitor that has a rule on unusual values, for the hours of the coming week.
create table usual_ranges (
  monitor_number bigint primary key references monitors (monitor_number) on delete cascade,
  -- The first of the hours.
  from_hour timestamptz not null,
  -- When two weeks of hours are stored; null if none is.
  ready_at timestamptz,
  -- By location: [low, middle, high] for each hour, or null if too little is stored.
  ranges jsonb not null
);
create index alert_rules_on_unusual_values on alert_rules (organization_id, monitor_id)
where operator = 'unusual' and enabled;
