-- What scripts of an organization may know and nobody may read again.
create table variables (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null,
  secrets bytea not null,
  provisioned boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, name)
);
