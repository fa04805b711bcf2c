// Work that goes on after the response.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Background } from '../operations/registry/services.ts'
import type { Stoppable } from './stoppable.ts'

/** How long a stop waits before it aborts the work; Kubernetes kills after 30 s. */
const maxWaitMs = 8000

export function createBackground({ clock, log }: { clock: Clock; log: Log }): Background & Stoppable {
  const stopping = new AbortController()
  const underway = new Set<Promise<void>>()
  return {
    start(name, work) {
      const running = work(stopping.signal)
        .catch((error: Error) => log.error(`${name} failed`, { error: error.message, stack: error.stack }))
        .then(() => void underway.delete(running))
      underway.add(running)
    },
    async stop() {
      const cancelAbort = clock.after(maxWaitMs, () => stopping.abort())
      await Promise.all(underway)
      cancelAbort()
    },
  }
}
