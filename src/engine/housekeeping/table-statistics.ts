// Has PostgreSQL analyze its tables when many monitors have been added. By itself it would do so about a minute later
// and, until then, use plans that it made for empty tables: each check would cost it up to 2 ms.
import { refreshTableStatistics } from '../../store/monitors/table-statistics.ts'
import type { EngineServices } from '../services.ts'

// Fewer rows are read quickly with any plan.
const minChanges = 500
// An import or a script changes monitors for a while.
const waitMs = 2000

export function startTableStatistics({ store, clock, log }: EngineServices): { stop(): Promise<void> } {
  let changes = 0
  let enough = minChanges
  let cancel: (() => void) | undefined
  let working: Promise<void> | undefined

  async function refresh(): Promise<void> {
    changes = 0
    try {
      enough = Math.max(minChanges, (await refreshTableStatistics(store)) / 2)
    } catch (error) {
      log.warn('tables could not be analyzed; PostgreSQL does it later', { error: String(error) })
    }
    working = undefined
  }

  const unsubscribe = store.onPublish(({ changed = [] }) => {
    changes += changed.length
    if (changes < enough || cancel || working) return
    cancel = clock.after(waitMs, () => {
      cancel = undefined
      working = refresh()
    })
  })
  return {
    async stop() {
      unsubscribe()
      cancel?.()
      await working
    },
  }
}
