alter table monitors
  -- The numbers of the locations that somebody does not believe about this monitor: what they see confirms nothing.
  add column muted_places smallint[] not null default '{}';
