-- What check-ins by slug are addressed with; it can also make heartbeats, so it is a secret.
alter table organizations
  add column ping_key text not null default replace(gen_random_uuid()::text, '-', '') unique;

create index monitors_by_slug on monitors (organization_id, (config ->> 'slug')) where ping_token is not null;

create table heartbeats (
  scheduler_id bigint primary key references monitors (scheduler_id) on delete cascade,
  -- As domain/heartbeat keeps it; null before anything was heard.
  state jsonb,
  -- How many there have been.
  pings bigint not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- The last hundred of each heartbeat, in places that are used again.
create table pings (
  scheduler_id bigint not null references heartbeats on delete cascade,
  place smallint not null,
  number bigint not null,
  at timestamptz not null,
  kind text not null check (kind in ('success', 'start', 'fail', 'log', 'ignored')),
  exit_status smallint,
  rid text,
  duration_ms double precision,
  method text not null,
  ip text not null,
  user_agent text,
  -- What was sent, before it was cut to what is kept.
  body_bytes integer not null,
  body bytea,
  primary key (scheduler_id, place)
) with (fillfactor = 70);

insert into heartbeats (scheduler_id)
select scheduler_id from monitors where ping_token is not null;

-- A heartbeat's turn has no location; it is due when silence becomes a failure, and that of a new one never is.
insert into turns (scheduler_id, slot, location, due_at, lease_seconds, version)
select scheduler_id, 0, 0, '9999-12-31T00:00:00Z', 30, version
from monitors
where ping_token is not null and state <> 'paused'
on conflict do nothing;
