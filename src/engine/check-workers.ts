// The processes that run checks, with the steps around them that need no database; a probe elsewhere has no other ones.
// roles/prober.ts adds those that need it, in front of these.
import { availableParallelism } from 'node:os'
import { type BrowserInstallation, type BrowserSearch, findBrowser } from '../browsers/find.ts'
import type { Sources } from '../checks/sources.ts'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { BrowserLane } from './browser-checks/browser-lane.ts'
import type { BrowserSlots } from './browser-checks/browser-slots.ts'
import { createBrowserWorkers } from './workers/browser-workers.ts'
import { capacityOfThisMachine } from './workers/capacity.ts'
import { Quarantine } from './workers/quarantine.ts'
import { SlowLane } from './workers/slow-lane.ts'
import { withSteps } from './workers/steps.ts'
import { WorkerPool, type WorkerPoolParts } from './workers/worker-pool.ts'
import type { CheckOrder } from './workers/messages.ts'
import type { Workers } from './workers/workers.ts'

interface CheckWorkersParts {
  readonly clock: Clock
  readonly log: Log
  readonly allowPrivate: boolean
  readonly sockets?: readonly string[]
  readonly sources: Sources
  /** Environment variables of the processes that run checks. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Options of Node for these processes, beside the usual limits. */
  readonly flags?: readonly string[]
  readonly needsBrowser: (order: CheckOrder) => boolean
  readonly browsers: BrowserSearch & { readonly maxCount: number | null }
}

export interface CheckWorkers {
  readonly workers: Workers
  readonly slots: BrowserSlots
}

// Longer than the usual intervals: a process that starts for each check would cost more CPU than it saves memory.
const sleepAfterMs = { unused: 30_000, used: 600_000 }

/** Starts the processes that run checks. They take a while and need no database, so they can start before it. */
export function startCheckWorkers(parts: CheckWorkersParts): CheckWorkers {
  const { clock, log, allowPrivate, sockets, sources, env, flags, browsers } = parts
  const start = (
    count: number,
    more: Partial<Pick<WorkerPoolParts, 'capacity' | 'sleepAfterMs'>> & { browser?: BrowserInstallation } = {},
  ): WorkerPool =>
    new WorkerPool({
      count,
      options: { allowPrivate, sockets, sources, browser: more.browser },
      capacity: more.capacity,
      sleepAfterMs: more.sleepAfterMs,
      env,
      flags,
      clock,
      log,
    })
  const count = Math.max(availableParallelism() - 1, 1)
  const pool = start(count, { capacity: capacityOfThisMachine(count), sleepAfterMs })
  const browserLane = new BrowserLane({
    find: () => findBrowser(browsers),
    needsBrowser: parts.needsBrowser,
    startBrowsers: (browser) => createBrowserWorkers({ startProcess: () => start(1, { browser }), clock, log }),
    slots: browsers.maxCount ?? availableParallelism(),
    clock,
  })
  const steps = [browserLane, new Quarantine({ startApart: () => start(1), clock, log }), new SlowLane(() => start(1))]
  return { workers: withSteps(pool, steps), slots: browserLane.slots }
}
