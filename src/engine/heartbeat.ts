// Handles missed check-ins: the turn of a heartbeat is due when its job has not checked in.
import { heartbeatConfig, heartbeatKeys, heartbeatPlan } from '../checks/reports/heartbeat.ts'
import { type HeartbeatStep, awaitHeartbeats, settleHeartbeats } from '../alerting/settle-heartbeats.ts'
import { type Heartbeat, type HeartbeatPlan, type HeartbeatAdvance, advance, pulledBack } from '../domain/heartbeat.ts'
import type { Log } from '../domain/log.ts'
import { notChecked } from '../domain/outcome.ts'
import { nextSilence } from '../store/checking/due-times.ts'
import { queueItems } from '../store/checking/queue-items.ts'
import type { Store } from '../store/database/database.ts'
import { type LockedHeartbeat, lockAhead, lockDue, saveHeartbeats } from '../store/monitors/heartbeats.ts'
import { withFreeRules } from '../store/incidents/rule-states.ts'
import { createMetricNames } from '../store/results/metric-names.ts'
import { type DueQueue, processDue } from './due-queue.ts'
import { startRounds } from './rounds.ts'
import type { LoopServices } from './services.ts'

const limit = 500
const restMs = 250
const brokenForMs = 300_000

/** Returns a function that judges due heartbeats, and returns how many there were. */
export function createHeartbeatRound(services: LoopServices): () => Promise<number> {
  const names = createMetricNames(services.store)
  const process: DueQueue['process'] = async (db, { now, ...selection }, log) => {
    const due = await withFreeRules(db, await lockDue(db, { now, ...selection }))
    if (due.length === 0) return 0
    const steps = stepsOf(due, fallSilent, { now, log })
    await saveHeartbeats(
      db,
      steps.map(({ monitorNumber, step }) => ({ monitorNumber, heartbeat: step.heartbeat })),
    )
    await settleHeartbeats(db, steps, { names, now, log })
    return due.length
  }
  return async () => {
    await names.learn(heartbeatKeys)
    return processDue(services, { items: queueItems.silent, limit, process })
  }
}

/** After the clock was set back, earlier check-ins count from now. Returns how many heartbeats that changed. */
export async function pullBackHeartbeats(store: Store, now: Date, log: Log): Promise<number> {
  return store.transaction(async (tx) => {
    const ahead = await lockAhead(tx, now)
    if (ahead.length === 0) return 0
    const steps = stepsOf(ahead, pulledBack, { now, log })
    await saveHeartbeats(
      tx,
      steps.map(({ monitorNumber, step }) => ({ monitorNumber, heartbeat: step.heartbeat })),
    )
    await awaitHeartbeats(tx, steps)
    return ahead.length
  })
}

export function startHeartbeatWatch(parts: LoopServices): { stop(): Promise<void> } {
  const judgeDue = createHeartbeatRound(parts)
  const round = async (): Promise<boolean> => (await judgeDue()) === limit
  const untilDue = parts.board?.add({ dueAt: nextSilence })
  return startRounds({
    ...parts,
    round,
    failureMessage: 'heartbeats could not be judged; trying again',
    restMs,
    untilDue,
  })
}

type HeartbeatTransition = (plan: HeartbeatPlan, heartbeat: Heartbeat, now: Date) => HeartbeatAdvance

const fallSilent: HeartbeatTransition = (plan, heartbeat, now) => advance(plan, heartbeat, { kind: 'silence' }, now)

interface Moment {
  readonly now: Date
  readonly log: Log
}

function stepsOf(all: readonly LockedHeartbeat[], move: HeartbeatTransition, moment: Moment): HeartbeatStep[] {
  return all.map((held) => ({ monitorNumber: held.monitorNumber, step: stepOf(held, move, moment) }))
}

function stepOf(
  { monitorNumber, config, intervalSeconds, heartbeat }: LockedHeartbeat,
  move: HeartbeatTransition,
  { now, log }: Moment,
): HeartbeatAdvance {
  try {
    return move(heartbeatPlan(heartbeatConfig(config), intervalSeconds), heartbeat, now)
  } catch (error) {
    // A bug in the schedule of one job must not affect the others.
    log.error('a heartbeat could not be judged', { monitorNumber, error: String(error) })
    return { heartbeat, outcome: notChecked(broken), dueAt: new Date(now.getTime() + brokenForMs), health: 'unknown' }
  }
}

const broken = 'the schedule could not be worked out; this has been logged'
