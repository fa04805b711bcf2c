// Runs the judge on outcomes and stores its decisions. The caller has locked the monitors.
import { factsOf } from '../checks/index.ts'
import { type Judgement, judge } from '../domain/alerting/judge.ts'
import type { OutcomeReport } from '../domain/alerting/report.ts'
import { bringForward } from '../store/checking/turns.ts'
import type { Database } from '../store/database/database.ts'
import { type MonitorToJudge, monitorsToJudge } from '../store/incidents/judged-monitors.ts'
import { saveRuleStates } from '../store/incidents/rule-states.ts'
import { showStates } from '../store/monitors/monitor-states.ts'
import { type IncidentChanges, applyEffects } from './apply-effects.ts'
import { type LatestOutcomes, stateAfter } from './monitor-state.ts'

interface JudgedMonitorResult {
  readonly monitor: MonitorToJudge
  readonly judgement: Judgement
  readonly latest: LatestOutcomes
}

/** `reporting` are the locations that have just reported, for any monitor. */
export async function judgeMonitors(
  db: Database,
  reports: readonly OutcomeReport[],
  { reporting, now }: { reporting: readonly number[]; now: Date },
): Promise<IncidentChanges> {
  const monitorNumbers = reports.map(({ turn }) => turn.monitorNumber)
  const monitors = await monitorsToJudge(db, { monitorNumbers, reporting, now })
  const judged = monitors.map((monitor) => judgeOne(monitor, reports))
  await saveRuleStates(db, judged.flatMap(changedStates))
  const changes = await applyEffects(
    db,
    judged.map(({ monitor, judgement }) => ({ monitor, effects: judgement.effects })),
    now,
  )
  await showStates(
    db,
    judged.map(({ monitor, judgement, latest }) => ({
      monitorNumber: monitor.monitorNumber,
      state: stateAfter(monitor, judgement.effects, latest),
      unsettled: isUnsettled(monitor, judgement),
    })),
  )
  await bringForward(db, judged.flatMap(soonerTurns), now)
  return changes
}

/** Dead and muted locations do not count, even if they have reported. */
function judgeOne(monitor: MonitorToJudge, reports: readonly OutcomeReport[]): JudgedMonitorResult {
  const theirs = reports.filter(
    ({ turn }) => turn.monitorNumber === monitor.monitorNumber && monitor.live.includes(turn.location),
  )
  return {
    monitor,
    judgement: judge(monitor, theirs, factsOf(monitor.type)),
    latest: {
      degraded: theirs.at(-1)?.degraded ?? false,
      seen: theirs.some(({ outcome }) => !outcome.infrastructure),
    },
  }
}

function changedStates({ monitor: { monitorNumber }, judgement }: JudgedMonitorResult) {
  return [...judgement.states].map(([ruleId, state]) => ({ ruleId, monitorNumber, state }))
}

function soonerTurns({ monitor: { monitorNumber }, judgement: { expediteAt } }: JudgedMonitorResult) {
  return expediteAt ? [{ monitorNumber, at: expediteAt }] : []
}

function isUnsettled({ states }: MonitorToJudge, { states: changed }: Judgement): boolean {
  const untouched = Object.keys(states).some((ruleId) => !changed.has(Number(ruleId)))
  return untouched || [...changed.values()].some((state) => state !== null)
}
