// Extends the leases of running checks, so that no other process claims a check that waits for its host or a worker.
import type { Clock } from '../../domain/clock.ts'
import { type Turn, extendLeases } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'

export interface Leases {
  add(turn: Turn, check: { readonly deadlineMs: number; readonly intervalMs: number }): void
  remove(turn: Turn): void
  /** Extends the leases that end soon. */
  extend(): Promise<void>
}

interface Lease {
  endsAtMs: number
  readonly lengthMs: number
  /** A check that has not ended by then is lost. */
  readonly maxEndMs: number
}

interface LeaseParts {
  readonly store: Database
  readonly clock: Clock
  readonly processId?: number | null
}

const soonMs = 8000
const everyMs = 2000
// How much longer than the deadline of its check a lease lasts.
const marginMs = 15_000

export function createLeases({ store, clock, processId = null }: LeaseParts): Leases {
  const leases = new Map<Turn, Lease>()
  let extendedAtMs = -Infinity
  return {
    add(turn, { deadlineMs, intervalMs }) {
      const lengthMs = deadlineMs + marginMs
      const endsAtMs = clock.monotonicMs() + lengthMs
      leases.set(turn, { endsAtMs, lengthMs, maxEndMs: endsAtMs + intervalMs + lengthMs })
    },
    remove: (turn) => void leases.delete(turn),
    async extend() {
      const nowMs = clock.monotonicMs()
      if (nowMs - extendedAtMs < everyMs) return
      extendedAtMs = nowMs
      const ending = [...leases].filter(([, { endsAtMs, maxEndMs }]) => endsAtMs - nowMs < soonMs && nowMs < maxEndMs)
      if (ending.length === 0) return
      await extendLeases(
        store,
        ending.map(([turn]) => turn),
        { processId, now: clock.now() },
      )
      for (const [, lease] of ending) lease.endsAtMs = nowMs + lease.lengthMs
    },
  }
}
