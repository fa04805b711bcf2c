// Derives the state of a monitor from its open incidents and its outcomes.
import { type Effect, type JudgedRule, stateOf } from '../domain/alerting/judge.ts'
import type { Severity } from '../domain/metric.ts'
import type { MonitorState } from '../domain/monitor.ts'
import type { Database } from '../store/database/database.ts'
import { changeOpenSeverity } from '../store/incidents/incidents.ts'
import { type MonitorToJudge, monitorsToJudge } from '../store/incidents/judged-monitors.ts'
import { dropRuleStatesOf } from '../store/incidents/rule-states.ts'
import { markSettled, showStates } from '../store/monitors/monitor-states.ts'
import { forgetFailures } from '../store/results/sightings.ts'

/** What the latest outcomes say, apart from their effects. */
export interface LatestOutcomes {
  readonly degraded: boolean
  readonly seen: boolean
}

/** The state of the monitor after these effects. */
export function stateAfter(
  { state, open, rules, failing }: MonitorToJudge,
  effects: readonly Effect[],
  { degraded, seen }: LatestOutcomes,
): MonitorState {
  const isOpen = new Set(open)
  for (const { kind, rule } of effects) {
    if (kind === 'opened') isOpen.add(rule.ruleId)
    if (kind === 'closed') isOpen.delete(rule.ruleId)
  }
  const opens = (severity: JudgedRule['severity']): boolean =>
    rules.some((rule) => rule.severity === severity && isOpen.has(rule.ruleId))
  return stateOf({
    paused: state === 'paused',
    criticalOpen: opens('critical'),
    warningOpen: opens('warning'),
    failing: failing || degraded,
    seen: seen || state !== 'unknown',
  })
}

/** Updates the states of monitors without a new outcome. */
export async function refreshStates(db: Database, monitorNumbers: readonly number[], now: Date): Promise<void> {
  const monitors = await monitorsToJudge(db, { monitorNumbers, reporting: [], now })
  await showStates(
    db,
    monitors.map((monitor) => ({
      monitorNumber: monitor.monitorNumber,
      state: stateAfter(monitor, [], { degraded: false, seen: false }),
      unsettled: Object.keys(monitor.states).length > 0,
    })),
  )
}

/** An open incident has the severity of its rule. */
export async function changeSeverity(
  db: Database,
  ruleId: number,
  { severity, now }: { severity: Severity; now: Date },
): Promise<void> {
  await refreshStates(db, await changeOpenSeverity(db, ruleId, { severity, now }), now)
}

/** After a pause, earlier outcomes say nothing about the current state. */
export async function forgetObservations(
  db: Database,
  organizationId: string,
  monitorIds: readonly string[],
): Promise<void> {
  const theirs = { organizationId, monitorIds }
  await dropRuleStatesOf(db, theirs)
  await forgetFailures(db, theirs)
  await markSettled(db, theirs)
}
