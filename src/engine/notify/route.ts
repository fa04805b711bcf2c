// From the outbox to deliveries: who is told of what has happened, and who is not and why.
import { channelKind, needsRecipients, takes } from '../../channels/index.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { isCovered } from '../../domain/maintenance.ts'
import { type Route, type RoutedChannel, groupsFor, routesOf } from '../../domain/notifying/routing.ts'
import type { Database, Store } from '../../store/database/database.ts'
import { routedChannels } from '../../store/notifications/channels.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { channelsNeverNotifiedOf, channelsNotifiedOf } from '../../store/notifications/log.ts'
import { markSilenced, rememberGroups } from '../../store/incidents/incidents.ts'
import { type PendingAlert, takePendingAlerts } from '../../store/incidents/outbox.ts'
import { startEscalations } from '../../store/on-call/escalations.ts'
import { completeAlert } from './complete-alert.ts'
import { logNobody } from './process-log.ts'
import { queueAlerts } from './queue-alerts.ts'
import { suppressingWindows } from './silences.ts'

export interface RouterParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Where people reach this installation; null when nobody has said. */
  readonly origin: () => string | null
}

const maxRound = 500

/** One round routes what is due; it answers how many alerts that were. */
export async function routeDue({ store, clock, log, origin }: RouterParts): Promise<number> {
  return store.transaction(async (tx) => {
    const now = clock.now()
    const taken = await takePendingAlerts(tx, { limit: maxRound, now })
    const pending = taken.map((one) => completeAlert(one, origin(), now))
    if (pending.length > 0) await routeAll(tx, pending, { now, log })
    return pending.length
  })
}

async function routeAll(
  db: Database,
  pending: readonly PendingAlert[],
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  const routed = await withEndsForNotified(db, await withoutUnmatchedEnds(db, await withRoutes(db, pending, now)), now)
  const updates = (await withRoutes(db, updatesIn(pending), now)).map(withoutSilences)
  await queueAlerts(
    db,
    [...routed, ...updates].map(({ pending: { organizationId, alert }, routes }) => ({
      organizationId,
      alert,
      routes,
    })),
    { now, log },
  )
  const unheard = routed.filter(hasNoRecipient)
  db.afterCommit(() => unheard.forEach((one) => logNobody(log, one.pending.alert)))
  await notifyPagedOfEnd(db, routed, now)
  await rememberNotifiedGroups(db, pending)
  await beginEscalations(db, pending, now)
  await rememberSilencedAlerts(db, routed)
}

interface AlertRoutes {
  readonly pending: PendingAlert
  readonly routes: readonly Route<RoutedChannel & { organizationId: string }>[]
}

async function withRoutes(db: Database, all: readonly PendingAlert[], now: Date): Promise<AlertRoutes[]> {
  const organizationIds = [...new Set(all.map(({ organizationId }) => organizationId))]
  const channels = await routedChannels(db, organizationIds)
  const windows = await suppressingWindows(db, organizationIds, now)
  return all.map((pending) => {
    const { organizationId, alert, subject } = pending
    // Who heard of the beginning hears of the end, and nobody else: a pager must not stay open because of a window.
    const maintenance =
      alert.kind === 'firing' ? isCovered({ organizationId, monitor: subject }, windows) : pending.silenced
    const occasion = { severity: alert.incident.severity, groupIds: groupsFor(pending), maintenance }
    const theirs = channels.filter((one) => one.organizationId === organizationId && isFor(one.type, pending))
    return { pending, routes: routesOf(occasion, theirs) }
  })
}

const hasNoRecipient = ({ pending: { alert, audience }, routes }: AlertRoutes): boolean =>
  alert.kind === 'firing' && !alert.reminder && audience === 'everybody' && routes.length === 0

function isFor(type: string, { alert, audience }: PendingAlert): boolean {
  // An update would wake somebody whom a pager has woken already.
  if (alert.isUpdate && channelKind(type)?.audience !== 'people') return false
  return takes(type, alert.kind) && isReceivedBy(type, audience)
}

/** What people hear of an incident that is part of a story: a line of the one that leads it, once. */
function updatesIn(pending: readonly PendingAlert[]): PendingAlert[] {
  return pending.flatMap((one) => {
    const { alert, partOf, audience } = one
    if (partOf === null || audience !== 'programs' || alert.kind !== 'firing' || alert.reminder) return []
    const update: Alert = { ...alert, isUpdate: true, incident: { ...alert.incident, id: partOf } }
    return [{ ...one, incidentId: partOf, audience: 'people', alert: update }]
  })
}

const withoutSilences = ({ pending, routes }: AlertRoutes): AlertRoutes => ({
  pending,
  routes: routes.filter(({ silence }) => silence === null),
})

/** People hear of the incident that leads a story, programs of each. */
function isReceivedBy(type: string, audience: PendingAlert['audience']): boolean {
  const isProgram = channelKind(type)?.audience === 'programs'
  return audience === 'everybody' || isProgram === (audience === 'programs')
}

/** People and pagers hear of no end whose beginning they never heard; programs get each event. */
async function withoutUnmatchedEnds(db: Database, routed: readonly AlertRoutes[]): Promise<AlertRoutes[]> {
  const ended = routed.filter(({ pending }) => pending.alert.kind !== 'firing').map(({ pending }) => pending)
  if (ended.length === 0) return [...routed]
  const never = new Set((await channelsNeverNotifiedOf(db, ended)).map((one) => `${one.incidentId} ${one.channelId}`))
  return routed.map(({ pending, routes }) => {
    if (pending.alert.kind === 'firing') return { pending, routes }
    const isLone = ({ channel }: Route): boolean =>
      never.has(`${pending.incidentId} ${channel.id}`) && channelKind(channel.type)?.audience !== 'programs'
    return { pending, routes: routes.filter((route) => !isLone(route)) }
  })
}

/**
 * Channels that were notified of the beginning get the updates, even if the severity or their filter has changed since.
 */
async function withEndsForNotified(db: Database, routed: readonly AlertRoutes[], now: Date): Promise<AlertRoutes[]> {
  const isHeldBack = ({ silence }: Route): boolean => silence === 'severity_filter'
  const concerned = routed.filter(
    ({ pending, routes }) => pending.alert.kind !== 'firing' && !pending.silenced && routes.some(isHeldBack),
  )
  if (concerned.length === 0) return [...routed]
  const told = await channelsNotifiedOf(db, { incidents: concerned.map(({ pending }) => pending), now })
  const heard = new Set(told.map(({ incidentId, channelId }) => `${incidentId} ${channelId}`))
  return routed.map((one) => {
    if (!concerned.includes(one)) return one
    const hears = (route: Route): boolean =>
      isHeldBack(route) && heard.has(`${one.pending.incidentId} ${route.channel.id}`)
    return { ...one, routes: one.routes.map((route) => (hears(route) ? { ...route, silence: null } : route)) }
  })
}

/** People whom an escalation paged beside the routes are notified of the end as well. */
async function notifyPagedOfEnd(db: Database, routed: readonly AlertRoutes[], now: Date): Promise<void> {
  const ended = routed.filter(({ pending }) => pending.alert.kind === 'resolved' && !pending.silenced)
  if (ended.length === 0) return
  const incidents = ended.map(({ pending }) => pending)
  const told = (await channelsNotifiedOf(db, { incidents, now })).filter(
    ({ channelType, people }) => people.length > 0 || !needsRecipients(channelType),
  )
  await addDeliveries(
    db,
    ended.flatMap(({ pending: { organizationId, incidentId, alert, audience }, routes }) => {
      const isRouted = (id: number): boolean => routes.some(({ channel }) => channel.id === id)
      return told
        .filter((one) => one.incidentId === incidentId && !isRouted(one.channelId))
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
  const opened = firing(pending).filter(({ alert, audience }) => !alert.reminder && audience !== 'programs')
  await startEscalations(db, opened.map(withGroups), now)
}

async function rememberSilencedAlerts(db: Database, routed: readonly AlertRoutes[]): Promise<void> {
  const silenced = routed.filter(
    ({ pending: { alert }, routes }) =>
      alert.kind === 'firing' && !alert.reminder && routes.some(({ silence }) => silence === 'maintenance'),
  )
  if (silenced.length === 0) return
  const incidentIds = silenced.map(({ pending }) => pending.incidentId)
  await markSilenced(db, incidentIds, true)
}
