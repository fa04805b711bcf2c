-- A few words that a check has for the next ones, such as the host key a server showed when it was first seen.
create table memories (
  scheduler_id bigint primary key references monitors (scheduler_id) on delete cascade,
  known jsonb not null,
  remembered_at timestamptz not null
);
