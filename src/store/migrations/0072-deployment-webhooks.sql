-- Addresses at which GitHub, GitLab and pipelines report deployments. The secret verifies each request.
create table deployment_webhooks (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null,
  source text not null,
  secrets bytea not null,
  workflow text,
  environments text[] not null,
  monitor_ids uuid[] not null,
  tags text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (id)
);
create index deployment_webhooks_newest on deployment_webhooks (organization_id, created_at desc, id desc);

-- What a deployment concerns, who made it, and what its monitors show since. The external id is that of its sender.
alter table deployments
  add column monitor_ids uuid[] not null default '{}',
  add column deployed_by text,
  add column external_id text,
  add column compare_at timestamptz,
  add column comparison jsonb,
  add column rule_id bigint;
create unique index deployments_external on deployments (organization_id, external_id) where external_id is not null;
create index deployments_compare on deployments (compare_at) where compare_at is not null;
