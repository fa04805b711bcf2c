-- Maintenance windows and status pages from other tools: the key they have there.
alter table maintenance_windows add column import_key text;
create unique index maintenance_windows_import_key on maintenance_windows (organization_id, import_key)
  where import_key is not null;
alter table status_pages add column import_key text;
create unique index status_pages_import_key on status_pages (organization_id, import_key)
  where import_key is not null;
