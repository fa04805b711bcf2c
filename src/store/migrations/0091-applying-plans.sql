-- Large plans are applied after the response.
alter table config_plans
  -- The attempt to apply it, of which the last one counts.
  add column application_id uuid,
  -- The process that applies it renews this; if it does not, it has ended, and its transaction with it.
  add column applying_until timestamptz,
  add column carried_out integer not null default 0,
  add column failure text;
