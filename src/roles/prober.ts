// The role that runs checks: claims due turns of the embedded locations, runs them in child processes, judges the
// outcomes, and handles heartbeats and hosts that do not report.
import { availableParallelism } from 'node:os'
import { type BrowserInstallation, type BrowserSearch, findBrowser } from '../browsers/find.ts'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Vault } from '../domain/vault.ts'
import type { Sources } from '../checks/sources.ts'
import { startHeartbeatWatch } from '../engine/heartbeat.ts'
import { startHostWatch } from '../engine/hosts.ts'
import { startOutcomeQueue } from '../engine/judge/outcome-queue.ts'
import type { ArtifactKeeping } from '../engine/probe/save-artifacts.ts'
import { BrowserLane } from '../engine/browser-checks/browser-lane.ts'
import type { BrowserSlots } from '../engine/browser-checks/browser-slots.ts'
import { createLatenessMeter } from '../engine/probe/lateness.ts'
import { createProbeHealth } from '../engine/probe/probe-health.ts'
import { startProbe } from '../engine/probe/probe.ts'
import { startTries } from '../engine/probe/tries.ts'
import type { DueBoard } from '../engine/due-board.ts'
import { startRounds } from '../engine/rounds.ts'
import { createAllowances } from '../engine/workers/allowances.ts'
import { createBrowserWorkers } from '../engine/workers/browser-workers.ts'
import { capacityOfThisMachine } from '../engine/workers/capacity.ts'
import { HostLimits } from '../engine/workers/host-limits.ts'
import { Quarantine } from '../engine/workers/quarantine.ts'
import { SharedAnswerStep } from '../engine/workers/shared-answers.ts'
import { SlowLane } from '../engine/workers/slow-lane.ts'
import { withSteps } from '../engine/workers/steps.ts'
import { WorkerPool, type WorkerPoolParts } from '../engine/workers/worker-pool.ts'
import type { Workers } from '../engine/workers/workers.ts'
import { createSelfTests } from '../net/self-tests.ts'
import type { Store } from '../store/database/database.ts'
import { noteLateness } from '../store/database/processes.ts'
import { embeddedLocations, noteBrowsers, seeLocations } from '../store/checking/locations.ts'
import type { Stoppable } from './stoppable.ts'

export interface ProberParts extends CheckWorkers {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly allowPrivate: boolean
  /** Process that owns the leases. */
  readonly processId: number
  readonly artifacts: ArtifactKeeping
  readonly board?: DueBoard
}

const locationsCachedForMs = 10_000
const signOfLifeMs = 10_000
// Longer than the usual intervals: a process that starts for each check would cost more CPU than it saves memory.
const sleepAfterMs = { unused: 30_000, used: 600_000 }

export function startProber(parts: ProberParts): Stoppable {
  const { store, clock, log, slots, board } = parts
  const lateness = createLatenessMeter(log)
  const workers = withSteps(parts.workers, [
    new HostLimits({ clock, onLate: lateness.noteWaited }),
    createAllowances(parts),
    new SharedAnswerStep(parts),
  ])
  const outcomes = startOutcomeQueue({ store, clock, log })
  const locations = cached(() => embeddedLocations(store), clock)
  const probeHealth = createProbeHealth({ clock, tests: createSelfTests({ clock }), stalledMs: workers.stalledMs })
  const probe = startProbe({ ...parts, workers, outcomes, probeHealth, locations, lateness })
  const tries = startTries({ ...parts, workers, locations })
  const heartbeats = startHeartbeatWatch({ store, clock, log, board })
  const hosts = startHostWatch({ store, clock, log, board })
  const sign = startRounds({
    round: async () => {
      // A location whose probe cannot run checks is not alive.
      if (workers.isReady) await seeLocations(store, await locations(), clock.now())
      await noteLateness(store, parts.processId, lateness.measure())
      const { browserMissing } = slots
      if (browserMissing !== undefined) await noteBrowsers(store, await locations(), browserMissing)
      return false
    },
    clock,
    log,
    complaint: 'locations could not be marked as alive; trying again',
    restMs: signOfLifeMs,
  })
  return {
    async stop() {
      await sign.stop()
      await heartbeats.stop()
      await hosts.stop()
      await tries.stop()
      await probe.stop()
      await outcomes.stop()
    },
  }
}

interface CheckWorkersParts {
  readonly clock: Clock
  readonly log: Log
  readonly allowPrivate: boolean
  readonly sources: Sources
  /** Environment variables of the processes that run checks. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly browsers: BrowserSearch & { readonly maxCount: number | null }
}

export interface CheckWorkers {
  readonly workers: Workers
  readonly slots: BrowserSlots
}

/** Starts the processes that run checks. They take a while and need no database, so they can start before it. */
export function startCheckWorkers(parts: CheckWorkersParts): CheckWorkers {
  const { clock, log, allowPrivate, sources, env, browsers } = parts
  const start = (
    count: number,
    more: Partial<Pick<WorkerPoolParts, 'capacity' | 'sleepAfterMs'>> & { browser?: BrowserInstallation } = {},
  ): WorkerPool =>
    new WorkerPool({
      count,
      options: { allowPrivate, sources, browser: more.browser },
      capacity: more.capacity,
      sleepAfterMs: more.sleepAfterMs,
      env,
      clock,
      log,
    })
  const count = Math.max(availableParallelism() - 1, 1)
  const pool = start(count, { capacity: capacityOfThisMachine(count), sleepAfterMs })
  const browserLane = new BrowserLane({
    find: () => findBrowser(browsers),
    startBrowsers: (browser) => createBrowserWorkers({ startProcess: () => start(1, { browser }), clock, log }),
    slots: browsers.maxCount ?? availableParallelism(),
    clock,
  })
  const steps = [browserLane, new Quarantine({ startApart: () => start(1), clock, log }), new SlowLane(() => start(1))]
  return { workers: withSteps(pool, steps), slots: browserLane.slots }
}

function cached<T>(query: () => Promise<T>, clock: Clock): () => Promise<T> {
  let entry: { value: T; until: number } | undefined
  return async () => {
    if (!entry || entry.until <= clock.monotonicMs())
      entry = { value: await query(), until: clock.monotonicMs() + locationsCachedForMs }
    return entry.value
  }
}
