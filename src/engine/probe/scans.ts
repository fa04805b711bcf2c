// Decides which checks carry the daily scan of their type, and saves finished scans.
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
  { turns, plans, now }: { turns: readonly Turn[]; plans: ReadonlyMap<number, ScannedMonitor>; now: Date },
): Promise<ReadonlyMap<Turn, DueScan>> {
  const candidates = new Map<number, Turn>()
  for (const turn of turns) if (wantsScan(plans.get(turn.monitorNumber))) candidates.set(turn.monitorNumber, turn)
  if (candidates.size === 0) return new Map()
  const due = await takeScans(db, [...candidates.keys()], now)
  return new Map(
    due.filter((scan) => isAllowed(scan, plans)).map((scan) => [candidates.get(scan.monitorNumber)!, scan]),
  )
}

/** A scan without a result, or whose result cannot be saved, runs again later. */
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
    log.error('a scan could not be saved', { error: String(error) })
  }
}

function wantsScan(plan: ScannedMonitor | undefined): boolean {
  return (plan && findCheck(plan.type)?.scan?.wanted(plan.config)) ?? false
}

function isAllowed({ monitorNumber, plan, limits }: DueScan, plans: ReadonlyMap<number, ScannedMonitor>): boolean {
  const limit = findCheck(plans.get(monitorNumber)?.type ?? '')?.scan?.limit
  return limit !== undefined && limitsOf(plan, limits)[limit] !== 0
}
