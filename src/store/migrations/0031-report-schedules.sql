-- Reports that are sent by e-mail: what of, to whom and when next.
create table report_schedules (
  organization_id uuid not null references organizations on delete cascade,
  cadence text not null check (cadence in ('daily', 'weekly', 'monthly')),
  enabled boolean not null,
  recipients text[] not null,
  monitor_ids uuid[] not null,
  tags text[] not null,
  -- Of the week, Monday is 1, or of the month; null for those of every day.
  day smallint,
  -- Percent.
  sla_target double precision not null,
  -- Null while it is off.
  next_at timestamptz,
  primary key (organization_id, cadence)
);
create index report_schedules_due on report_schedules (next_at) where next_at is not null;

-- One report to one person. Whoever is about to send it takes it first; one that was taken is never sent again by somebody else.
create table report_letters (
  organization_id uuid not null references organizations on delete cascade,
  cadence text not null,
  due_at timestamptz not null,
  recipient text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unsure')),
  try_at timestamptz not null,
  taken_at timestamptz,
  ended_at timestamptz,
  error text,
  primary key (organization_id, cadence, due_at, recipient)
);
create index report_letters_waiting on report_letters (try_at) where state = 'waiting';
create index report_letters_sending on report_letters (taken_at) where state = 'sending';
