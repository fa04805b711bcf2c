-- What assistants changed, for their limit and for undo.
alter table organizations
  add column assistant_limit integer not null default 10 check (assistant_limit between 0 and 1000);

create table assistant_changes (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  credential_id uuid not null,
  tool text not null,
  summary text not null,
  -- How many objects it deleted, paused or silenced.
  counted integer not null,
  changes jsonb not null,
  -- The operations that take it back, encrypted; null if it cannot be taken back.
  undo bytea,
  -- Why it cannot be taken back.
  irreversible text,
  -- The newest events of its objects in the activity log when it was made.
  known_events uuid[] not null,
  created_at timestamptz not null,
  undone_by uuid
);

create index on assistant_changes (organization_id, credential_id, created_at desc);
