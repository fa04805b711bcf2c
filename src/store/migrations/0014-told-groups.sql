alter table incidents
  -- The contact groups that it was told to: they are told its end, whatever is changed or deleted until then.
  add column told_groups uuid[] not null default '{}';
