// The probe: takes what is due at its locations, has it checked, and reports to the judge.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type CheckMemory, type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import type { Vault } from '../../domain/vault.ts'
import { addActivityOfMonitor } from '../../store/accounts/activity.ts'
import type { DueScan } from '../../store/checking/scans.ts'
import { type WaitingWork, waitingForBrowsers } from '../../store/checking/browser-queue.ts'
import { type Turn, claimTurns, releaseTurns } from '../../store/checking/turns.ts'
import type { Store } from '../../store/database/database.ts'
import type { OutcomeQueue } from '../judge/outcome-queue.ts'
import { startRounds } from '../rounds.ts'
import { type FailurePictures, createFailurePictures } from './failure-pictures.ts'
import { type CheckPlan, type CheckPlans, loadPlans } from './jobs.ts'
import type { LatenessMeter } from './lateness.ts'
import { createLeases } from './leases.ts'
import { type ArtifactKeeping, saveArtifacts } from './save-artifacts.ts'
import { saveMemory, memoriesFor } from './memories.ts'
import { saveScan, scansDue } from './scans.ts'
import type { ProbeHealth } from './probe-health.ts'
import { createSkippedChecks } from './skipped-checks.ts'
import { type CheckVariables, variablesFor } from './variables.ts'
import { createBrowserClaims } from '../browser-checks/browser-claims.ts'
import type { BrowserSlots } from '../browser-checks/browser-slots.ts'
import type { Workers } from '../workers/workers.ts'

export interface ProbeParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly outcomes: OutcomeQueue
  readonly workers: Workers
  /** Left out: nothing waits for a browser. */
  readonly slots?: BrowserSlots
  readonly probeHealth: ProbeHealth
  readonly artifacts: ArtifactKeeping
  /** Asked again and again: locations come and go. */
  readonly locations: () => Promise<number[]>
  /** Process that owns the leases. */
  readonly processId?: number
  readonly lateness?: LatenessMeter
}

const maxClaim = 500
const restMs = 100
// A check that waits for a browser waits for seconds anyway, so asking less often is enough.
const browserRestMs = 500
const drainMs = 3000

export function startProbe(parts: ProbeParts): { stop(): Promise<void> } {
  const { store, clock, log, workers } = parts
  const jobs: CheckPlans = new Map()
  const underWay = new Set<Promise<void>>()
  const skipMissed = createSkippedChecks(parts)
  const lost: Turn[] = []
  const leases = createLeases(parts)
  const pictures = createFailurePictures(parts)
  const waiting = async (): Promise<WaitingWork[]> =>
    waitingForBrowsers(store, { locations: await parts.locations(), now: clock.now() })
  const claims = createBrowserClaims({ slots: parts.slots, waiting, clock })

  const releaseLost = async (): Promise<void> => {
    // Where this fails, their leases lapse.
    if (lost.length > 0) await releaseTurns(store, lost.splice(0))
  }
  const begin = (turn: Turn, assignment: Assignment): Promise<void> => {
    const check = checkTurn({ ...parts, pictures }, turn, assignment).then(
      (checked) => void (checked || lost.push(turn)),
      (error: unknown) => {
        log.error('a check could not be reported; it will be made again', { error: String(error) })
        lost.push(turn)
      },
    )
    underWay.add(check)
    if (assignment.job) leases.add(turn, timesOf(assignment.job))
    return check.finally(() => {
      underWay.delete(check)
      leases.remove(turn)
    })
  }
  const take = async (limit: number, inBrowser?: boolean, organizationId?: string): Promise<number> => {
    if (limit <= 0 || !workers.isReady) return 0
    const { processId } = parts
    const turns = await claimTurns(store, {
      locations: await parts.locations(),
      limit,
      inBrowser,
      organizationId,
      processId,
      now: clock.now(),
    })
    if (!inBrowser) claims.noteTaken(turns.map(({ dueAt }) => dueAt))
    for (const [turn, assignment] of await assignmentsOf(parts, jobs, turns)) {
      if (assignment.job && !inBrowser)
        parts.lateness?.noteTaken(clock.now().getTime() - turn.dueAt.getTime(), timesOf(assignment.job).intervalMs)
      const begun = begin(turn, { ...assignment, hasSlot: inBrowser })
      if (organizationId !== undefined) void begun.finally(() => claims.release(organizationId))
    }
    return turns.length
  }
  const freeBrowsers = (): number | null => parts.slots?.freeBrowsers ?? null
  const round = async (): Promise<boolean> => {
    await skipMissed()
    await releaseLost()
    await leases.extend()
    const limit = Math.min(workers.free, maxClaim)
    // Where there is no browser, who needs one is told so like anybody else.
    const taken = await take(limit, freeBrowsers() === null ? undefined : false)
    return taken > 0 && taken === limit
  }
  const browserRound = async (): Promise<boolean> => {
    await claims.claim(({ organizationId, count }) => take(count, true, organizationId))
    return false
  }
  const complaint = 'due checks could not be taken; trying again'
  const browserRounds = startRounds({ round: browserRound, clock, log, complaint, restMs: browserRestMs })
  const rounds = startRounds({ round, clock, log, complaint, restMs })

  return {
    async stop() {
      await Promise.all([rounds.stop(), browserRounds.stop()])
      // What is being checked may finish; its lease would cost the monitor more.
      await Promise.race([Promise.all(underWay), clock.sleep(drainMs)])
      if (underWay.size === 0) return
      // Other processes can claim the rest at once, without waiting for the leases to end.
      await workers.stop()
      await Promise.all(underWay)
      await releaseLost().catch((error: unknown) =>
        log.warn('checks that were cut off are taken up again when their leases end', { error: String(error) }),
      )
    },
  }
}

async function assignmentsOf(
  parts: ProbeParts,
  jobs: CheckPlans,
  turns: readonly Turn[],
): Promise<(readonly [Turn, Assignment])[]> {
  const { store, clock } = parts
  await loadPlans(parts, jobs, turns)
  const scans = await scansDue(store, { turns, jobs, now: clock.now() })
  const memories = await memoriesFor(store, { turns, jobs })
  const variables = await variablesFor(parts, { turns, jobs })
  return turns.map((turn) => {
    const { monitorNumber } = turn
    const [scan, known] = [scans.get(turn), memories.get(turn)]
    return [turn, { job: jobs.get(monitorNumber), scan, known, variables: variables.get(monitorNumber) }]
  })
}

interface Assignment {
  readonly job: CheckPlan | undefined
  /** What the check carries beside. */
  readonly scan: DueScan | undefined
  readonly known: CheckMemory | undefined
  readonly variables: CheckVariables | undefined
  /** A browser is kept free for it. */
  readonly hasSlot?: boolean
}

interface CheckingParts extends ProbeParts {
  readonly pictures: FailurePictures
}

/** Answers whether it was checked, or need not be. */
async function checkTurn(parts: CheckingParts, turn: Turn, assignment: Assignment): Promise<boolean> {
  const { workers, outcomes, clock } = parts
  const { job, scan, known, variables, hasSlot } = assignment
  // The monitor was deleted between the claim and the look.
  if (!job) return true
  const problem = job.problem ?? variables?.problem
  if (problem) {
    outcomes.report({ turn, at: clock.now(), outcome: asReported(notChecked(problem)), rules: [] })
    return true
  }
  const { deadlineSeconds: _, intervalSeconds: __, rules, organizationId, problem: ___, ...work } = job
  const { deadlineMs, intervalMs: maxWaitMs } = timesOf(job)
  const given = { withScan: scan !== undefined, known, variables: variables?.values, hasSlot }
  const done = await workers.run({ ...work, ...given, organizationId, deadlineMs, maxWaitMs })
  if (!done) return false
  const { remember: memory } = done
  // Before the turn comes round again.
  if (memory) await saveMemory(parts, { turn, type: job.type, memory, instead: known })
  if (done.isQuarantined) await noteQuarantine(parts, job.monitorId)
  const found = await withoutLocalFault(parts.probeHealth, job.target, done)
  const outcome = await saveArtifacts(parts, { organizationId, monitorId: job.monitorId }, found)
  const at = new Date(done.endedAt ?? clock.now())
  outcomes.report({ turn, at, outcome: parts.pictures.beside({ turn, job, at, outcome }), rules })
  if (scan) await saveScan(parts, scan, { type: job.type, outcome: done })
  return true
}

const timesOf = ({ deadlineSeconds, intervalSeconds }: CheckPlan): { deadlineMs: number; intervalMs: number } => ({
  deadlineMs: deadlineSeconds * 1000,
  intervalMs: intervalSeconds * 1000,
})

const noteQuarantine = ({ store, clock }: ProbeParts, monitorId: string): Promise<void> =>
  addActivityOfMonitor(store, { monitorId, action: 'monitor.quarantined' }, clock.now())

/** A failure that is the probe's own is nobody else's. */
async function withoutLocalFault(
  probeHealth: ProbeHealth,
  target: string,
  outcome: ReportedOutcome,
): Promise<ReportedOutcome> {
  if (!outcome.local || outcome.infrastructure) {
    probeHealth.passed(target)
    return outcome
  }
  const excuse = await probeHealth.localFault(target, outcome.local, outcome.durationMs)
  return excuse === null ? outcome : asReported(notChecked(excuse))
}
