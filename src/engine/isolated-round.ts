// Processes due items of a queue, many in one transaction. An item that makes the transaction fail is set aside, so
// that it holds up no other.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { countRefused } from '../store/checking/refused-items.ts'
import type { Store } from '../store/database/database.ts'
import { isPassing } from '../store/database/failures.ts'

/** At most how many items a round takes, and whom it tells which. */
export interface RoundTaking<Item> {
  readonly limit: number
  onTaken?(items: readonly Item[]): void
}

export interface IsolatedRound<Item> {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** What the items are, in the plural. */
  readonly kind: string
  readonly maxRound: number
  /** Takes and processes due items in one transaction. Returns whether there may be more. */
  process(taking: RoundTaking<Item>): Promise<boolean>
  /** Makes the item due again later. */
  setAside(item: Item): Promise<void>
  /** Identifies an item that was set aside in the log. */
  idsOf(item: Item): object
}

/** Takes fewer items after each failure, until the one at fault is alone. Returns whether there may be more. */
export async function processIsolated<Item>(round: IsolatedRound<Item>): Promise<boolean> {
  const { store, clock, log, kind, maxRound, process, setAside, idsOf } = round
  for (let limit = maxRound; ;) {
    let taken: readonly Item[] = []
    try {
      return (await process({ limit, onTaken: (items) => (taken = items) })) || limit < maxRound
    } catch (error) {
      const [item] = taken
      if (isPassing(error) || item === undefined) throw error
      limit = Math.ceil(taken.length / 2)
      if (taken.length > 1) continue
      log.error(`${kind} were set aside; trying again later`, { ids: idsOf(item), error: String(error) })
      await setAside(item)
      await countRefused(store, { kind, count: 1 }, clock.now())
      return true
    }
  }
}
