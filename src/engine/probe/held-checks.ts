// Checks that were claimed a little before they are due. Those of the same tenth of a second begin together.
import type { ChangeNotice } from '../../domain/change-notice.ts'
import type { Clock } from '../../domain/clock.ts'
import type { DueCheck } from './plans.ts'

interface HeldSlot {
  readonly checks: DueCheck[]
  cancel(): void
}

const slotMs = 100

export class HeldChecks {
  readonly #clock: Clock
  readonly #begin: (check: DueCheck) => void
  readonly #slots = new Map<number, HeldSlot>()

  constructor({ clock, begin }: { readonly clock: Clock; readonly begin: (check: DueCheck) => void }) {
    this.#clock = clock
    this.#begin = begin
  }

  get size(): number {
    return this.#slots.values().reduce((sum, { checks }) => sum + checks.length, 0)
  }

  /** Begins a check when it is due, at once if it is due already. */
  add(check: DueCheck): void {
    const now = this.#clock.now().getTime()
    const dueAt = check.turn.dueAt.getTime()
    if (dueAt <= now) return this.#begin(check)
    const slot = Math.ceil(dueAt / slotMs)
    const known = this.#slots.get(slot)
    if (known) return void known.checks.push(check)
    const cancel = this.#clock.after(slot * slotMs - now, () => this.#beginSlot(slot))
    this.#slots.set(slot, { checks: [check], cancel })
  }

  /** Removes and returns the checks of monitors that have changed: what was prepared for them is outdated. */
  removeChanged({ changed = [], deleted = [] }: ChangeNotice): DueCheck[] {
    if (this.#slots.size === 0 || changed.length + deleted.length === 0) return []
    const names = new Set<number | string>([...changed, ...deleted.map(({ monitorId }) => monitorId)])
    return this.#remove(({ turn, plan }) => names.has(turn.monitorNumber) || names.has(plan.monitorId))
  }

  removeAll(): DueCheck[] {
    for (const { cancel } of this.#slots.values()) cancel()
    return this.#remove(() => true)
  }

  #remove(isRemoved: (check: DueCheck) => boolean): DueCheck[] {
    const removed: DueCheck[] = []
    for (const [slot, { checks, cancel }] of this.#slots) {
      const kept = checks.filter((check) => !isRemoved(check))
      if (kept.length === checks.length) continue
      removed.push(...checks.filter(isRemoved))
      this.#slots.set(slot, { checks: kept, cancel })
    }
    return removed
  }

  #beginSlot(slot: number): void {
    const { checks } = this.#slots.get(slot)!
    this.#slots.delete(slot)
    for (const check of checks) this.#begin(check)
  }
}
