// What happens to an item that cannot be stored or processed, so that it holds up no other.
import type { ItemIds, QueueItems } from '../store/checking/queue-items.ts'
import { countRefused } from '../store/checking/refused-items.ts'
import { isPassing } from '../store/database/failures.ts'
import type { EngineServices } from './services.ts'

/**
 * Works on all items at once. If that fails because of their data, works on halves of them, in order, until each item
 * at fault is alone and refused. Fails if the database is at fault.
 */
export async function inParts<Item>(
  items: readonly Item[],
  work: (part: readonly Item[]) => Promise<void>,
  refuse: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  const parts = items.length > 0 ? [items] : []
  for (let part = parts.shift(); part; part = parts.shift())
    try {
      await work(part)
    } catch (error) {
      if (isPassing(error)) throw error
      const middle = Math.ceil(part.length / 2)
      if (part.length === 1) await refuse(part[0]!, error)
      else parts.unshift(part.slice(0, middle), part.slice(middle))
    }
}

/** The item is tried again later. */
export async function setItemAside(
  { store, clock, log }: EngineServices,
  { items, ids, error }: { items: QueueItems; ids: ItemIds; error: unknown },
): Promise<void> {
  log.error(`${items.kind} were set aside; trying again later`, { ids, error: String(error) })
  await items.setAside(store, ids, clock.now())
}

/** The item is lost. */
export async function dropItem(
  { store, clock, log }: EngineServices,
  { kind, ids, error }: { kind: string; ids: object; error: unknown },
): Promise<void> {
  log.error(`${kind} were dropped`, { ids, error: String(error) })
  await countRefused(store, { kind, count: 1 }, clock.now())
}
