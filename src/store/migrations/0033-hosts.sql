-- Machines with an agent. Name, tags, config and state are those of the monitor, which goes when the host goes and takes it along.
create table hosts (
  organization_id uuid not null,
  id uuid not null,
  monitor_id uuid not null,
  monitor_number bigint not null unique references monitors (monitor_number) on delete cascade,
  -- What its agent shows; null for one that has to be given a token first.
  token_hash bytea unique,
  -- Until when it must have been used for the first time; null once it was.
  token_expires_at timestamptz,
  -- As domain/host keeps it.
  state jsonb,
  -- Silence after a report makes it stale, and then offline; null before the first.
  seen_at timestamptz,
  stale_at timestamptz,
  offline_at timestamptz,
  agent_version text,
  -- As the agent has last described them: the machine, a few figures, the busiest processes.
  machine jsonb,
  latest jsonb,
  processes jsonb,
  sampled_at timestamptz,
  -- How full its disks were over the last day, to tell when they will be full.
  disk_history jsonb not null default '{}',
  primary key (organization_id, id),
  unique (organization_id, monitor_id),
  foreign key (organization_id, monitor_id) references monitors (organization_id, id) on delete cascade
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- Those that were made without an agent can be given one: a new token enrols them.
insert into hosts (organization_id, id, monitor_id, monitor_number)
select organization_id, gen_random_uuid(), id, monitor_number from monitors where type = 'host';
delete from heartbeats where monitor_number in (select monitor_number from hosts);
