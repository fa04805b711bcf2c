-- A try that is no draft of a monitor: somebody wants to see what it is like from elsewhere. The sort of diagnostic that it is.
alter table tries add column diagnostic text;
create index tries_diagnostics on tries (organization_id, created_at desc, id desc) where diagnostic is not null;
