-- What is said of an incident that a check has ended; null for those that somebody closed.
alter table incidents add column resolved_message text;
