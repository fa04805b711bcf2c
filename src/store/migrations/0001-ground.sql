-- What all replicas of one installation share.
create table installation (
  id integer primary key check (id = 1),
  cursor_key bytea not null
);

create table organizations (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  plan text not null check (plan in ('free', 'starter', 'pro', 'business', 'enterprise')),
  limits jsonb not null default '{}',
  timezone text not null default 'UTC',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- users, accounts, sessions, verifications and members follow the layout better-auth keeps its people in.
create table users (
  id uuid primary key,
  name text not null,
  email text not null check (email = lower(email)) unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, provider_id, account_id)
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  active_organization_id uuid references organizations on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

create table members (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz not null,
  unique (organization_id, user_id)
);
create index members_of_user on members (user_id);

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  scope text not null check (scope in ('read', 'write')),
  provisioned boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_organization on api_keys (organization_id);

create table setup_tokens (
  hash bytea primary key,
  organization_id uuid not null references organizations on delete cascade,
  created_at timestamptz not null
);

create table locations (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  city text,
  region text not null,
  country text not null,
  country_code text not null,
  embedded boolean not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create table activity (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  entity_type text not null,
  entity_id text,
  entity_name text,
  action text not null,
  changes jsonb not null,
  actor_name text,
  actor_email text,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index activity_newest on activity (organization_id, created_at desc, id desc);
create index activity_of_entity on activity (organization_id, entity_type, entity_id, created_at desc, id desc);

create table idempotency_keys (
  credential_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  status integer not null,
  body text,
  created_at timestamptz not null,
  primary key (credential_id, key)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);

-- One row a credential: what it asked in each of the last 60 seconds, oldest first. Unlogged: a crash of the
-- database forgives a minute of requests, and no request waits for the disk.
create unlogged table rate_windows (
  credential_id uuid primary key,
  second bigint not null,
  counts integer[] not null
) with (fillfactor = 50);

create function take_from_window(
  credential uuid, budget integer, at timestamptz,
  out taken boolean, out used integer, out frees_in integer
) language plpgsql as $$
declare
  this_second bigint := floor(extract(epoch from at));
  known rate_windows;
  passed integer;
begin
  insert into rate_windows values (credential, this_second, array_fill(0, array[60])) on conflict do nothing;
  select * into known from rate_windows where credential_id = credential for update;
  passed := least(greatest(this_second - known.second, 0), 60);
  known.counts := known.counts[passed + 1 : 60] || array_fill(0, array[passed]);
  used := (select sum(count) from unnest(known.counts) as count);
  taken := used < budget;
  if taken then
    used := used + 1;
    known.counts[60] := known.counts[60] + 1;
    update rate_windows
    set second = greatest(known.second, this_second), counts = known.counts
    where credential_id = credential;
  end if;
  frees_in := coalesce((select min(place) from unnest(known.counts) with ordinality as c (count, place) where count > 0), 60);
end
$$;
