-- Contact groups from other tools: the key that the channel has there.
alter table contact_groups add column import_key text;
create unique index contact_groups_import_key on contact_groups (organization_id, import_key)
  where import_key is not null;
