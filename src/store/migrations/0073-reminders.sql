-- Which open incidents are due for a reminder is asked while any is open.
create index monitors_with_reminders on monitors (organization_id, id)
  where config ->> 'repeatIntervalSeconds' is not null;
