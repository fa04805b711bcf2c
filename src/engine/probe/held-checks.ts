// Checks that were claimed a little before they are due. Those that are due at about the same time begin together,
// because each beginning wakes two processes.
import type { ChangeNotice } from '../../domain/change-notice.ts'
import type { Clock } from '../../domain/clock.ts'
import type { DueCheck } from './plans.ts'

interface HeldGroup {
  checks: DueCheck[]
  cancel(): void
}

// More checks at once would delay each other's responses.
const checksPerGroup = 16
const [minWaitMs, maxWaitMs] = [50, 250]
// A check waits for others for at most a twentieth of its interval.
const waitsPerInterval = 20

interface HeldChecksParts {
  readonly clock: Clock
  readonly begin: (check: DueCheck) => void
}

export class HeldChecks {
  readonly #clock: Clock
  readonly #begin: (check: DueCheck) => void
  readonly #groups = new Set<HeldGroup>()

  constructor({ clock, begin }: HeldChecksParts) {
    this.#clock = clock
    this.#begin = begin
  }

  get size(): number {
    return this.#groups.values().reduce((sum, { checks }) => sum + checks.length, 0)
  }

  /**
   * Begins those that are already due at once, and each of the others together with those that are due soon after it.
   * All are due within `spanMs`.
   */
  add(checks: readonly DueCheck[], spanMs: number): void {
    const waitMs = Math.max((checksPerGroup * spanMs) / Math.max(checks.length, 1), minWaitMs)
    const now = this.#clock.now().getTime()
    const isLater = (check: DueCheck): boolean => dueMs(check) > now
    for (const check of checks) if (!isLater(check)) this.#begin(check)
    let group: DueCheck[] = []
    let beginsBy = Infinity
    for (const check of checks.filter(isLater).toSorted((a, b) => dueMs(a) - dueMs(b))) {
      if (dueMs(check) > beginsBy) {
        this.#hold(group, now)
        group = []
        beginsBy = Infinity
      }
      group.push(check)
      beginsBy = Math.min(beginsBy, dueMs(check) + Math.min(waitMs, maxWaitMs, ownMaxWaitMs(check)))
    }
    this.#hold(group, now)
  }

  /** Removes and returns the checks of monitors that have changed: what was prepared for them is outdated. */
  removeChanged({ changed = [], deleted = [] }: ChangeNotice): DueCheck[] {
    if (this.#groups.size === 0 || changed.length + deleted.length === 0) return []
    const names = new Set<number | string>([...changed, ...deleted.map(({ monitorId }) => monitorId)])
    return this.#remove(({ turn, plan }) => names.has(turn.monitorNumber) || names.has(plan.monitorId))
  }

  removeAll(): DueCheck[] {
    for (const { cancel } of this.#groups) cancel()
    return this.#remove(() => true)
  }

  #remove(isRemoved: (check: DueCheck) => boolean): DueCheck[] {
    const removed: DueCheck[] = []
    for (const group of this.#groups) {
      removed.push(...group.checks.filter(isRemoved))
      group.checks = group.checks.filter((check) => !isRemoved(check))
    }
    return removed
  }

  /** Begins them when the last one is due. */
  #hold(checks: DueCheck[], now: number): void {
    const last = checks.at(-1)
    if (!last) return
    const cancel = this.#clock.after(dueMs(last) - now, () => {
      this.#groups.delete(group)
      group.checks.forEach(this.#begin)
    })
    const group: HeldGroup = { checks, cancel }
    this.#groups.add(group)
  }
}

const dueMs = ({ turn }: DueCheck): number => turn.dueAt.getTime()
const ownMaxWaitMs = ({ plan }: DueCheck): number => (plan.intervalSeconds * 1000) / waitsPerInterval
