-- How long an organization wants things kept, where that is shorter than its plan keeps them.
alter table organizations
  add column incident_days integer check (incident_days > 0),
  add column activity_days integer check (activity_days > 0);

-- Until when somebody has read what an organization's inbox says.
alter table members
  add column notices_read_at timestamptz;
