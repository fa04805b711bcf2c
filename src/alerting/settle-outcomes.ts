// Stores reported outcomes in one transaction: writes results, advances the rules of unhealthy monitors, and opens and
// closes incidents.
import type { OutcomeReport } from '../domain/alerting/report.ts'
import type { Log } from '../domain/log.ts'
import type { Database } from '../store/database/database.ts'
import { LockTimeout } from '../store/database/failures.ts'
import { lockFreeTurns } from '../store/checking/turns.ts'
import { lockFailing, lockWithoutWaiting } from '../store/incidents/judged-monitors.ts'
import { lockRuleStates } from '../store/incidents/rule-states.ts'
import type { MetricNames } from '../store/results/metric-names.ts'
import { recordOutcomes } from '../store/results/record-outcomes.ts'
import { judgeMonitors } from './judge-monitors.ts'
import { logIncidents } from './log-incidents.ts'
import { type EvidenceFilter, toStored } from './stored-outcome.ts'

export interface SettlingContext {
  /** The names of all reported metrics are known. */
  readonly names: MetricNames
  readonly evidence: Pick<EvidenceFilter, 'isWorthKeeping'>
  readonly now: Date
  readonly log: Log
}

const maxLockWaitMs = 500
const maxFreeLockWaitMs = 100
// Bounds the time that one batch may spend on finding locked monitors.
const maxTimeouts = 16

/** Throws a `LockTimeout` if another session locks one of the monitors for long; use `settleFree` then. */
export async function settleOutcomes(
  db: Database,
  reports: readonly OutcomeReport[],
  settling: SettlingContext,
): Promise<void> {
  await db.transaction((tx) => settle(tx, reports, settling), { maxLockWaitMs })
}

/** Settles the reports of monitors that no other session locks, and returns the others. */
export async function settleFree(
  db: Database,
  reports: readonly OutcomeReport[],
  settling: SettlingContext,
): Promise<OutcomeReport[]> {
  const parts: (readonly OutcomeReport[])[] = [reports]
  const locked: OutcomeReport[] = []
  for (let timeouts = 0; parts.length > 0 && timeouts < maxTimeouts;) {
    const part = parts.shift()!
    try {
      locked.push(...(await settlePart(db, part, settling)))
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error
      timeouts += 1
      const halves = halve(part)
      if (halves) parts.push(...halves)
      else locked.push(...part)
    }
  }
  // The untried ones first: the next attempt begins with them.
  return [...parts.flat(), ...locked]
}

/** Throws a `LockTimeout` if a row is locked that cannot be found in advance, such as an incident. */
async function settlePart(
  db: Database,
  reports: readonly OutcomeReport[],
  settling: SettlingContext,
): Promise<OutcomeReport[]> {
  const settleUnlocked = async (tx: Database): Promise<OutcomeReport[]> => {
    const isLockedTurn = await lockFreeTurns(
      tx,
      reports.map(({ turn }) => turn),
    )
    const open = reports.filter(({ turn }) => !isLockedTurn(turn))
    const busy = await lockRuleStates(tx, numbersOf(open))
    const isFree = ({ turn }: OutcomeReport): boolean => !isLockedTurn(turn) && !busy.has(turn.monitorNumber)
    await settle(tx, reports.filter(isFree), settling)
    return reports.filter((report) => !isFree(report))
  }
  return db.transaction(settleUnlocked, { maxLockWaitMs: maxFreeLockWaitMs })
}

const numbersOf = (reports: readonly OutcomeReport[]): number[] => [
  ...new Set(reports.map(({ turn }) => turn.monitorNumber)),
]

/** Two halves by monitor, or null for the reports of a single one. */
function halve(reports: readonly OutcomeReport[]): [OutcomeReport[], OutcomeReport[]] | null {
  const numbers = numbersOf(reports)
  if (numbers.length < 2) return null
  const first = new Set(numbers.slice(0, numbers.length / 2))
  const isFirst = ({ turn }: OutcomeReport): boolean => first.has(turn.monitorNumber)
  return [reports.filter(isFirst), reports.filter((report) => !isFirst(report))]
}

/** A healthy monitor needs no work beyond its result. Monitors are locked before their turns, as everywhere. */
async function settle(tx: Database, reports: readonly OutcomeReport[], settling: SettlingContext): Promise<void> {
  const outcomes = reports.map((report) => toStored(report, settling))
  const locked = await lockFailing(tx, outcomes)
  const positions = await recordOutcomes(tx, outcomes, settling.now)
  if (positions.length === 0) return
  const toJudge = positions.map((position) => reports[position]!)
  const missed = numbersOf(toJudge).filter((number) => !locked.has(number))
  if (missed.length > 0) await lockWithoutWaiting(tx, missed)
  const reporting = [...new Set(reports.map(({ turn }) => turn.location))]
  const changes = await judgeMonitors(tx, toJudge, { reporting, now: settling.now })
  tx.afterCommit(() => logIncidents(settling.log, changes))
}
