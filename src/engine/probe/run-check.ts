// Runs one due check and reports its outcome to the judge, after everything that it left behind was saved.
import type { CheckOrder } from '../workers/messages.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import { addActivityOfMonitor } from '../../store/accounts/activity.ts'
import type { OutcomeQueue } from '../judge/outcome-queue.ts'
import type { Workers } from '../workers/workers.ts'
import type { FailurePictures } from './failure-pictures.ts'
import { saveMemory } from './memories.ts'
import { type ProbeHealth, withoutLocalFault } from './probe-health.ts'
import { type ArtifactKeeping, saveArtifacts } from './save-artifacts.ts'
import { saveScan } from './scans.ts'
import type { DueCheck } from './plans.ts'
import type { EngineServices } from '../services.ts'

export interface CheckServices extends EngineServices {
  readonly workers: Workers
  readonly outcomes: OutcomeQueue
  readonly probeHealth: ProbeHealth
  readonly artifacts: ArtifactKeeping
  readonly pictures: FailurePictures
  /** Names the turn of a check to any server, if its probe runs elsewhere. */
  readonly handOver?: (check: DueCheck) => Pick<CheckOrder, 'ticket' | 'repeatEveryMs'>
}

/** Returns false if the check was lost with its process. */
export async function runDueCheck(services: CheckServices, check: DueCheck): Promise<boolean> {
  const { problem } = check.plan
  if (problem !== undefined) return reportProblem(services, check, problem)
  const { handOver, workers } = services
  const reported = await workers.run({ ...check.order, ...handOver?.(check) })
  if (!reported) return false
  // Thousands of checks wait here at once, so what few of them need is elsewhere.
  if (needsMore(check, reported)) await saveAndReport(services, check, reported)
  else {
    services.probeHealth.passed(check.plan.target)
    report(services, check, { outcome: reported, endedAt: reported.endedAt })
  }
  return true
}

function reportProblem({ outcomes, clock }: CheckServices, { turn }: DueCheck, problem: string): true {
  outcomes.report({ turn, at: clock.now(), outcome: asReported(notChecked(problem)), rules: [] })
  return true
}

/** Whether something must be saved first, or the probe itself may be at fault. */
const needsMore = ({ scan }: DueCheck, { local, remember, isQuarantined, artifacts }: ReportedOutcome): boolean =>
  Boolean(scan || local || remember || isQuarantined || artifacts)

async function saveAndReport(services: CheckServices, check: DueCheck, reported: ReportedOutcome): Promise<void> {
  const { type, target, monitorId, organizationId } = check.plan
  // Before the report, so that the next check of the monitor knows it.
  if (reported.remember) await saveMemory(services, check, reported.remember)
  if (reported.isQuarantined) await noteQuarantine(services, monitorId)
  const judged = await withoutLocalFault(services.probeHealth, target, reported)
  const outcome = await saveArtifacts(services, { organizationId, monitorId }, judged)
  report(services, check, { outcome, endedAt: reported.endedAt })
  if (check.scan) await saveScan(services, check.scan, { type, outcome: reported })
}

function report(
  { outcomes, clock, pictures }: CheckServices,
  check: DueCheck,
  { outcome, endedAt }: { outcome: ReportedOutcome; endedAt: number | undefined },
): void {
  const { turn, plan } = check
  const at = new Date(endedAt ?? clock.now())
  // The next turn begins when this one is stored.
  const maxWaitMs = plan.intervalSeconds * (1000 / 10)
  outcomes.report({ turn, at, outcome: pictures.attach(check, outcome, at), rules: plan.rules, maxWaitMs })
}

const noteQuarantine = ({ store, clock }: CheckServices, monitorId: string): Promise<void> =>
  addActivityOfMonitor(store, { monitorId, action: 'monitor.quarantined' }, clock.now())
