alter table locations
  -- The only organization that may use it; null for all.
  add column organization_id uuid references organizations on delete cascade,
  add column latitude float8,
  add column longitude float8,
  -- False if it was created in the dashboard, so that the provision file does not retire it.
  add column provisioned boolean not null default true;
create index locations_of_organization on locations (organization_id) where organization_id is not null;

-- Tokens of the probes that run checks of a location elsewhere. A revoked token has no row.
create table probe_tokens (
  id uuid primary key,
  location_id uuid not null references locations on delete cascade,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  provisioned boolean not null,
  created_at timestamptz not null
);
create index probe_tokens_of_location on probe_tokens (location_id);

-- Probes that have used a token. They choose their id.
create table probes (
  token_id uuid not null references probe_tokens on delete cascade,
  id uuid not null,
  name text not null,
  version text not null,
  -- How far its clock is ahead of ours.
  clock_offset_ms real,
  browser_missing text,
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (token_id, id)
);
