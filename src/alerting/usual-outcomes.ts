// Adds to outcomes what is usual for them, so that rules can ask whether a value is unusual. Reads are cached.
import type { OutcomeReport } from '../domain/alerting/report.ts'
import { unusual } from '../domain/metric.ts'
import type { Database } from '../store/database/database.ts'
import { type UsualRanges, rangeAt, readUsualRanges } from '../store/results/usual-ranges.ts'

interface CachedRanges {
  readonly readAt: number
  /** Null if nothing is known of the monitor yet. */
  readonly ranges: UsualRanges | null
}

// Ranges are computed once a day for a week.
const staleAfterMs = 600_000
const maxCached = 50_000

export class UsualOutcomes {
  readonly #db: Database
  readonly #cached = new Map<number, CachedRanges>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Reads at most once in ten minutes for each monitor, and nothing for monitors without such a rule. */
  async add(reports: readonly OutcomeReport[], now: Date): Promise<readonly OutcomeReport[]> {
    const asking = reports.filter(({ rules }) => rules?.some(({ operator }) => operator === unusual))
    if (asking.length === 0) return reports
    await this.#read(
      asking.map(({ turn }) => turn.monitorNumber),
      now.getTime(),
    )
    const chosen = new Set(asking)
    return reports.map((report) => (chosen.has(report) ? this.#withUsual(report) : report))
  }

  async #read(monitorNumbers: readonly number[], now: number): Promise<void> {
    const isFresh = (number: number): boolean => Math.abs(now - (this.#cached.get(number)?.readAt ?? 0)) < staleAfterMs
    const outdated = [...new Set(monitorNumbers)].filter((number) => !isFresh(number))
    if (outdated.length === 0) return
    if (this.#cached.size > maxCached) this.#cached.clear()
    const found = new Map((await readUsualRanges(this.#db, outdated)).map((one) => [one.monitorNumber, one]))
    for (const number of outdated) this.#cached.set(number, { readAt: now, ranges: found.get(number) ?? null })
  }

  #withUsual(report: OutcomeReport): OutcomeReport {
    const { turn, at, outcome } = report
    const ranges = this.#cached.get(turn.monitorNumber)?.ranges
    const usual = ranges ? rangeAt(ranges, turn.location, at.getTime()) : undefined
    return usual ? { ...report, outcome: { ...outcome, usual } } : report
  }
}
