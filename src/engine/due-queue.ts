// A queue of due rows in the database, many of which are processed in one transaction. A row that makes the transaction
// fail is set aside for a while, so that it holds up no other.
import type { Log } from '../domain/log.ts'
import type { DueSelection, QueueItems } from '../store/checking/queue-items.ts'
import type { Database } from '../store/database/database.ts'
import { isPassing } from '../store/database/failures.ts'
import type { Statement } from '../store/database/sql.ts'
import { inParts, setItemAside } from './isolation.ts'
import { startRounds } from './rounds.ts'
import type { EngineServices, LoopServices } from './services.ts'

export interface DueQueue {
  readonly items: QueueItems
  /** At most how many items a transaction processes; all by default. */
  readonly limit?: number
  /** Processes due items that are ready, and returns how many there were. */
  process(db: Database, due: DueSelection, log: Log): Promise<number>
}

/** Processes a batch of due items in one transaction, or in parts. Returns how many there were. */
export async function processDue(
  services: EngineServices,
  { items, limit = Infinity, process }: DueQueue,
): Promise<number> {
  const { store, clock, log } = services
  let count = 0
  const processSome = async (only?: readonly string[]): Promise<void> => {
    const due = { limit, now: clock.now(), ...(only && { only }) }
    count += await store.transaction((tx) => process(tx, due, log))
  }
  try {
    await processSome()
  } catch (error) {
    if (isPassing(error)) throw error
    // If that fails too, no item is at fault.
    await processSome([])
    await inParts(
      await items.all(store),
      (part) => processSome(part.map(items.keyOf)),
      (ids, reason) => setItemAside(services, { items, ids, error: reason }),
    )
  }
  return count
}

interface Watching {
  readonly restMs: number
  /** When an item is due next; by default, each pause is `restMs`. */
  dueAt?(now: Date): Statement
}

export function startDueQueue(services: LoopServices, queue: DueQueue & Watching): { stop(): Promise<void> } {
  const { clock, log, board } = services
  return startRounds({
    round: async () => (await processDue(services, queue)) === queue.limit,
    clock,
    log,
    failureMessage: `${queue.items.kind} could not be processed; trying again`,
    restMs: queue.restMs,
    untilDue: queue.dueAt && board?.add({ dueAt: queue.dueAt }),
  })
}
