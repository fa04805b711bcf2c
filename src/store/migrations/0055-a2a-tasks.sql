-- Tasks of A2A clients, encrypted, because a message may contain secrets.
create table a2a_tasks (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  credential_id uuid not null,
  context_id text not null,
  state text not null,
  sealed bytea not null,
  status_at timestamptz not null,
  updated_at timestamptz not null
);

create index on a2a_tasks (organization_id, credential_id, status_at desc, id desc);
create index on a2a_tasks (updated_at);
