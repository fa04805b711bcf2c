-- Who is on call, who is paged when nobody looks after an incident, and how far that has come.
alter table members
  -- What the calendar of somebody's own shifts is addressed with: a secret.
  add column calendar_token text not null default replace(gen_random_uuid()::text, '-', '') unique;

create table on_call_schedules (
  organization_id uuid not null references organizations on delete cascade,
  id bigint generated always as identity,
  name text not null,
  timezone text not null,
  enabled boolean not null,
  -- As domain/on-call knows them, the lowest first.
  layers jsonb not null,
  calendar_token text not null default replace(gen_random_uuid()::text, '-', '') unique,
  -- How often its shifts have been changed, overrides included, and when they were last: what calendars recognize news by.
  revision integer not null default 0,
  revised_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index on_call_schedules_newest on on_call_schedules (organization_id, created_at desc, id desc);

create table on_call_overrides (
  organization_id uuid not null,
  id uuid not null,
  schedule_id bigint not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, schedule_id) references on_call_schedules on delete cascade,
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index on_call_overrides_of_schedule on on_call_overrides (organization_id, schedule_id, ends_at);
create index on_call_overrides_newest on on_call_overrides (organization_id, schedule_id, created_at desc, id desc);
create index on_call_overrides_of_user on on_call_overrides (organization_id, user_id);

create table escalation_policies (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  name text not null,
  -- How often all steps are gone through again.
  repeat_count smallint not null,
  steps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create index escalation_policies_newest on escalation_policies (organization_id, created_at desc, id desc);

alter table contact_groups
  add column escalation_policy_id uuid,
  add foreign key (organization_id, escalation_policy_id) references escalation_policies on delete set null (escalation_policy_id);
create index contact_groups_by_escalation_policy on contact_groups (organization_id, escalation_policy_id)
  where escalation_policy_id is not null;

-- An escalation under way: which step is due next, and when. It is gone when it is over.
create table escalations (
  organization_id uuid not null,
  incident_id bigint not null,
  policy_id uuid not null,
  -- Both count from 0.
  step smallint not null default 0,
  round smallint not null default 0,
  due_at timestamptz not null,
  -- Maintenance keeps the step from paging; it pages when that ends.
  held boolean not null default false,
  primary key (organization_id, incident_id, policy_id),
  foreign key (organization_id, incident_id) references incidents on delete cascade,
  foreign key (organization_id, policy_id) references escalation_policies on delete cascade
);
create index escalations_due on escalations (due_at);
create index escalations_by_policy on escalations (organization_id, policy_id);

-- Whoever leaves an organization takes the ways to be paged for it along.
alter table notification_channels
  add foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade;
drop index notification_channels_of_user;
create index notification_channels_of_user on notification_channels (organization_id, user_id) where user_id is not null;
create index notification_channels_by_user on notification_channels (user_id) where user_id is not null;
