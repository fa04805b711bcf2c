-- Flapping counts openings; what was counted before were openings and ends together.
update rule_states set state = (state - 'changes') || '{"openings": []}';
