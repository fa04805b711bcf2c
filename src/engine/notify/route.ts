// Turns alerts of the outbox into deliveries, and logs why the other channels get none.
import { channelKind, needsRecipients, takes } from '../../channels/index.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { isCovered } from '../../domain/maintenance.ts'
import type { RoutedAlert } from '../../domain/notifying/delivery.ts'
import { type Route, groupsFor, routesOf } from '../../domain/notifying/routing.ts'
import type { Database, Store } from '../../store/database/database.ts'
import { routedChannels } from '../../store/notifications/channels.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { channelsNeverNotifiedOf, channelsNotifiedOf } from '../../store/notifications/log.ts'
import { markSilenced, rememberGroups } from '../../store/incidents/incidents.ts'
import { type PendingAlert, takePendingAlerts } from '../../store/incidents/outbox.ts'
import { startEscalations } from '../../store/on-call/escalations.ts'
import { completeAlert } from './complete-alert.ts'
import { explainAlerts } from './dependencies.ts'
import { logNobody } from './process-log.ts'
import { queueAlerts } from './queue-alerts.ts'
import { suppressingWindows } from './silences.ts'
import { addVendorReports } from './vendor-reports.ts'

export interface RouterParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** The public address of this installation; null if it is unknown. */
  readonly origin: () => string | null
}

const maxRound = 500

/** Routes one batch of due alerts, and returns how many there were. */
export async function routeDue({ store, clock, log, origin }: RouterParts): Promise<number> {
  return store.transaction(async (tx) => {
    const now = clock.now()
    const taken = await takePendingAlerts(tx, { limit: maxRound, now })
    const explained = await explainAlerts(tx, taken, now)
    const informed = await addVendorReports(tx, explained, now)
    const pending = informed.map((one) => completeAlert(one, origin(), now))
    if (pending.length > 0) await routeAll(tx, pending, { now, log })
    return taken.length
  })
}

async function routeAll(
  db: Database,
  pending: readonly PendingAlert[],
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  const routed = await withEndsForNotified(db, await withoutUnmatchedEnds(db, await withRoutes(db, pending, now)), now)
  const updates = (await withRoutes(db, updatesIn(pending), now)).map(withoutSilences)
  await queueAlerts(db, [...routed, ...updates], { now, log })
  const unnoticed = routed.filter(hasNoRecipient)
  db.afterCommit(() => unnoticed.forEach((one) => logNobody(log, one.alert)))
  await notifyPagedPeople(db, routed, now)
  await rememberNotifiedGroups(db, pending)
  await beginEscalations(db, pending, now)
  await rememberSilencedAlerts(db, routed)
}

type RoutedPendingAlert = PendingAlert & RoutedAlert

async function withRoutes(db: Database, all: readonly PendingAlert[], now: Date): Promise<RoutedPendingAlert[]> {
  const organizationIds = [...new Set(all.map(({ organizationId }) => organizationId))]
  const channels = await routedChannels(db, organizationIds)
  const windows = await suppressingWindows(db, organizationIds, now)
  return all.map((pending) => {
    const { organizationId, alert, subject } = pending
    // Nothing silences an end whose beginning was announced: a pager would stay open.
    const maintenance =
      alert.kind === 'firing' ? isCovered({ organizationId, monitor: subject }, windows) : pending.silenced
    const shadow = subject.shadow && (alert.kind === 'firing' || pending.silenced)
    const affected = pending.affectedBy !== null && (alert.kind === 'firing' || pending.silenced)
    const occasion = { severity: alert.incident.severity, groupIds: groupsFor(pending), maintenance, shadow, affected }
    const theirs = channels.filter((one) => one.organizationId === organizationId && isFor(one, pending))
    return { ...pending, routes: routesOf(occasion, theirs) }
  })
}

type ConfiguredChannel = Awaited<ReturnType<typeof routedChannels>>[number]

const hasNoRecipient = ({ alert, audience, routes }: RoutedPendingAlert): boolean =>
  alert.kind === 'firing' && !alert.reminder && audience === 'everybody' && routes.length === 0

function isFor({ type, config }: ConfiguredChannel, { alert, audience }: PendingAlert): boolean {
  // A pager has already woken someone for this incident.
  if (alert.isUpdate && channelKind(type)?.audience !== 'people') return false
  return takes(type, alert.kind, config) && isReceivedBy(type, audience)
}

/** For people, a further incident of a group is one update of the leading incident. */
function updatesIn(pending: readonly PendingAlert[]): PendingAlert[] {
  return pending.flatMap((one) => {
    const { alert, partOf, audience } = one
    if (partOf === null || audience !== 'programs' || alert.kind !== 'firing' || alert.reminder) return []
    const update: Alert = { ...alert, isUpdate: true, incident: { ...alert.incident, id: partOf } }
    return [{ ...one, incidentId: partOf, audience: 'people', alert: update }]
  })
}

const withoutSilences = (routed: RoutedPendingAlert): RoutedPendingAlert => ({
  ...routed,
  routes: routed.routes.filter(({ silence }) => silence === null),
})

/** People get alerts of the leading incident of a group, programs get those of each incident. */
function isReceivedBy(type: string, audience: PendingAlert['audience']): boolean {
  const isProgram = channelKind(type)?.audience === 'programs'
  return audience === 'everybody' || isProgram === (audience === 'programs')
}

/** People and pagers get no end without its beginning; programs get each event. */
async function withoutUnmatchedEnds(
  db: Database,
  routed: readonly RoutedPendingAlert[],
): Promise<RoutedPendingAlert[]> {
  const ended = routed.filter(({ alert }) => alert.kind !== 'firing')
  if (ended.length === 0) return [...routed]
  const never = new Set((await channelsNeverNotifiedOf(db, ended)).map((one) => `${one.incidentId} ${one.channelId}`))
  return routed.map((one) => {
    if (one.alert.kind === 'firing') return one
    const isUnmatched = ({ channel }: Route): boolean =>
      never.has(`${one.incidentId} ${channel.id}`) && channelKind(channel.type)?.audience !== 'programs'
    return { ...one, routes: one.routes.filter((route) => !isUnmatched(route)) }
  })
}

/**
 * Channels that were notified of the beginning get the updates, even if the severity or their filter has changed since.
 */
async function withEndsForNotified(
  db: Database,
  routed: readonly RoutedPendingAlert[],
  now: Date,
): Promise<RoutedPendingAlert[]> {
  const isHeldBack = ({ silence }: Route): boolean => silence === 'severity_filter'
  const concerned = routed.filter(
    ({ alert, silenced, routes }) => alert.kind !== 'firing' && !silenced && routes.some(isHeldBack),
  )
  if (concerned.length === 0) return [...routed]
  const channels = await channelsNotifiedOf(db, { incidents: concerned, now })
  const notified = new Set(channels.map(({ incidentId, channelId }) => `${incidentId} ${channelId}`))
  return routed.map((one) => {
    if (!concerned.includes(one)) return one
    const isNotified = (route: Route): boolean =>
      isHeldBack(route) && notified.has(`${one.incidentId} ${route.channel.id}`)
    return { ...one, routes: one.routes.map((route) => (isNotified(route) ? { ...route, silence: null } : route)) }
  })
}

/** People whom an escalation paged beside the routes also learn that someone took it on, and of the end. */
async function notifyPagedPeople(db: Database, routed: readonly RoutedPendingAlert[], now: Date): Promise<void> {
  const ended = routed.filter(({ alert, silenced }) => alert.kind !== 'firing' && !silenced)
  if (ended.length === 0) return
  const notified = (await channelsNotifiedOf(db, { incidents: ended, now })).filter(
    ({ channelType, people }) => people.length > 0 || !needsRecipients(channelType),
  )
  await addDeliveries(
    db,
    ended.flatMap(({ organizationId, incidentId, alert, audience, routes }) => {
      const isRouted = (id: number): boolean => routes.some(({ channel }) => channel.id === id)
      return notified
        .filter((one) => one.incidentId === incidentId && !isRouted(one.channelId))
        .filter(({ channelType, config }) => takes(channelType, alert.kind, config))
        .filter(({ channelType }) => isReceivedBy(channelType, audience))
        .map(({ channelId, oncallPage, people }) => ({ organizationId, channelId, alert, people, oncallPage }))
    }),
    now,
  )
}

const firing = (pending: readonly PendingAlert[]): PendingAlert[] =>
  pending.filter(({ alert }) => alert.kind === 'firing')

const withGroups = (one: PendingAlert) => ({
  organizationId: one.organizationId,
  incidentId: one.incidentId,
  groupIds: groupsFor(one),
})

async function rememberNotifiedGroups(db: Database, pending: readonly PendingAlert[]): Promise<void> {
  await rememberGroups(db, firing(pending).map(withGroups))
}

async function beginEscalations(db: Database, pending: readonly PendingAlert[], now: Date): Promise<void> {
  const opened = firing(pending).filter(
    ({ alert, audience, subject, affectedBy }) =>
      !alert.reminder && audience !== 'programs' && !subject.shadow && affectedBy === null,
  )
  await startEscalations(db, opened.map(withGroups), now)
}

async function rememberSilencedAlerts(db: Database, routed: readonly RoutedPendingAlert[]): Promise<void> {
  const silenced = routed.filter(
    ({ alert, routes, subject, affectedBy }) =>
      alert.kind === 'firing' &&
      !alert.reminder &&
      (subject.shadow || affectedBy !== null || routes.some(({ silence }) => silence === 'maintenance')),
  )
  if (silenced.length === 0) return
  const incidentIds = silenced.map(({ incidentId }) => incidentId)
  await markSilenced(db, incidentIds, true)
}
