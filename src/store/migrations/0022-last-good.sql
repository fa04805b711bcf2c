-- While a monitor fails, the evidence of its last good check stays beside the latest: what changed is what people ask first.
alter table latest_evidence
  add column location smallint,
  add column success boolean,
  add column good_at timestamptz,
  add column good_location smallint,
  add column good_evidence text;

alter table incidents
  -- The last good check before it opened: when, from which location, and what it saw.
  add column last_good jsonb;
