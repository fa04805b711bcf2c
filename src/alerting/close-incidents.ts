// Ends of incidents that no check brought about: a pause, a deletion, a rule switched off, a person.
import { closedByHand, isAtRest } from '../domain/alerting/rule-state.ts'
import type { Database } from '../store/database/database.ts'
import { type ByHand, type Which, closeByHand, requestedResolves } from '../store/incidents/incidents.ts'
import { dropRuleStates, keepRuleStates, ruleStatesOf } from '../store/incidents/rule-states.ts'
import { holdMonitorNumbers } from '../store/monitors/monitors.ts'
import { refreshStates } from './monitor-state.ts'

/** Whoever calls this holds the monitors. What still holds afterwards has to be confirmed anew. */
export async function closeIncidents(db: Database, which: Which, byHand: ByHand): Promise<void> {
  const closed = await closeByHand(db, which, byHand)
  if (closed.length === 0) return
  await startRulesAnew(
    db,
    closed.map(({ ruleId }) => ruleId),
    byHand.now,
  )
  await refreshStates(db, [...new Set(closed.map(({ monitorNumber }) => monitorNumber))], byHand.now)
}

/** For rules that no longer count, or soon are gone. */
export async function retireRules(db: Database, ruleIds: readonly number[], byHand: ByHand): Promise<void> {
  await closeIncidents(db, { ruleIds }, byHand)
  await dropRuleStates(db, ruleIds)
}

async function startRulesAnew(db: Database, ruleIds: readonly number[], now: Date): Promise<void> {
  const known = await ruleStatesOf(db, ruleIds)
  await keepRuleStates(
    db,
    known.map(({ state, ...rule }) => {
      const after = closedByHand(state)
      return { ...rule, state: isAtRest(after, now.getTime()) ? null : after }
    }),
  )
}

/** Closes what people have asked to be closed; answers how many were asked for. */
export async function resolveRequested(db: Database, { limit, now }: { limit: number; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const asked = await requestedResolves(tx, limit)
    if (asked.length === 0) return 0
    await holdMonitorNumbers(
      tx,
      asked.map(({ monitorNumber }) => monitorNumber),
    )
    await closeIncidents(tx, { incidentIds: asked.map(({ id }) => id) }, { reason: 'resolved manually', by: null, now })
    return asked.length
  })
}
