// Runs one due check and reports its outcome to the judge, after everything that it left behind was saved.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { asReported, notChecked } from '../../domain/outcome.ts'
import { addActivityOfMonitor } from '../../store/accounts/activity.ts'
import type { Store } from '../../store/database/database.ts'
import type { OutcomeQueue } from '../judge/outcome-queue.ts'
import type { Workers } from '../workers/workers.ts'
import type { FailurePictures } from './failure-pictures.ts'
import { saveMemory } from './memories.ts'
import { type ProbeHealth, withoutLocalFault } from './probe-health.ts'
import { type ArtifactKeeping, saveArtifacts } from './save-artifacts.ts'
import { saveScan } from './scans.ts'
import type { DueCheck } from './plans.ts'

export interface CheckServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly workers: Workers
  readonly outcomes: OutcomeQueue
  readonly probeHealth: ProbeHealth
  readonly artifacts: ArtifactKeeping
  readonly pictures: FailurePictures
  /** Names the turn of a check to any server, if its probe runs elsewhere. */
  readonly ticketOf?: (check: DueCheck) => string
}

/** Returns false if the check was lost with its process. */
export async function runDueCheck(services: CheckServices, check: DueCheck): Promise<boolean> {
  const { workers, outcomes, clock, pictures, ticketOf } = services
  const { turn, plan, order, scan } = check
  if (plan.problem !== undefined) {
    outcomes.report({ turn, at: clock.now(), outcome: asReported(notChecked(plan.problem)), rules: [] })
    return true
  }
  const reported = await workers.run(ticketOf ? { ...order, ticket: ticketOf(check) } : order)
  if (!reported) return false
  const { type, monitorId, organizationId, rules } = plan
  // Before the report, so that the next check of the monitor knows it.
  if (reported.remember) await saveMemory(services, check, reported.remember)
  if (reported.isQuarantined) await noteQuarantine(services, monitorId)
  const examined = withoutLocalFault(services.probeHealth, plan.target, reported)
  const judged = examined instanceof Promise ? await examined : examined
  const outcome = judged.artifacts ? await saveArtifacts(services, { organizationId, monitorId }, judged) : judged
  const at = new Date(reported.endedAt ?? clock.now())
  // The next turn begins when this one is stored.
  const maxWaitMs = plan.intervalSeconds * (1000 / 10)
  outcomes.report({ turn, at, outcome: pictures.attach(check, outcome, at), rules, maxWaitMs })
  if (scan) await saveScan(services, scan, { type, outcome: reported })
  return true
}

const noteQuarantine = ({ store, clock }: CheckServices, monitorId: string): Promise<void> =>
  addActivityOfMonitor(store, { monitorId, action: 'monitor.quarantined' }, clock.now())
