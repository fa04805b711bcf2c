// Limits how many checks of one host run at once. The limit protects the host, not the schedule: a check that has
// waited for as long as its interval runs anyway, and is counted as late.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { CheckReport, CheckOrder } from './messages.ts'
import { type Workers, withRun } from './workers.ts'

interface HostLimitParts {
  readonly workers: Workers
  readonly clock: Clock
  /** A check of this host has waited for as long as it may. */
  onLate(host: string): void
}

interface Host {
  readonly name: string
  /** Checks that the host may be working on. */
  active: number
  /** Those, and the ones that it has left without an answer for a while. */
  open: number
  /** In the order in which they came. */
  readonly waiting: Set<() => void>
}

const maxActive = 64
// A connection without an answer costs the host a socket and little else.
const maxOpen = 1000
const activeMs = 2000
const usualMaxWaitMs = 10_000
// They cost memory only. Beyond this none are claimed, so that one host cannot fill it.
const maxWaiting = 10_000

export function createHostLimits({ workers, clock, onLate }: HostLimitParts): Workers {
  const hosts = new Map<string, Host>()
  let waiting = 0
  let isStopping = false

  const hasPlace = ({ active, open }: Host): boolean => active < maxActive && open < maxOpen
  const take = (host: Host): void => {
    host.active += 1
    host.open += 1
  }
  const admitWaiting = (host: Host): void => {
    for (const enter of host.waiting) {
      if (!hasPlace(host)) return
      enter()
    }
    if (host.open === 0) hosts.delete(host.name)
  }
  const waitForPlace = (host: Host, maxWaitMs: number): Promise<void> => {
    waiting += 1
    return new Promise((resolve) => {
      const enter = (): void => {
        cancelLimit()
        host.waiting.delete(enter)
        waiting -= 1
        take(host)
        resolve()
      }
      const cancelLimit = clock.after(maxWaitMs, () => {
        onLate(host.name)
        enter()
      })
      host.waiting.add(enter)
    })
  }
  const runInPlace = async (host: Host, work: CheckOrder): Promise<CheckReport | null> => {
    let isActive = true
    const release = (): void => {
      if (isActive) host.active -= 1
      isActive = false
      admitWaiting(host)
    }
    const cancelRelease = clock.after(activeMs, release)
    try {
      return isStopping ? null : await workers.run(work)
    } finally {
      cancelRelease()
      host.open -= 1
      release()
    }
  }
  const hostNamed = (name: string): Host => {
    const host = hosts.get(name) ?? { name, active: 0, open: 0, waiting: new Set() }
    hosts.set(name, host)
    return host
  }
  const limited = withRun(workers, async (work) => {
    // The slots of browsers are few enough for any host.
    if (work.hasSlot || work.forPicture) return workers.run(work)
    const host = hostNamed(hostOf(work))
    if (hasPlace(host)) take(host)
    else await waitForPlace(host, work.maxWaitMs ?? usualMaxWaitMs)
    return runInPlace(host, work)
  })

  return {
    get busy() {
      return limited.busy + waiting
    },
    get free() {
      return waiting < maxWaiting ? limited.free : 0
    },
    get isReady() {
      return limited.isReady
    },
    stalledMs: (withinMs) => limited.stalledMs(withinMs),
    run: limited.run,
    async stop() {
      isStopping = true
      await limited.stop()
      for (const { waiting: entries } of hosts.values()) for (const enter of entries) enter()
    },
  }
}

function hostOf({ type, target }: CheckOrder): string {
  const parsed = findCheck(type)?.target.parse(target)
  return parsed && 'host' in parsed ? parsed.host : target
}
