// Closes incidents for reasons other than a check: a pause, a deletion, a disabled rule, a user.
import { closedByHand, isAtRest } from '../domain/alerting/rule-state.ts'
import type { IncidentSubject } from '../domain/alerting/subject.ts'
import type { Log } from '../domain/log.ts'
import type { DueSelection } from '../store/checking/queue-items.ts'
import type { Database } from '../store/database/database.ts'
import { type ByHand, type Which, closeByHand, requestedResolves } from '../store/incidents/incidents.ts'
import { dropRuleStates, saveRuleStates, ruleStatesOf } from '../store/incidents/rule-states.ts'
import { lockFreeMonitors } from '../store/monitors/monitors.ts'
import { logIncidents } from './log-incidents.ts'
import { refreshStates } from './monitor-state.ts'

export interface CloseOptions extends ByHand {
  readonly log: Log
}

/** The caller has locked the monitors. A violation that continues has to be confirmed again. */
export async function closeIncidents(db: Database, which: Which, closing: CloseOptions): Promise<void> {
  const closed = await closeByHand(db, which, closing)
  if (closed.length === 0) return
  db.afterCommit(() => logIncidents(closing.log, { opened: [], ended: closed }))
  await restartRules(
    db,
    closed.map(({ ruleId }) => ruleId),
    closing.now,
  )
  await refreshStates(db, monitorNumbersOf(closed), closing.now)
}

function monitorNumbersOf(incidents: readonly { readonly subject: IncidentSubject }[]): number[] {
  return [...new Set(incidents.flatMap(({ subject }) => (subject.kind === 'monitor' ? [subject.number] : [])))]
}

/** For rules that no longer count, or soon are gone. */
export async function retireRules(db: Database, ruleIds: readonly number[], closing: CloseOptions): Promise<void> {
  await closeIncidents(db, { ruleIds }, closing)
  await dropRuleStates(db, ruleIds)
}

async function restartRules(db: Database, ruleIds: readonly number[], now: Date): Promise<void> {
  const known = await ruleStatesOf(db, ruleIds)
  await saveRuleStates(
    db,
    known.map(({ state, ...rule }) => {
      const after = closedByHand(state)
      return { ...rule, state: isAtRest(after, now.getTime()) ? null : after }
    }),
  )
}

/** Closes the incidents that users asked to close; returns how many there were. */
export async function resolveRequested(db: Database, due: DueSelection, log: Log): Promise<number> {
  const requested = await requestedResolves(db, due)
  const free = await lockFreeMonitors(db, monitorNumbersOf(requested))
  const closable = requested.filter(({ subject }) => subject.kind !== 'monitor' || free.has(subject.number))
  if (closable.length === 0) return 0
  const closing = { reason: 'resolved manually', by: null, now: due.now, log } as const
  await closeIncidents(db, { incidentIds: closable.map(({ id }) => id) }, closing)
  return closable.length
}
