// States of the rules that are not at rest.
import type { RuleState } from '../../domain/alerting/rule-state.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

export interface KeptRuleState {
  ruleId: number
  monitorNumber: number
  /** Null for a rule at rest, whose row is deleted. */
  state: RuleState | null
}

export async function ruleStatesOf(
  db: Database,
  ruleIds: readonly number[],
): Promise<(KeptRuleState & { state: RuleState })[]> {
  return db.rows(sql`
    select rule_id as "ruleId", monitor_number as "monitorNumber", state
    from rule_states
    where rule_id = any (${ruleIds}::bigint[])`)
}

export async function saveRuleStates(db: Database, kept: readonly KeptRuleState[]): Promise<void> {
  const unrest = kept.filter(({ state }) => state !== null)
  const rest = kept.filter(({ state }) => state === null)
  if (unrest.length > 0)
    await db.run(sql`
      insert into rule_states (rule_id, monitor_number, state)
      select *
      from unnest(
        ${unrest.map(({ ruleId }) => ruleId)}::bigint[], ${unrest.map(({ monitorNumber }) => monitorNumber)}::bigint[],
        ${unrest.map(({ state }) => json(state))}::jsonb[]
      )
      on conflict (rule_id) do update
      set state = excluded.state`)
  if (rest.length > 0)
    await dropRuleStates(
      db,
      rest.map(({ ruleId }) => ruleId),
    )
}

/** Locks the rule states of these monitors without waiting. Returns the monitors of which another session holds one. */
export async function lockRuleStates(db: Database, monitorNumbers: readonly number[]): Promise<Set<number>> {
  const busy = await db.rows<{ monitorNumber: number }>(sql`
    with free as materialized (
      select rule_id
      from rule_states
      where monitor_number = any (${monitorNumbers}::bigint[])
      for update skip locked
    )
    select distinct monitor_number as "monitorNumber"
    from rule_states
    where monitor_number = any (${monitorNumbers}::bigint[])
      and rule_id not in (select rule_id from free)`)
  return new Set(busy.map(({ monitorNumber }) => monitorNumber))
}

/** Skips monitors with a rule state that another session locks: they are due again in the next round. */
export async function withFreeRules<Monitor extends { monitorNumber: number }>(
  db: Database,
  monitors: readonly Monitor[],
): Promise<Monitor[]> {
  if (monitors.length === 0) return []
  const busy = await lockRuleStates(
    db,
    monitors.map(({ monitorNumber }) => monitorNumber),
  )
  return monitors.filter(({ monitorNumber }) => !busy.has(monitorNumber))
}

export async function dropRuleStates(db: Database, ruleIds: readonly number[]): Promise<void> {
  await db.run(sql`delete from rule_states where rule_id = any (${ruleIds}::bigint[])`)
}

export async function dropRuleStatesOf(
  db: Database,
  { organizationId, monitorIds }: { organizationId: string; monitorIds: readonly string[] },
): Promise<void> {
  await db.run(sql`
    delete from rule_states s
    using monitors m
    where m.organization_id = ${organizationId} and m.id = any (${monitorIds}) and s.monitor_number = m.monitor_number`)
}

/** Clears the streak of a rule that changed; an open incident stays open until it recovers. */
export async function forgetStreaks(db: Database, ruleIds: readonly number[]): Promise<void> {
  await db.run(sql`
    update rule_states
    set state = state || '{"streak": 0, "since": null, "clean": 0, "round": null}' || case
      when exists (select from incidents i where i.rule_id = rule_states.rule_id and i.status <> 'resolved') then '{}'
      else '{"failing": [], "open": false}'
    end::jsonb
    where rule_id = any (${ruleIds}::bigint[])`)
}
