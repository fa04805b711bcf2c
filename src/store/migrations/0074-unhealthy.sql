-- Recording outcomes asks for the few monitors and locations that are not healthy, instead of looking at each one.
create index monitors_unhealthy on monitors (monitor_number) where state <> 'up' or unsettled;
create index sightings_failing on sightings (monitor_number, location) where not success;
