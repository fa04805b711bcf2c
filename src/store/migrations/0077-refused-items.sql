-- Items of a queue that can never be stored or processed, so that an operator hears of them: how many within an hour, and the last.
create table refused_items (
  kind text primary key,
  count bigint not null,
  refused_at timestamptz not null
);
