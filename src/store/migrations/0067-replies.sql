-- Replies to alerts that were carried out, until their links and tokens expire: none works twice.
create table used_replies (
  -- Hash of the token, or of the channel and the vendor's id of the callback.
  key bytea primary key,
  expires_at timestamptz not null
);
create index used_replies_expired on used_replies (expires_at);

-- The channel of the reply that asked to resolve the incident, in a sentence.
alter table incidents add column resolve_requested_through text;
