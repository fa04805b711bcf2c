// Finds the check that ends probe processes. Those that were lost with one are run apart from then on, one at a time:
// whoever is alone when a process ends a second time has ended it.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { asReported, notChecked } from '../../domain/outcome.ts'
import type { CheckReport, CheckOrder } from './messages.ts'
import { createSerialQueue } from './serial-queue.ts'
import type { Workers } from './workers.ts'

const quarantineMs = 3_600_000
const maxSuspects = 10_000
const startingMs = 100
const outcome = asReported(
  notChecked('not checked: its check has ended the probe twice; it is tried again in an hour, or when it is changed'),
)

export function createQuarantine({
  workers,
  startApart,
  groupOf = () => '',
  clock,
  log,
}: {
  workers: Workers
  /** Starts a single process for suspects, or one for each. */
  startApart: () => Workers
  /** Suspects of one group run one at a time. */
  groupOf?: (work: CheckOrder) => string
  clock: Clock
  log: Log
}): Workers {
  const suspects = new Set<string>()
  const quarantined = new Map<string, number>()
  const apartQueue = createSerialQueue()
  let apart: Workers | undefined
  let stopping = false

  const isQuarantined = (key: string): boolean => {
    const until = quarantined.get(key)
    if (until === undefined) return false
    if (until > clock.monotonicMs()) return true
    return !quarantined.delete(key)
  }
  const quarantineMonitor = (key: string, { monitorId, type, target }: CheckOrder): CheckReport => {
    suspects.delete(key)
    quarantined.set(key, clock.monotonicMs() + quarantineMs)
    log.error('a monitor is in quarantine: its check ends probe processes', { monitor: monitorId, type, target })
    return { ...refused(), quarantined: true }
  }
  const refused = (): CheckReport => ({ id: 0, at: clock.now().getTime(), costMs: 0, outcome })
  const runAlone = async (key: string, work: CheckOrder): Promise<CheckReport | null> => {
    if (isQuarantined(key)) return refused()
    // Another turn of the same monitor was cleared while this one waited.
    if (!suspects.has(key)) return workers.run(work)
    apart ??= startApart()
    while (!apart.isReady && !stopping) await clock.sleep(startingMs)
    const done = stopping ? null : await apart.run(work)
    if (stopping) return null
    if (!done) return quarantineMonitor(key, work)
    suspects.delete(key)
    return done
  }
  const runApart = (key: string, work: CheckOrder): Promise<CheckReport | null> =>
    apartQueue.run(groupOf(work), () => runAlone(key, work))

  return {
    get busy() {
      return workers.busy + (apart?.busy ?? 0) + apartQueue.waiting
    },
    get free() {
      return workers.free
    },
    get isReady() {
      return workers.isReady
    },
    stalledMs: (withinMs) => workers.stalledMs(withinMs),
    async run(work) {
      const key = `${work.monitorId} ${work.version}`
      if (isQuarantined(key)) return refused()
      if (suspects.has(key)) return runApart(key, work)
      const done = await workers.run(work)
      if (!done && suspects.size < maxSuspects) suspects.add(key)
      return done
    },
    async stop() {
      stopping = true
      await workers.stop()
      await apart?.stop()
    },
  }
}
