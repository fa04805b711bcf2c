// A process that checks: takes the due turns of the embedded locations, runs them in processes of their own, judges
// what came of them, and watches for the silence of heartbeats and hosts.
import { availableParallelism } from 'node:os'
import { type BrowserInstallation, type BrowserSearch, findBrowser } from '../browsers/find.ts'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Vault } from '../domain/vault.ts'
import type { Sources } from '../checks/sources.ts'
import { createAllowances } from '../engine/workers/allowances.ts'
import { startHeartbeatWatch } from '../engine/heartbeat.ts'
import { startHostWatch } from '../engine/hosts.ts'
import { startOutcomeQueue } from '../engine/judge/outcome-queue.ts'
import type { ArtifactKeeping } from '../engine/probe/save-artifacts.ts'
import { type BrowserSlots, createBrowserLane } from '../engine/browser-checks/browser-lane.ts'
import { type Capacity, capacityOfThisMachine } from '../engine/workers/capacity.ts'
import { createHostLimits } from '../engine/workers/host-limits.ts'
import { createLanes } from '../engine/workers/lanes.ts'
import { createLatenessMeter } from '../engine/probe/lateness.ts'
import { createBrowserWorkers } from '../engine/workers/browser-workers.ts'
import { startProbe } from '../engine/probe/probe.ts'
import { createQuarantine } from '../engine/workers/quarantine.ts'
import { createSharing } from '../engine/workers/shared-answers.ts'
import { createProbeHealth } from '../engine/probe/probe-health.ts'
import { startTries } from '../engine/probe/tries.ts'
import { type Workers, startWorkers } from '../engine/workers/workers.ts'
import { startRounds } from '../engine/rounds.ts'
import { createSelfTests } from '../net/self-tests.ts'
import type { Store } from '../store/database/database.ts'
import { noteLateness } from '../store/database/processes.ts'
import { embeddedLocations, noteBrowsers, seeLocations } from '../store/checking/locations.ts'
import type { Stoppable } from './stoppable.ts'

export interface ProberParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly allowPrivate: boolean
  /** Process that owns the leases. */
  readonly processId: number
  readonly artifacts: ArtifactKeeping
  readonly workers: CheckWorkers
}

const locationsKnownForMs = 10_000
const signOfLifeMs = 10_000

export function startProber(parts: ProberParts): Stoppable {
  const { store, clock, log } = parts
  const slots = parts.workers
  const lateness = createLatenessMeter(log)
  const counted = createAllowances({ ...parts, workers: createSharing(parts) })
  const workers = createHostLimits({ workers: counted, clock, onLate: lateness.noteWaited })
  const outcomes = startOutcomeQueue({ store, clock, log })
  const locations = remembered(() => embeddedLocations(store), clock)
  const tests = createSelfTests({ clock })
  const probeHealth = createProbeHealth({ clock, tests, stalledMs: workers.stalledMs })
  const probe = startProbe({ ...parts, workers, slots, outcomes, probeHealth, locations, lateness })
  const tries = startTries({ ...parts, workers, slots, locations })
  const heartbeats = startHeartbeatWatch({ store, clock, log })
  const hosts = startHostWatch({ store, clock, log })
  const sign = startRounds({
    round: async () => {
      // A location whose probe cannot check is not alive.
      if (workers.isReady) await seeLocations(store, await locations(), clock.now())
      await noteLateness(store, parts.processId, lateness.measure())
      const { browserMissing } = slots
      if (browserMissing !== undefined) await noteBrowsers(store, await locations(), browserMissing)
      return false
    },
    clock,
    log,
    complaint: 'the locations could not be shown as alive; trying again',
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
  /** What the processes that run checks may know of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly browsers: BrowserSearch & { readonly maxCount: number | null }
}

export type CheckWorkers = Workers & BrowserSlots

/** They take a while to start and need no database, so they may be started before there is one. */
export function startCheckWorkers({
  clock,
  log,
  allowPrivate,
  sources,
  env,
  browsers,
}: CheckWorkersParts): CheckWorkers {
  const start = (count: number, more: { browser?: BrowserInstallation; capacity?: Capacity } = {}): Workers =>
    startWorkers({
      count,
      options: { allowPrivate, sources, browser: more.browser },
      capacity: more.capacity,
      env,
      clock,
      log,
    })
  const count = Math.max(availableParallelism() - 1, 1)
  const quick = start(count, { capacity: capacityOfThisMachine(count) })
  return createBrowserLane({
    workers: createQuarantine({
      workers: createLanes({ quick, startSlow: () => start(1) }),
      startApart: () => start(1),
      clock,
      log,
    }),
    find: () => findBrowser(browsers),
    startBrowsers: (browser) => createBrowserWorkers({ startProcess: () => start(1, { browser }), clock, log }),
    slots: browsers.maxCount ?? availableParallelism(),
    clock,
  })
}

function remembered<T>(ask: () => Promise<T>, clock: Clock): () => Promise<T> {
  let known: { value: T; until: number } | undefined
  return async () => {
    if (!known || known.until <= clock.monotonicMs())
      known = { value: await ask(), until: clock.monotonicMs() + locationsKnownForMs }
    return known.value
  }
}
