-- What people add to the report of an incident.
create table incident_report_notes (
  organization_id uuid not null,
  incident_id bigint not null,
  cause text not null,
  lessons text not null,
  follow_ups text not null,
  -- Grows with each change, so that nobody overwrites a change that they have not seen.
  version integer not null,
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (organization_id, incident_id),
  foreign key (organization_id, incident_id) references incidents on delete cascade
);

-- The keys that sign bundles of evidence. Verifiers need the public half of retired ones for as long as bundles exist.
create table signing_keys (
  -- The SHA-256 of the public key.
  id text primary key,
  public_key text not null,
  -- The private key, sealed; null once it is retired.
  secrets bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  check ((secrets is null) = (retired_at is not null))
);
create unique index signing_keys_current on signing_keys ((true)) where retired_at is null;
