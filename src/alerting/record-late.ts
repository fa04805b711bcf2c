// Records outcomes that say how a target was: they count for uptime, and rules do not see them.
import type { OutcomeReport } from '../domain/alerting/report.ts'
import type { Store } from '../store/database/database.ts'
import { lockNumbered } from '../store/incidents/judged-monitors.ts'
import { createMetricNames } from '../store/results/metric-names.ts'
import { recordLateOutcomes } from '../store/results/record-outcomes.ts'
import { figureKeys, toStored } from './stored-outcome.ts'

export interface LateReport {
  readonly report: OutcomeReport
  /** Another result of the location between these times, in milliseconds since 1970, is the same one. */
  readonly from: number
  readonly until: number
}

export async function recordLate(store: Store, late: readonly LateReport[]): Promise<void> {
  const names = createMetricNames(store)
  await names.learn(figureKeys(late.map(({ report }) => report)))
  const outcomes = late.map(({ report, from, until }) => ({
    ...toStored(report, { names, evidence: { isWorthKeeping: () => true } }),
    // The times of a check may be those of its lease.
    from: new Date(from - 1),
    until: new Date(until + 1),
  }))
  await store.transaction(async (tx) => {
    await lockNumbered(
      tx,
      outcomes.map(({ monitorNumber }) => monitorNumber),
    )
    await recordLateOutcomes(tx, outcomes)
  })
}
