-- What a monitor depends on: other monitors, or those with a tag.
alter table monitors add column parent_ids uuid[] not null default '{}';
alter table monitors add column parent_tags text[] not null default '{}';
create index monitors_with_parents on monitors (organization_id) where parent_ids <> '{}' or parent_tags <> '{}';

-- The incident of a parent that explains this one, which is then not told.
alter table incidents add column affected_by bigint;
create index incidents_affected_by on incidents (organization_id, affected_by) where affected_by is not null;
