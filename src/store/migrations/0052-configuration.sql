-- Objects that a configuration file manages, under the key that the file gives them.
create table managed_objects (
  organization_id uuid not null references organizations on delete cascade,
  section text not null,
  key text not null,
  -- A uuid or a number, as the API shows it. It stays after the object is deleted.
  object_id text not null,
  -- The number under which the results of a monitor are stored, so that a monitor can be restored.
  monitor_number bigint,
  source text not null,
  -- What was applied last, encrypted, because it has fingerprints of secrets.
  applied bytea not null,
  applied_at timestamptz not null,
  -- When the configuration deleted it.
  deleted_at timestamptz,
  primary key (organization_id, section, key),
  constraint one_key_per_object unique (organization_id, section, object_id)
);

create table config_plans (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  -- The document and the changes, encrypted, because a document may have secrets.
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  applied_at timestamptz,
  primary key (organization_id, id)
);
create index config_plans_expired on config_plans (expires_at);
