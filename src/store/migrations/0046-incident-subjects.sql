-- The objective that an incident is about; null for an incident of a monitor. Up to now the objective's id was stored in
-- monitor_id, which replicas of the previous release go on writing and reading while they run.
alter table incidents add column objective_id uuid;

update incidents set objective_id = monitor_id where monitor_type = 'objective';

create function fill_objective_id() returns trigger language plpgsql as $$
begin
  new.objective_id := new.monitor_id;
  return new;
end $$;

create trigger incidents_fill_objective_id before insert on incidents
for each row when (new.monitor_type = 'objective' and new.objective_id is null)
execute function fill_objective_id();
