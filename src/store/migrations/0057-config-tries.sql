-- Tries of the monitors of a configuration document. They are shown together and deleted after an hour.
create table config_tries (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null,
  -- Key, line and rules of each monitor, in the order of the document, and why a monitor is not tried.
  monitors json not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index config_tries_by_age on config_tries (created_at);

alter table tries
  add column config_try_id uuid,
  -- The place of the monitor in the document, from 1; 0 for a try of its own.
  add column position integer not null default 0,
  add foreign key (organization_id, config_try_id) references config_tries on delete cascade;
create index tries_of_documents on tries (organization_id, config_try_id) where config_try_id is not null;
