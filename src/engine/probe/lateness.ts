// Detects a probe that cannot keep up: its checks begin late all the time, not only in a busy moment.
import type { Log } from '../../domain/log.ts'
import type { Lateness } from '../../domain/self-monitoring.ts'

export interface LatenessMeter {
  /** A check was claimed this long after it was due. */
  noteTaken(lateMs: number, intervalMs: number): void
  /** A check has waited for a place at its host for as long as its interval. */
  noteWaited(host: string): void
  /** Call it every ten seconds. */
  measure(): Lateness
}

interface LatenessPeriod {
  taken: number
  late: number
  readonly waited: Map<string, number>
}

const maxLateMs = 5000
const maxLateShare = 0.1
const latePeriods = 4
const punctualPeriods = 3
const waitedPeriods = 6

const newPeriod = (): LatenessPeriod => ({ taken: 0, late: 0, waited: new Map() })

export function createLatenessMeter(log: Log): LatenessMeter {
  let period = newPeriod()
  let streak = 0
  let latePercent = 0
  let waited: number[] = []

  /**
   * Decides after several periods in a row that agree, so that one busy or quiet moment does not count. Periods without
   * checks are skipped.
   */
  const judgeShare = ({ taken, late }: LatenessPeriod): void => {
    if (taken === 0) return
    const isLate = late / taken >= maxLateShare
    streak = isLate ? Math.max(streak, 0) + 1 : Math.min(streak, 0) - 1
    if (streak >= latePeriods || (isLate && latePercent > 0)) latePercent = Math.ceil((100 * late) / taken)
    if (streak <= -punctualPeriods) latePercent = 0
  }
  const countWaited = (hosts: LatenessPeriod['waited']): number => {
    const count = hosts.values().reduce((sum, one) => sum + one, 0)
    const [busiest] = [...hosts].toSorted(([, a], [, b]) => b - a)
    if (busiest)
      log.warn('checks waited longer than their interval for a place at their host', {
        checks: count,
        host: busiest[0],
      })
    waited = [...waited, count].slice(-waitedPeriods)
    return waited.reduce((sum, one) => sum + one, 0)
  }

  return {
    noteTaken(lateMs, intervalMs) {
      period.taken += 1
      if (lateMs > Math.min(maxLateMs, intervalMs / 2)) period.late += 1
    },
    noteWaited(host) {
      period.waited.set(host, (period.waited.get(host) ?? 0) + 1)
    },
    measure() {
      const last = period
      period = newPeriod()
      judgeShare(last)
      return { latePercent, waitedForHost: countWaited(last.waited) }
    },
  }
}
