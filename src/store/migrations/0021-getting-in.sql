-- What a person wants the dashboard to be like, and when they were last seen in it.
alter table users
  add column preferences jsonb not null default '{}',
  add column last_seen_at timestamptz;

-- A second step: the secret of an authenticator, sealed, and the codes for the day it is lost.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  secrets bytea not null,
  confirmed_at timestamptz,
  -- Each code opens once: the newest half minute whose code was taken.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  hash bytea not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (organization_id, email)
);

-- Failed tries of an account or an address. Unlogged: a crash of the database forgives them, and no try waits for the disk.
create unlogged table guesses (
  key bytea primary key,
  failures integer not null,
  open_at timestamptz not null,
  updated_at timestamptz not null
);

-- A session is kept as the hash of what its cookie holds.
delete from sessions;
