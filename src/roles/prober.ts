// The role that runs checks: claims due turns of the embedded locations, runs them in child processes, judges the
// outcomes, and handles heartbeats and hosts that do not report.
import type { Clock } from '../domain/clock.ts'
import type { Vault } from '../domain/vault.ts'
import type { CheckWorkers } from '../engine/check-workers.ts'
import { startHeartbeatWatch } from '../engine/heartbeat.ts'
import { startHostWatch } from '../engine/hosts.ts'
import { startOutcomeQueue } from '../engine/judge/outcome-queue.ts'
import type { ArtifactKeeping } from '../engine/probe/save-artifacts.ts'
import { createLatenessMeter } from '../engine/probe/lateness.ts'
import { createProbeHealth } from '../engine/probe/probe-health.ts'
import { startProbe } from '../engine/probe/probe.ts'
import { startTries } from '../engine/probe/tries.ts'
import { startRounds } from '../engine/rounds.ts'
import { createAllowances } from '../engine/workers/allowances.ts'
import { HostLimits } from '../engine/workers/host-limits.ts'
import { hostOf } from '../engine/workers/order-facts.ts'
import { SharedAnswerStep } from '../engine/workers/shared-answers.ts'
import { withSteps } from '../engine/workers/steps.ts'
import type { LoopServices } from '../engine/services.ts'
import { createSelfTests } from '../net/self-tests.ts'
import { noteLateness } from '../store/database/processes.ts'
import { embeddedLocations, noteBrowsers, seeLocations } from '../store/checking/locations.ts'
import type { Stoppable } from './stoppable.ts'

export interface ProberParts extends CheckWorkers, LoopServices {
  readonly vault: Vault
  readonly allowPrivate: boolean
  /** Process that owns the leases. */
  readonly processId: number
  readonly artifacts: ArtifactKeeping
}

const locationsCachedForMs = 10_000
const signOfLifeMs = 10_000
const noteAgainMs = 60_000

interface Prober extends Stoppable {
  /** Resolves when due checks have been claimed once, or could not be. */
  readonly firstRound: Promise<void>
}

export function startProber(parts: ProberParts): Prober {
  const { store, clock, log, slots, board } = parts
  const lateness = createLatenessMeter(log)
  const workers = withSteps(parts.workers, [
    new HostLimits({ clock, hostOf, onLate: lateness.noteWaited }),
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
  const [isLatenessNew, isBrowserNew] = [createNoteFilter(clock), createNoteFilter(clock)]
  const sign = startRounds({
    round: async () => {
      // A location whose probe cannot run checks is not alive.
      if (workers.isReady) await seeLocations(store, await locations(), clock.now())
      const measured = lateness.measure()
      if (isLatenessNew(JSON.stringify(measured))) await noteLateness(store, parts.processId, measured)
      const { browserMissing } = slots
      if (browserMissing !== undefined && isBrowserNew(browserMissing))
        await noteBrowsers(store, await locations(), browserMissing)
      return false
    },
    clock,
    log,
    failureMessage: 'locations could not be marked as alive; trying again',
    restMs: signOfLifeMs,
  })
  return {
    firstRound: probe.firstRound,
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

/** Whether a value has to be stored: it is new, or another process may have replaced it since it was stored. */
function createNoteFilter(clock: Clock): (value: string | null) => boolean {
  let noted: { readonly value: string | null; readonly untilMs: number } | undefined
  return (value) => {
    const now = clock.monotonicMs()
    if (noted && noted.value === value && now < noted.untilMs) return false
    noted = { value, untilMs: now + noteAgainMs }
    return true
  }
}

function cached<T>(query: () => Promise<T>, clock: Clock): () => Promise<T> {
  let entry: { value: T; until: number } | undefined
  return async () => {
    if (!entry || entry.until <= clock.monotonicMs())
      entry = { value: await query(), until: clock.monotonicMs() + locationsCachedForMs }
    return entry.value
  }
}
