// Finds the check that ends probe processes. Checks that were lost with a process run apart from then on, one at a
// time: a check that is alone when a process ends a second time has ended it. If thousands were lost together, most run
// apart together first, or those that are innocent would wait for hours.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { asReported, notChecked } from '../../domain/outcome.ts'
import { createGroupQueue } from './group-queue.ts'
import type { CheckReport, CheckOrder } from './messages.ts'
import type { Workers } from './workers.ts'

const quarantineMs = 3_600_000
const maxSuspects = 10_000
const maxLinedUp = 64
const maxTogether = 256
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
  const suspects = new Map<string, 'alone' | 'together'>()
  const quarantined = new Map<string, number>()
  const [aloneQueue, togetherQueue] = [createGroupQueue(1), createGroupQueue(maxTogether)]
  let [alone, together]: (Workers | undefined)[] = []
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
    const done = await runIn((alone ??= startApart()), work)
    if (stopping) return null
    if (!done) return quarantineMonitor(key, work)
    suspects.delete(key)
    return done
  }
  const runTogether = async (key: string, work: CheckOrder): Promise<CheckReport | null> => {
    const done = await runIn((together ??= startApart()), work)
    if (done) suspects.delete(key)
    else suspects.set(key, 'alone')
    return done
  }
  const runIn = async (apart: Workers, work: CheckOrder): Promise<CheckReport | null> => {
    while (!apart.isReady && !stopping) await clock.sleep(startingMs)
    return stopping ? null : apart.run(work)
  }
  const runApart = (key: string, work: CheckOrder): Promise<CheckReport | null> =>
    suspects.get(key) === 'together'
      ? togetherQueue.run('', () => runTogether(key, work))
      : aloneQueue.run(groupOf(work), () => runAlone(key, work))

  return {
    get busy() {
      const running = [workers, alone, together].reduce((sum, some) => sum + (some?.busy ?? 0), 0)
      return running + aloneQueue.waiting + togetherQueue.waiting
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
      if (!done && suspects.size < maxSuspects) suspects.set(key, suspects.size < maxLinedUp ? 'alone' : 'together')
      return done
    },
    async stop() {
      stopping = true
      await workers.stop()
      await alone?.stop()
      await together?.stop()
    },
  }
}
