-- What was accepted of the pages that a monitor compares, whichever location was served it.
create table integrity_baselines (
  monitor_number int not null references monitors (monitor_number) on delete cascade,
  page text not null,
  baseline jsonb not null,
  version int not null,
  made_at timestamptz not null,
  primary key (monitor_number, page)
);

-- What each location saw of a page last, and how that differs from what was accepted.
create table integrity_looks (
  monitor_number int not null references monitors (monitor_number) on delete cascade,
  page text not null,
  location smallint not null,
  look jsonb not null,
  digest text not null,
  changes jsonb not null,
  seen_at timestamptz not null,
  primary key (monitor_number, page, location)
);
