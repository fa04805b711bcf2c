// Turns check-ins, and their absence, into outcomes without a location.
import type { HeartbeatAdvance } from '../domain/heartbeat.ts'
import type { Log } from '../domain/log.ts'
import type { OutcomeReport } from '../domain/alerting/report.ts'
import { asReported } from '../domain/outcome.ts'
import { never, setHeartbeatTurns } from '../store/checking/turns.ts'
import type { Database } from '../store/database/database.ts'
import { showHealth } from '../store/monitors/monitor-states.ts'
import type { MetricNames } from '../store/results/metric-names.ts'
import { settleOutcomes } from './settle-outcomes.ts'

export interface SilenceStep {
  readonly monitorNumber: number
  readonly step: Pick<HeartbeatAdvance, 'outcome' | 'dueAt' | 'health'> & {
    /** When it happened; now by default. */
    readonly at?: Date
  }
}

export interface HeartbeatStep extends SilenceStep {
  readonly step: HeartbeatAdvance
}

/** The caller has locked the heartbeats, so that no two calls report the same. */
export async function settleHeartbeats(
  db: Database,
  steps: readonly SilenceStep[],
  { names, now, log }: { names: MetricNames; now: Date; log: Log },
): Promise<void> {
  const reports = steps.flatMap((step) => reportOf(step, now))
  if (reports.length > 0)
    await settleOutcomes(db, reports, { names, evidence: { isWorthKeeping: () => true }, now, log })
  const silent = steps.filter(({ step }) => step.outcome === null)
  if (silent.length > 0) await awaitHeartbeats(db, silent)
}

/** Schedules the turns at which a missing check-in counts, and marks the late ones. */
export async function awaitHeartbeats(db: Database, steps: readonly SilenceStep[]): Promise<void> {
  await showHealth(
    db,
    steps.map(({ monitorNumber, step: { health } }) => ({ monitorNumber, health })),
  )
  await setHeartbeatTurns(
    db,
    steps.map(({ monitorNumber, step: { dueAt } }) => ({ monitorNumber, dueAt })),
  )
}

function reportOf({ monitorNumber, step }: SilenceStep, now: Date): OutcomeReport[] {
  const { outcome, at = now, dueAt, health } = step
  if (!outcome) return []
  const turn = { monitorNumber, slot: 0, location: 0, dueAt: null, nextDueAt: dueAt ?? never }
  return [{ turn, at, outcome: asReported(outcome), rules: null, degraded: health === 'degraded' }]
}
