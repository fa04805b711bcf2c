// Reopens an incident that a person resolved: its rule goes on as if it had stayed open.
import { atRest } from '../domain/alerting/rule-state.ts'
import type { Database } from '../store/database/database.ts'
import { type ReopenedIncident, reopenResolved } from '../store/incidents/reopen.ts'
import { ruleStatesOf, saveRuleStates } from '../store/incidents/rule-states.ts'
import { refreshStates } from './monitor-state.ts'

/** The caller has locked the monitor. Undefined if it cannot be reopened. */
export async function reopenIncident(
  db: Database,
  reopening: Parameters<typeof reopenResolved>[1],
): Promise<ReopenedIncident | undefined> {
  const reopened = await reopenResolved(db, reopening)
  if (!reopened) return undefined
  const { ruleId, monitorNumber } = reopened
  const [known] = await ruleStatesOf(db, [ruleId])
  await saveRuleStates(db, [{ ruleId, monitorNumber, state: { ...(known?.state ?? atRest), open: true, clean: 0 } }])
  await refreshStates(db, [monitorNumber], reopening.now)
  return reopened
}
