// Ends of incidents that no check brought about: a pause, a deletion, a rule switched off, a person.
import { type RuleState, closedByHand, isAtRest } from '../../domain/alerting/rule-state.ts'
import type { Severity } from '../../domain/metric.ts'
import { casesOf, keepStates, showStates, stateAfter } from './cases.ts'
import type { Database } from '../database/database.ts'
import { type ResolveReason, type Which, closeByHand } from './incidents.ts'
import { sql } from '../database/sql.ts'

export interface Closing {
  reason: ResolveReason
  /** Who did it, as people know them. */
  by: string | null
  now: Date
}

/** Whoever calls this holds the monitors. What still holds afterwards has to be confirmed anew. */
export async function closeIncidents(db: Database, which: Which, closing: Closing): Promise<void> {
  const closed = await closeByHand(db, which, closing)
  if (closed.length === 0) return
  await forgetRules(
    db,
    closed.map(({ ruleId }) => ruleId),
    closing.now,
  )
  await refreshStates(db, [...new Set(closed.map(({ monitorNumber }) => monitorNumber))], closing.now)
}

/** For rules that no longer count, or soon are gone. */
export async function retireRules(db: Database, ruleIds: readonly number[], closing: Closing): Promise<void> {
  await closeIncidents(db, { ruleIds }, closing)
  await db.run(sql`delete from rule_states where rule_id = any (${ruleIds}::bigint[])`)
}

async function forgetRules(db: Database, ruleIds: readonly number[], now: Date): Promise<void> {
  const known = await db.rows<{ ruleId: number; monitorNumber: number; state: RuleState }>(sql`
    select rule_id as "ruleId", monitor_number as "monitorNumber", state from rule_states where rule_id = any (${ruleIds}::bigint[])`)
  await keepStates(
    db,
    known.map(({ state, ...rule }) => {
      const after = closedByHand(state)
      return { ...rule, state: isAtRest(after, now.getTime()) ? null : after }
    }),
  )
}

/** Shows what these monitors are now that no outcome has said anything new. */
export async function refreshStates(db: Database, monitorNumbers: readonly number[], now: Date): Promise<void> {
  const cases = await casesOf(db, { monitorNumbers, reporting: [], now })
  await showStates(
    db,
    cases.map((watched) => ({
      monitorNumber: watched.monitorNumber,
      state: stateAfter(watched, [], { unwell: false, seen: false }),
      unsettled: Object.keys(watched.states).length > 0,
    })),
  )
}

/** An open incident is as grave as its rule. */
export async function changeSeverity(
  db: Database,
  ruleId: number,
  { severity, now }: { severity: Severity; now: Date },
): Promise<void> {
  const open = await db.rows<{ monitorNumber: number }>(sql`
    update incidents
    set severity = ${severity}, updated_at = ${now}
    where rule_id = ${ruleId} and status <> 'resolved'
    returning monitor_number as "monitorNumber"`)
  await refreshStates(
    db,
    open.map(({ monitorNumber }) => monitorNumber),
    now,
  )
}

/** A rule that means something else now has seen nothing of it yet; an open incident stays open until that is over. */
export async function forgetStreak(db: Database, ruleId: number): Promise<void> {
  await db.run(sql`
    update rule_states
    set state = state || '{"streak": 0, "since": null, "clean": 0, "round": null}' || case
      when exists (select from incidents i where i.rule_id = rule_states.rule_id and i.status <> 'resolved') then '{}'
      else '{"failing": [], "open": false}'
    end::jsonb
    where rule_id = ${ruleId}`)
}

/** After a pause: what was seen before it says nothing about what is. */
export async function forgetSightings(
  db: Database,
  organizationId: string,
  monitorIds: readonly string[],
): Promise<void> {
  const theirs = sql`select monitor_number from monitors where organization_id = ${organizationId} and id = any (${monitorIds})`
  await db.run(sql`delete from rule_states where monitor_number in (${theirs})`)
  await db.run(sql`update sightings set success = true where not success and monitor_number in (${theirs})`)
  await db.run(sql`update monitors set unsettled = false where unsettled and monitor_number in (${theirs})`)
}

/** Closes what people have asked to be closed; answers how many were asked for. */
export async function resolveRequested(db: Database, { limit, now }: { limit: number; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const asked = await tx.rows<{ id: number; monitorNumber: number }>(sql`
      select id, monitor_number as "monitorNumber"
      from incidents
      where resolve_requested_at is not null and status <> 'resolved'
      order by id
      limit ${limit}`)
    if (asked.length === 0) return 0
    await tx.run(sql`
      select from monitors
      where monitor_number = any (${asked.map(({ monitorNumber }) => monitorNumber)}::bigint[])
      order by monitor_number
      for no key update`)
    await closeIncidents(tx, { incidentIds: asked.map(({ id }) => id) }, { reason: 'resolved manually', by: null, now })
    return asked.length
  })
}
