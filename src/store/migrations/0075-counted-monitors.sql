-- Counting the monitors of an organization by state reads this small index instead of the whole table.
create index monitors_counted on monitors (organization_id, state);
