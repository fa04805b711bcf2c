alter table notifications
  -- Identifies a message to its receiver, so that later alerts of the incident can change it.
  add column message_id text;
