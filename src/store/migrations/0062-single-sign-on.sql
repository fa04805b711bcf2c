-- The OpenID Connect provider of an organization, whose people may sign in with it.
create table single_sign_on (
  organization_id uuid primary key references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  -- The client secret, sealed.
  secrets bytea not null,
  -- Addresses of other domains are refused.
  domains text[] not null,
  groups_claim text not null,
  -- For people in none of the mapped groups; null refuses them.
  default_role text check (default_role in ('owner', 'admin', 'member', 'viewer')),
  -- [{ "group": …, "role": … }]
  group_roles jsonb not null,
  -- Members other than owners cannot sign in to this organization in another way.
  required boolean not null default false,
  -- The last successful test with this provider.
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Which user someone at a provider is, for the organization that trusts this provider.
create table single_sign_on_identities (
  organization_id uuid not null references single_sign_on on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (organization_id, issuer, subject)
);
create index single_sign_on_identities_of_user on single_sign_on_identities (user_id);

alter table sessions
  -- The only organization that a session reaches which began with its single sign-on.
  add column single_sign_on_organization_id uuid references organizations on delete cascade;
