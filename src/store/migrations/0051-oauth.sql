-- Programs that registered themselves, and those an owner created. The command line is built in, and a program with a
-- metadata document is described there: neither has a row.
create table oauth_clients (
  id uuid primary key,
  client_id text not null unique,
  kind text not null check (kind in ('registered', 'app', 'service')),
  organization_id uuid references organizations on delete cascade,
  name text not null,
  uri text,
  redirect_uris text[] not null,
  grant_types text[] not null,
  -- The most that its tokens may do.
  scope text not null check (scope in ('read', 'write')),
  secret_hash bytea,
  created_at timestamptz not null,
  last_used_at timestamptz,
  check ((kind = 'registered') = (organization_id is null))
);
create index oauth_clients_of_organization on oauth_clients (organization_id, created_at desc);

-- Requests for access that wait for someone's consent.
create table oauth_requests (
  id uuid primary key,
  client jsonb not null,
  redirect_uri text not null,
  loopback_only boolean not null,
  state text,
  code_challenge text not null,
  scopes text[] not null,
  resource text not null check (resource in ('api', 'mcp')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_requests_by_expiry on oauth_requests (expires_at);

-- What someone allowed a program to do, or what a service account may do. Tokens end with their grant.
create table oauth_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  -- Null for a service account.
  user_id uuid references users on delete cascade,
  -- Null for a client without a row.
  client_row_id uuid references oauth_clients on delete cascade,
  client jsonb not null,
  scope text not null check (scope in ('read', 'write')),
  resource text not null check (resource in ('api', 'mcp')),
  offline boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When its last token expires; null for a service account, which can always get a new one.
  expires_at timestamptz
);
create index oauth_grants_of_organization on oauth_grants (organization_id, created_at desc);
create index oauth_grants_of_user on oauth_grants (user_id);
create index oauth_grants_of_client on oauth_grants (client_row_id);
create index oauth_grants_by_expiry on oauth_grants (expires_at);

create table oauth_codes (
  hash bytea primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  -- Kept as long as the grant, so that a code that is used twice is noticed.
  used_at timestamptz
);
create index oauth_codes_of_grant on oauth_codes (grant_id);

create table oauth_device_codes (
  id uuid primary key,
  hash bytea not null unique,
  user_code text not null unique,
  client jsonb not null,
  scopes text[] not null,
  resource text not null check (resource in ('api', 'mcp')),
  ip text not null,
  interval_seconds integer not null,
  polled_at timestamptz,
  denied boolean not null default false,
  grant_id uuid references oauth_grants on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_device_codes_of_grant on oauth_device_codes (grant_id);
create index oauth_device_codes_by_expiry on oauth_device_codes (expires_at);

create table oauth_tokens (
  hash bytea primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scope text not null check (scope in ('read', 'write')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a refresh token was exchanged for a new one.
  replaced_at timestamptz
);
create index oauth_tokens_of_grant on oauth_tokens (grant_id);
create index oauth_tokens_by_expiry on oauth_tokens (expires_at);
