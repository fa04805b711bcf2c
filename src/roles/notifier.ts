// A process that tells people: routes what the outbox holds, sends it through the channels, and pages the next in line.
import { channelKind } from '../channels/index.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Vault } from '../domain/vault.ts'
import type { Store } from '../store/database/database.ts'
import { escalateDue } from '../engine/notify/escalate.ts'
import { isFullRound, routeDue } from '../engine/notify/route.ts'
import { startSending } from '../engine/notify/send.ts'
import { liftSilences } from '../engine/notify/silences.ts'
import { startRounds } from '../engine/rounds.ts'
import type { Role } from './role.ts'

export interface NotifierParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly allowPrivate: boolean
  readonly origin: () => string | null
  /** Whose leases its claims are. */
  readonly processId: number
}

const restMs = 100
const silencesMs = 1000
const escalationMs = 1000

export function startNotifier({ store, clock, log, vault, allowPrivate, origin, processId }: NotifierParts): Role {
  const routing = startRounds({
    round: async () => isFullRound(await routeDue({ store, clock, log, origin })),
    clock,
    log,
    complaint: 'alerts could not be routed; trying again',
    restMs,
  })
  const lifting = startRounds({
    round: async () => {
      await liftSilences({ store, clock })
      return false
    },
    clock,
    log,
    complaint: 'silences could not be looked at; trying again',
    restMs: silencesMs,
  })
  const escalating = startRounds({
    round: () => escalateDue({ store, clock, log, origin }),
    clock,
    log,
    complaint: 'escalations could not be looked at; trying again',
    restMs: escalationMs,
  })
  const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
  const sending = startSending({ store, clock, log, vault, net, kindOf: channelKind, processId })
  return {
    async stop() {
      await routing.stop()
      await lifting.stop()
      await escalating.stop()
      await sending.stop()
    },
  }
}
