// From the outbox to deliveries: who is told of what has happened, and who is not and why.
import { channelKind } from '../../channels/index.ts'
import type { Alert } from '../../domain/alert.ts'
import type { Clock } from '../../domain/clock.ts'
import { activeAt, covers } from '../../domain/maintenance.ts'
import { type Route, type RoutedChannel, groupsFor, routesOf } from '../../domain/routing.ts'
import type { Database, Store } from '../../store/database/database.ts'
import { addDeliveries, listenersOf, routedChannels } from '../../store/notifications/deliveries.ts'
import { startEscalations } from '../../store/on-call/escalations.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import {
  type Untold,
  markSilenced,
  rememberGroups,
  silencedIncidents,
  takeUntold,
  tellSilenced,
} from '../../store/notifications/outbox.ts'
import { tell } from '../../store/notifications/telling.ts'

export interface RouterParts {
  readonly store: Store
  readonly clock: Clock
  /** Where people reach this installation; null when nobody has said. */
  readonly origin: () => string | null
}

const largestRound = 500
/** What is told later than this was held up by something of ours. */
const lateMs = 120_000

/** One round routes what is due; it answers how many alerts that were. */
export async function routeDue({ store, clock, origin }: RouterParts): Promise<number> {
  return store.transaction(async (tx) => {
    const now = clock.now()
    const untold = await takeUntold(tx, { limit: largestRound, now })
    if (untold.length > 0)
      await route(
        tx,
        untold.map((one) => completed(one, origin(), now)),
        now,
      )
    return untold.length
  })
}

export const isFullRound = (routed: number): boolean => routed === largestRound

export function completed(untold: Untold, origin: string | null, now: Date): Untold {
  const { alert } = untold
  const url = origin === null ? null : `${origin}/incidents/${untold.incidentId}`
  const late = now.getTime() - untold.dueAt.getTime() > lateMs
  return { ...untold, alert: { ...alert, late, incident: { ...alert.incident, url } } }
}

interface Routed {
  readonly untold: Untold
  readonly routes: readonly Route<RoutedChannel & { organizationId: string }>[]
}

async function route(db: Database, all: readonly Untold[], now: Date): Promise<void> {
  const organizationIds = [...new Set(all.map(({ organizationId }) => organizationId))]
  const channels = await routedChannels(db, organizationIds)
  const windows = await suppressing(db, organizationIds, now)
  const routed: Routed[] = all.map((untold) => {
    const covered = windows.some(
      (window) => window.organizationId === untold.organizationId && covers(window, untold.monitor),
    )
    // Who heard of the beginning hears of the end, and nobody else: a pager must not stay open because of a window.
    const maintenance = untold.alert.kind === 'firing' ? covered : untold.silenced
    const occasion = { severity: untold.alert.incident.severity, groupIds: groupsFor(untold), maintenance }
    const theirs = channels.filter(
      ({ organizationId, type }) => organizationId === untold.organizationId && takes(type, untold.alert.kind),
    )
    return { untold, routes: routesOf(occasion, theirs) }
  })
  await tell(
    db,
    routed.map(({ untold: { organizationId, alert }, routes }) => ({ organizationId, alert, routes })),
    now,
  )
  await tellListeners(
    db,
    routed.filter(({ untold }) => untold.alert.kind === 'resolved' && !untold.silenced),
    now,
  )
  const firing = all.filter(({ alert }) => alert.kind === 'firing')
  await rememberGroups(
    db,
    firing.map((one) => ({ organizationId: one.organizationId, incidentId: one.incidentId, groupIds: groupsFor(one) })),
  )
  const opened = firing.filter(({ alert }) => !alert.reminder)
  await startEscalations(
    db,
    opened.map(({ organizationId, incidentId, ...one }) => ({ organizationId, incidentId, groupIds: groupsFor(one) })),
    now,
  )
  const silenced = routed.filter(
    ({ untold, routes }) =>
      untold.alert.kind === 'firing' &&
      !untold.alert.reminder &&
      routes.some(({ silence }) => silence === 'maintenance'),
  )
  if (silenced.length > 0)
    await markSilenced(
      db,
      silenced.map(({ untold }) => untold.incidentId),
      true,
    )
}

/** Whoever was paged of the beginning beside the routes, as escalation does, is told of the end as well. */
async function tellListeners(db: Database, ended: readonly Routed[], now: Date): Promise<void> {
  if (ended.length === 0) return
  const listeners = await listenersOf(
    db,
    ended.map(({ untold }) => untold),
  )
  await addDeliveries(
    db,
    ended.flatMap(({ untold: { organizationId, incidentId, alert }, routes }) => {
      const isRouted = (id: number): boolean => routes.some(({ channel }) => channel.id === id)
      const besides = listeners.filter((one) => one.incidentId === incidentId && !isRouted(one.channelId))
      return besides.map(({ channelId, oncallPage, people }) => ({
        organizationId,
        channelId,
        alert,
        people,
        oncallPage,
      }))
    }),
    now,
  )
}

/** A kind that this version does not know fails to deliver, which is seen; it is not passed over. */
function takes(type: string, kind: Alert['kind']): boolean {
  return (channelKind(type)?.takes ?? ['firing', 'resolved']).includes(kind)
}

export async function suppressing(db: Database, organizationIds: readonly string[], now: Date) {
  return (await windowsOf(db, organizationIds)).filter((window) => window.suppressAlerts && activeAt(window, now))
}

/** An incident that opened in silence and fires still is told as soon as no window keeps it silent. */
export async function liftSilences({ store, clock }: Pick<RouterParts, 'store' | 'clock'>): Promise<void> {
  await store.transaction(async (tx) => {
    const silenced = await silencedIncidents(tx)
    if (silenced.length === 0) return
    const now = clock.now()
    const windows = await suppressing(tx, [...new Set(silenced.map(({ organizationId }) => organizationId))], now)
    const lifted = silenced.filter(
      ({ organizationId, monitorId, tags }) =>
        !windows.some((window) => window.organizationId === organizationId && covers(window, { id: monitorId, tags })),
    )
    if (lifted.length > 0)
      await tellSilenced(
        tx,
        lifted.map(({ incidentId }) => incidentId),
        now,
      )
  })
}
