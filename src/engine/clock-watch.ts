// Detects that the clock was set back, and resets due times that lie too far in the future.
import { createJumpMeter } from './jump-meter.ts'
import type { Log } from '../domain/log.ts'
import { pullBackTurns } from '../store/checking/clock-jumps.ts'
import { pullBackLocations } from '../store/checking/locations.ts'
import { pullBackTries } from '../store/checking/tries.ts'
import { attemptAll } from '../store/database/attempt-all.ts'
import type { Store } from '../store/database/database.ts'
import { pullBackReminders } from '../store/incidents/incidents.ts'
import { pullBackDeliveries } from '../store/notifications/owed-deliveries.ts'
import { pullBackAlerts } from '../store/incidents/outbox.ts'
import { pullBackEscalations } from '../store/on-call/escalations.ts'
import { pullBackHeartbeats } from './heartbeat.ts'
import { pullBackHosts } from './hosts.ts'
import { startRounds } from './rounds.ts'
import type { EngineServices } from './services.ts'

const everyMs = 1000
// The clock may have been set on another machine, or while no process ran.
const looksAnywayMs = 60_000

/**
 * Each function knows how far in the future its due times can be, so several processes may run it. Returns how many
 * were reset.
 */
const pulls: Readonly<Record<string, (store: Store, now: Date, log: Log) => Promise<number>>> = {
  checks: pullBackTurns,
  tries: pullBackTries,
  locations: pullBackLocations,
  heartbeats: pullBackHeartbeats,
  hosts: pullBackHosts,
  reminders: pullBackReminders,
  alerts: pullBackAlerts,
  deliveries: pullBackDeliveries,
  escalations: pullBackEscalations,
}

export function createClockWatch({ store, clock, log }: EngineServices): () => Promise<void> {
  const jumped = createJumpMeter(clock)
  let lookedAt = -Infinity

  const pullBack = async (): Promise<void> => {
    lookedAt = clock.monotonicMs()
    const pulled: Record<string, number> = {}
    const tasks = Object.entries(pulls).map(([what, pull]) => async () => {
      const count = await pull(store, clock.now(), log)
      if (count > 0) pulled[what] = count
    })
    await attemptAll(tasks)
    if (Object.keys(pulled).length > 0)
      log.warn('due times that were too far in the future were reset: the clock was set back', pulled)
  }

  return async () => {
    const jumpMs = jumped()
    if (jumpMs < 0) log.warn('the clock was set back', { seconds: Math.round(-jumpMs / 1000) })
    if (jumpMs < 0 || clock.monotonicMs() - lookedAt > looksAnywayMs) await pullBack()
  }
}

export function startClockWatch(parts: EngineServices): { stop(): Promise<void> } {
  const look = createClockWatch(parts)
  const round = async (): Promise<boolean> => {
    await look()
    return false
  }
  return startRounds({
    ...parts,
    round,
    failureMessage: 'due times could not be checked; trying again',
    restMs: everyMs,
  })
}
