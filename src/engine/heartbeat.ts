// Watches for silence: when a heartbeat's turn comes, nobody has checked in, and that says something.
import { heartbeatConfig, heartbeatKeys, heartbeatPlan } from '../checks/reports/heartbeat.ts'
import { settleHeartbeats } from '../alerting/settle-heartbeats.ts'
import type { Clock } from '../domain/clock.ts'
import { type Step, advance } from '../domain/heartbeat.ts'
import type { Log } from '../domain/log.ts'
import { notChecked } from '../domain/outcome.ts'
import type { Store } from '../store/database/database.ts'
import { type HeldHeartbeat, holdDue, keepHeartbeats } from '../store/monitors/heartbeats.ts'
import { createMetricNames } from '../store/results/metric-names.ts'
import { startRounds } from './rounds.ts'

interface WatchParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

const largestRound = 500
const restMs = 250
const brokenForMs = 300_000

/** One round judges what is due now, and answers how many that were. */
export function createSilenceRound({ store, clock, log }: WatchParts): () => Promise<number> {
  const names = createMetricNames(store)

  return async () => {
    await names.learn(heartbeatKeys)
    return store.transaction(async (tx) => {
      const now = clock.now()
      const due = await holdDue(tx, { limit: largestRound, now })
      if (due.length === 0) return 0
      const steps = due.map((held) => ({ monitorNumber: held.monitorNumber, step: stepOf(held, now, log) }))
      await keepHeartbeats(
        tx,
        steps.map(({ monitorNumber, step }) => ({ monitorNumber, heartbeat: step.heartbeat })),
      )
      await settleHeartbeats(tx, steps, { names, now, log })
      return due.length
    })
  }
}

export function startSilenceWatch(parts: WatchParts): { stop(): Promise<void> } {
  const judgeDue = createSilenceRound(parts)
  const round = async (): Promise<boolean> => (await judgeDue()) === largestRound
  return startRounds({ ...parts, round, complaint: 'heartbeats could not be judged; trying again', restMs })
}

function stepOf({ monitorNumber, config, intervalSeconds, heartbeat }: HeldHeartbeat, now: Date, log: Log): Step {
  try {
    return advance(heartbeatPlan(heartbeatConfig(config), intervalSeconds), heartbeat, { kind: 'silence' }, now)
  } catch (error) {
    // A bug met by one job's schedule must not keep all others from being judged.
    log.error('a heartbeat could not be judged', { monitorNumber, error: String(error) })
    return { heartbeat, outcome: notChecked(broken), dueAt: new Date(now.getTime() + brokenForMs), health: 'unknown' }
  }
}

const broken = 'the schedule could not be worked out; this has been logged'
