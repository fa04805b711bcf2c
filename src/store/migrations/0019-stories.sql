-- Flapping counts openings; what was counted before were openings and ends together.
update rule_states set state = (state - 'changes') || '{"openings": []}';

-- A critical incident of a monitor that is down already is part of the first one's story: programs hear of each, people of one.
alter table incidents add column part_of bigint;
create index incidents_part_of on incidents (organization_id, part_of) where part_of is not null;
alter table outbox add column audience text not null default 'everybody' check (audience in ('everybody', 'programs', 'people'));
