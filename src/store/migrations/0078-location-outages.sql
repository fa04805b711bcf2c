-- Locations that are silent while an organization has monitors that no other live location checks: it was alerted.
create table location_outages (
  organization_id uuid not null references organizations on delete cascade,
  location smallint not null,
  -- Identifies its incident; taken from the numbers of rules, so that no rule has the same.
  rule_id bigint not null unique,
  primary key (organization_id, location)
);
