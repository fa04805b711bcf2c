-- Who works on an incident.
alter table incidents
  add column assignee_id uuid references users on delete set null;

create index incidents_by_assignee on incidents (assignee_id) where assignee_id is not null;
