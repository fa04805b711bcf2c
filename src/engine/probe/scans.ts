// Which checks carry their type's daily scan, and what is kept when one is finished.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { limitsOf } from '../../domain/plan.ts'
import type { Database } from '../../store/database/database.ts'
import { type DueScan, finishScan, takeScans } from '../../store/checking/scans.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'

interface ScannedMonitor {
  readonly type: string
  readonly config: MonitorConfig
}

/** One turn of each monitor whose scan is due and whose plan allows it. */
export async function scansDue(
  db: Database,
  { turns, jobs, now }: { turns: readonly Turn[]; jobs: ReadonlyMap<number, ScannedMonitor>; now: Date },
): Promise<ReadonlyMap<Turn, DueScan>> {
  const candidates = new Map<number, Turn>()
  for (const turn of turns) if (wantsScan(jobs.get(turn.monitorNumber))) candidates.set(turn.monitorNumber, turn)
  if (candidates.size === 0) return new Map()
  const due = await takeScans(db, [...candidates.keys()], now)
  return new Map(due.filter((scan) => isAllowed(scan, jobs)).map((scan) => [candidates.get(scan.monitorNumber)!, scan]))
}

/** A scan that has no result, or whose result cannot be kept, is taken up again later. */
export async function saveScan(
  { store, clock, log }: { store: Database; clock: Clock; log: Log },
  scan: DueScan,
  { type, outcome }: { type: string; outcome: ReportedOutcome },
): Promise<void> {
  const { metric } = findCheck(type)?.scan ?? {}
  if (metric === undefined || !(metric in outcome.metrics)) return
  try {
    await finishScan(store, scan, { evidence: outcome.evidence, now: clock.now() })
  } catch (error) {
    log.error('a scan could not be kept', { error: String(error) })
  }
}

function wantsScan(job: ScannedMonitor | undefined): boolean {
  return (job && findCheck(job.type)?.scan?.wanted(job.config)) ?? false
}

function isAllowed({ monitorNumber, plan, limits }: DueScan, jobs: ReadonlyMap<number, ScannedMonitor>): boolean {
  const limit = findCheck(jobs.get(monitorNumber)?.type ?? '')?.scan?.limit
  return limit !== undefined && limitsOf(plan, limits)[limit] !== 0
}
