-- What clients that follow a plan are shown, so that nobody decrypts the whole plan for it. Null if the release before
-- made the plan.
alter table config_plans add column head jsonb;
