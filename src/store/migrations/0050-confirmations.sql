-- What assistants asked people to confirm.
create table confirmations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  credential_id uuid not null,
  tool text not null,
  -- Of the tool and its arguments.
  fingerprint bytea not null,
  summary text not null,
  reason text,
  changes jsonb not null,
  requested_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while nobody has decided.
  is_confirmed boolean,
  decided_by jsonb,
  decided_at timestamptz,
  used_at timestamptz
);

create index on confirmations (organization_id, created_at desc, id desc);
