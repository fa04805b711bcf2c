-- What registries and public directories have answered, for all monitors; and who may ask them now.
create table shared_answers (
  key text primary key,
  value jsonb,
  fresh_until timestamptz not null default '-infinity',
  leased_until timestamptz not null default '-infinity',
  asked_at timestamptz not null
);
