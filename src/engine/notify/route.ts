// Turns alerts of the outbox into deliveries, and logs why the other channels get none.
import { channelKind, needsRecipients, takes } from '../../channels/index.ts'
import type { Vault } from '../../domain/vault.ts'
import { type Outage, isUndecided, pagingDecision, silenceOf } from '../../domain/notifying/outage.ts'
import {
  type ReachableChannel,
  type Dispatch,
  type NotifiedChannel,
  dispatch,
} from '../../domain/notifying/dispatch.ts'
import { groupsFor } from '../../domain/notifying/routing.ts'
import { nextAlert } from '../../store/checking/due-times.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { markWithheld, rememberGroups } from '../../store/incidents/incidents.ts'
import { type PendingAlert, postponeAlerts, takePendingAlerts } from '../../store/incidents/outbox.ts'
import { lockOutages } from '../../store/incidents/outages.ts'
import type { Database } from '../../store/database/database.ts'
import { type ConfiguredChannel, routedChannels } from '../../store/notifications/channels.ts'
import { type NotifiedChannelRow, channelsNotifiedOf } from '../../store/notifications/log.ts'
import { startEscalations } from '../../store/on-call/escalations.ts'
import { type DueQueue, processDue, startDueQueue } from '../due-queue.ts'
import { completeAlert } from './complete-alert.ts'
import { againMs, explainAlerts } from './dependencies.ts'
import { firstPages } from './escalate.ts'
import { logNobody } from './process-log.ts'
import { queueAlerts } from './queue-alerts.ts'
import { suppressingWindows } from './silences.ts'
import { addVendorReports } from './vendor-reports.ts'
import type { LoopServices } from '../services.ts'

export interface RouterParts extends LoopServices {
  readonly vault: Vault
  /** The public address of this installation; null if it is unknown. */
  readonly origin: () => string | null
}

const alertQueue = ({ vault, origin }: RouterParts): DueQueue => ({
  items: queueItems.alerts,
  limit: 500,
  async process(db, due, log) {
    const taken = await takePendingAlerts(db, due)
    const explained = await explainAlerts(db, taken, due.now)
    const informed = await addVendorReports(db, explained, due.now)
    const pending = informed.map((one) => completeAlert(one, origin(), due.now))
    // If a page cannot be computed, the round of escalations is left with it, and the alert is sent.
    const isPaging = due.only?.length !== 1
    if (pending.length > 0) await routeAll(db, pending, { now: due.now, log, vault, origin: origin(), isPaging })
    return taken.length
  },
})

/** Routes one batch of due alerts, and returns how many there were. */
export const routeDue = (parts: RouterParts): Promise<number> => processDue(parts, alertQueue(parts))

export const startRouting = (parts: RouterParts): { stop(): Promise<void> } =>
  startDueQueue(parts, { ...alertQueue(parts), restMs: 100, dueAt: nextAlert })

interface Decision extends Dispatch {
  readonly pending: PendingAlert
  readonly outage: Outage
}

interface RoutingRound {
  readonly now: Date
  readonly origin: string | null
  readonly isPaging: boolean
}

async function routeAll(
  db: Database,
  pending: readonly PendingAlert[],
  { now, log, vault, origin, isPaging }: Omit<RouterParts, 'store' | 'clock' | 'origin'> & RoutingRound,
): Promise<void> {
  const outages = await lockOutages(db, pending)
  const waits = (one: PendingAlert): boolean => isUndecided(eventOf(one), outages.get(one.outageId)!, now)
  await postponeAlerts(db, pending.filter(waits), new Date(now.getTime() + againMs))
  const ready = pending.filter((one) => !waits(one))
  const decisions = await decideAll(db, ready, { outages, now })
  const unnoticed = decisions.filter(
    ({ isAlarm, routed }) => isAlarm && routed.every(({ routes }) => routes.length === 0),
  )
  db.afterCommit(() => unnoticed.forEach((one) => logNobody(log, one.pending.alert)))
  await markWithheld(
    db,
    decisions.flatMap(({ withheld }) => withheld),
    true,
  )
  await markWithheld(
    db,
    decisions.flatMap(({ announced }) => announced),
    false,
  )
  await rememberGroups(db, decisions.flatMap(groupsNotified))
  const alarms = decisions.filter(needsPages)
  await startEscalations(db, alarms.map(ofOutage), now)
  // People who are paged at once get the page instead of the alert.
  const pages = await firstPages(db, isPaging ? alarms.map(({ outage }) => outage.id) : [], { origin, now, log })
  const alerts = decisions.map(({ routed, direct, outage, isAlarm }) => {
    const theirs = isAlarm ? pages.filter(({ outageId }) => outageId === outage.id) : []
    return {
      routed: [...routed, ...theirs.map((one) => one.routed)],
      direct: [...direct, ...theirs.flatMap((one) => one.direct)],
    }
  })
  await queueAlerts(db, alerts, { now, log, vault })
}

const eventOf = (one: PendingAlert) => ({ ...one, kind: one.alert.kind, reminder: one.alert.reminder, groups: one })

async function decideAll(
  db: Database,
  pending: readonly PendingAlert[],
  { outages, now }: { outages: ReadonlyMap<number, Outage>; now: Date },
): Promise<Decision[]> {
  const organizationIds = [...new Set(pending.map(({ organizationId }) => organizationId))]
  const channels = (await routedChannels(db, organizationIds)).map(withAudience)
  const windows = await suppressingWindows(db, organizationIds, now)
  const notified = await channelsNotifiedOf(
    db,
    pending.filter(({ alert }) => alert.kind !== 'firing').map(({ outageId }) => outages.get(outageId)!),
  )
  return pending.map((one) => {
    const outage = outages.get(one.outageId)!
    const decision = dispatch(eventOf(one), {
      outage,
      silence: silenceOf(outage, windows),
      channels: channels.filter((channel) => channel.organizationId === one.organizationId),
      notified: notified.filter(({ outageId }) => outageId === outage.id).map(asNotified),
    })
    return { ...decision, pending: one, outage }
  })
}

const withAudience = (channel: ConfiguredChannel): ConfiguredChannel & ReachableChannel => ({
  ...channel,
  readBy: channelKind(channel.type)?.readBy ?? 'people',
  takes: (kind) => takes(channel.type, kind, channel.config),
})

const asNotified = (row: NotifiedChannelRow): NotifiedChannel => ({
  ...row,
  channel: withAudience(row.channel),
  isReachable: row.people.length > 0 || !needsRecipients(row.channel.type),
})

const needsPages = ({ isAlarm, silence, outage }: Decision): boolean =>
  isAlarm && silence === null && pagingDecision(outage) === 'page'

const ofOutage = ({ pending, outage: { organizationId, id } }: Decision) => ({
  organizationId,
  incidentId: id,
  groupIds: groupsFor(pending),
})

/** The first incident of an outage remembers the groups for people, each incident those for programs. */
function groupsNotified(decision: Decision) {
  const { pending } = decision
  if (pending.alert.kind !== 'firing') return []
  const ofIncident = { ...ofOutage(decision), incidentId: pending.incidentId }
  return pending.incidentId === decision.outage.id ? [ofIncident] : [ofIncident, ofOutage(decision)]
}
