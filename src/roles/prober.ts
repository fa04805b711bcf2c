// A process that checks: takes the due turns of the embedded locations, runs them on threads, judges what came of them,
// and watches for the silence of heartbeats.
import { availableParallelism } from 'node:os'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Vault } from '../domain/vault.ts'
import { startSilenceWatch } from '../engine/heartbeat.ts'
import { startOutcomeQueue } from '../engine/judge/outcome-queue.ts'
import { startCrew } from '../engine/probe/crew.ts'
import { createDoubt } from '../engine/probe/doubt.ts'
import { startProbe } from '../engine/probe/probe.ts'
import { startRounds } from '../engine/rounds.ts'
import { createSelfTests } from '../net/self-tests.ts'
import type { Store } from '../store/database/database.ts'
import { embeddedLocations, seeLocations } from '../store/checking/locations.ts'
import type { Role } from './role.ts'

export interface ProberParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly allowPrivate: boolean
  /** Whose leases its claims are. */
  readonly processId: number
}

const locationsKnownForMs = 10_000
const signOfLifeMs = 10_000

export function startProber({ store, clock, log, vault, allowPrivate, processId }: ProberParts): Role {
  const outcomes = startOutcomeQueue({ store, clock, log })
  const crew = startCrew({ threads: Math.max(availableParallelism() - 1, 1), options: { allowPrivate }, clock, log })
  const locations = remembered(() => embeddedLocations(store), clock)
  const doubt = createDoubt({ clock, tests: createSelfTests({ clock }), hasStalled: () => crew.hasStalled })
  const probe = startProbe({ store, clock, log, vault, outcomes, crew, doubt, locations, processId })
  const silence = startSilenceWatch({ store, clock, log })
  const sign = startRounds({
    round: async () => {
      await seeLocations(store, await locations(), clock.now())
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
      await silence.stop()
      await probe.stop()
      await outcomes.stop()
      await crew.stop()
    },
  }
}

function remembered<T>(ask: () => Promise<T>, clock: Clock): () => Promise<T> {
  let known: { value: T; until: number } | undefined
  return async () => {
    if (!known || known.until <= clock.monotonicMs())
      known = { value: await ask(), until: clock.monotonicMs() + locationsKnownForMs }
    return known.value
  }
}
