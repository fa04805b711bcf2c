-- Due items of queues that could not be processed: each is tried again later, so that it holds up no other.
create table set_aside_items (
  kind text not null,
  -- The ids of the item.
  key text not null,
  since timestamptz not null,
  retry_at timestamptz not null,
  primary key (kind, key)
);
