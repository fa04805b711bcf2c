-- Monitors from other tools: the key they have there, and whether they run without telling anyone.
alter table monitors
  add column shadow boolean not null default false,
  add column import_key text;
create unique index monitors_import_key on monitors (organization_id, import_key) where import_key is not null;
