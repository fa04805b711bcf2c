// Handles hosts that do not report: the turn of a host is due when its agent has been silent for too long.
import { hostPlan } from '../checks/reports/host.ts'
import { hostMetrics } from '../checks/reports/host-metrics.ts'
import { awaitHeartbeats, settleHeartbeats } from '../alerting/settle-heartbeats.ts'
import { type HostStep, fallSilent, pulledBackHost, silenceMoments } from '../domain/host/host.ts'
import { nextSilence } from '../store/checking/due-times.ts'
import { queueItems } from '../store/checking/queue-items.ts'
import type { Store } from '../store/database/database.ts'
import { type LockedHost, type KeptHost, lockDueHosts, lockHostsAhead, saveHosts } from '../store/hosts/hosts.ts'
import { withFreeRules } from '../store/incidents/rule-states.ts'
import { createMetricNames } from '../store/results/metric-names.ts'
import { type DueQueue, processDue } from './due-queue.ts'
import { startRounds } from './rounds.ts'
import type { LoopServices } from './services.ts'

const limit = 500
const restMs = 250
const silentKeys = hostMetrics.map(({ key }) => key).filter((key) => !key.includes('<'))

/** Returns a function that judges due hosts, and returns how many there were. */
export function createHostRound(services: LoopServices): () => Promise<number> {
  const names = createMetricNames(services.store)
  const process: DueQueue['process'] = async (db, { now, ...selection }, log) => {
    const due = await withFreeRules(db, await lockDueHosts(db, { now, ...selection }))
    if (due.length === 0) return 0
    const steps = due.map((held) => ({
      held,
      step: fallSilent(hostPlan(held.config), held.host, { dueAt: held.dueAt, now }),
    }))
    await saveHosts(db, steps.map(keptOf))
    await settleHeartbeats(db, steps.map(stepOf), { names, now, log })
    return due.length
  }
  return async () => {
    await names.learn(silentKeys)
    return processDue(services, { items: queueItems.silent, limit, process })
  }
}

/** After the clock was set back, earlier reports count from now. Returns how many hosts that changed. */
export async function pullBackHosts(store: Store, now: Date): Promise<number> {
  return store.transaction(async (tx) => {
    const ahead = await lockHostsAhead(tx, now)
    if (ahead.length === 0) return 0
    const steps = ahead.map((held) => ({ held, step: pulledBackHost(hostPlan(held.config), held.host, now) }))
    await saveHosts(tx, steps.map(keptOf))
    await awaitHeartbeats(tx, steps.map(stepOf))
    return ahead.length
  })
}

export function startHostWatch(parts: LoopServices): { stop(): Promise<void> } {
  const judgeDue = createHostRound(parts)
  const round = async (): Promise<boolean> => (await judgeDue()) === limit
  const untilDue = parts.board?.add({ dueAt: nextSilence })
  return startRounds({ ...parts, round, failureMessage: 'hosts could not be judged; trying again', restMs, untilDue })
}

interface HostAdvance {
  readonly held: LockedHost
  readonly step: HostStep
}

const stepOf = ({ held: { monitorNumber }, step }: HostAdvance) => ({ monitorNumber, step })

function keptOf({ held: { monitorNumber, config }, step: { host } }: HostAdvance): KeptHost {
  const moments = host.reportedAt === null ? null : silenceMoments(hostPlan(config), host.reportedAt)
  return { monitorNumber, host, moments }
}
