-- Deployments that pipelines report. They mark the charts of monitors with one of their tags, or of all monitors.
create table deployments (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  service text not null,
  version text,
  environment text,
  link text,
  tags text[] not null,
  deployed_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index deployments_newest on deployments (organization_id, deployed_at desc, id desc);
