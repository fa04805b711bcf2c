// Decides what is sent to whom for an event of an incident: programs get the event itself, people and pagers what it
// means for the outage.
import { type Outage, type OutageEvent, type OutageMessage, messageOf } from './outage.ts'
import { type Alert, inOutage } from './alert.ts'
import type { DeliveryDraft, Recipient, RoutedAlert } from './delivery.ts'
import { type Route, type RoutedChannel, type RoutingGroups, type Silence, groupsFor, routesOf } from './routing.ts'

export interface ReachableChannel extends RoutedChannel {
  readonly readBy: 'people' | 'pagers' | 'programs'
  takes(kind: Alert['kind']): boolean
}

/** A channel that received the beginning of the outage, or has it waiting, with the owner of a personal channel. */
export interface NotifiedChannel {
  readonly channel: ReachableChannel
  readonly oncallPage: boolean
  /** Whether an escalation has paged it. */
  readonly isPaged: boolean
  /** The incidents that it was notified of. */
  readonly incidentIds: readonly number[]
  readonly people: readonly Recipient[]
  /** Whether it can be notified without a route to it. */
  readonly isReachable: boolean
}

export interface RoutingEvent extends OutageEvent {
  readonly alert: Alert
  /** Whether the beginning of this incident was silenced. */
  readonly isWithheld: boolean
  readonly groups: RoutingGroups
}

export interface DispatchContext {
  readonly outage: Outage
  /** Why the outage sends no alerts now. */
  readonly silence: Silence | null
  /** The channels of the organization, without personal ones. */
  readonly channels: readonly ReachableChannel[]
  readonly notified: readonly NotifiedChannel[]
}

export interface Dispatch {
  readonly routed: readonly RoutedAlert[]
  /** Deliveries to channels that were notified before and are not among the routes, such as those of people paged. */
  readonly direct: readonly DeliveryDraft[]
  /** Whether people are alerted of the outage for the first time. */
  readonly isAlarm: boolean
  readonly silence: Silence | null
  /** The incidents whose beginning is silenced from now on, and those whose beginning is announced. */
  readonly withheld: readonly number[]
  readonly announced: readonly number[]
}

export function dispatch(event: RoutingEvent, context: DispatchContext): Dispatch {
  const { outage, silence } = context
  const message = messageOf(event, outage)
  const isAlarm = message === 'alarm'
  const isBeginning = event.kind === 'firing' && (!event.reminder || event.isWithheld)
  const begun = isBeginning ? [event.incidentId, ...(isAlarm ? [outage.id] : [])] : []
  const programs = toPrograms(event, context)
  const forPeople = message === null ? nobody : toPeople(message, { event, programs }, context)
  return {
    routed: [programs, ...forPeople.routed],
    direct: [...toFurtherPrograms(event, programs, context), ...forPeople.direct],
    isAlarm,
    silence,
    withheld: silence === null ? [] : begun,
    announced: silence === null ? begun : [],
  }
}

interface Sent {
  readonly routed: readonly RoutedAlert[]
  readonly direct: readonly DeliveryDraft[]
}

const nobody: Sent = { routed: [], direct: [] }

function toPrograms(event: RoutingEvent, { outage, silence, channels, notified }: DispatchContext): RoutedAlert {
  const { groups, isWithheld } = event
  // A reminder after a silence is the first that anyone hears of it.
  const alert = isWithheld ? { ...event.alert, reminder: false } : event.alert
  const programs = channels.filter(({ readBy, takes }) => readBy === 'programs' && takes(alert.kind))
  const severity = alert.incident.severity
  const reason = event.kind === 'firing' ? silence : sinceBeginning(isWithheld, silence)
  const routes = routesOf({ severity, groupIds: groupsFor(groups), silence: reason }, programs).map(
    unfilteredFor(idsOf(notified)),
  )
  return { organizationId: outage.organizationId, alert, routes, overtakes: true }
}

/** A program that got the beginning as a fallback, or was routed to differently then, gets the rest. */
function toFurtherPrograms(
  { kind, incidentId }: RoutingEvent,
  { organizationId, alert, routes }: RoutedAlert,
  { notified }: DispatchContext,
): DeliveryDraft[] {
  if (kind === 'firing') return []
  const isConcerned = ({ channel, isPaged, incidentIds }: NotifiedChannel): boolean =>
    channel.readBy === 'programs' &&
    channel.takes(kind) &&
    !isPaged &&
    incidentIds.includes(incidentId) &&
    !routes.some((route) => route.channel.id === channel.id)
  return notified
    .filter(isConcerned)
    .map(({ channel }) => ({ organizationId, channelId: channel.id, alert, people: [], overtakes: true }))
}

/** If the beginning was silent, the rest is too, even if the reason for the silence is over. */
const sinceBeginning = (isWithheld: boolean, silence: Silence | null): Silence | null =>
  isWithheld ? (silence ?? 'maintenance') : null

interface PeopleEvent {
  readonly event: RoutingEvent
  /** What programs get. */
  readonly programs: RoutedAlert
}

function toPeople(message: OutageMessage, { event, programs }: PeopleEvent, context: DispatchContext): Sent {
  const ofOutage = { ...event, alert: alertOfOutage(message, event.alert, context.outage) }
  if (event.kind === 'firing') return beginning(message, ofOutage, context)
  return rest({ event: ofOutage, programs }, context)
}

/** Messages about an outage belong together in people's channels, whichever of its incidents they name. */
function alertOfOutage(message: OutageMessage, alert: Alert, outage: Outage): Alert {
  const { incident } = alert
  const startedAt = message === 'end' ? outage.startedAt : incident.startedAt
  return {
    ...inOutage(alert, outage),
    ...(message === 'update' ? { isUpdate: true } : {}),
    ...(message === 'alarm' ? { reminder: false } : {}),
    incident: { ...incident, startedAt },
  }
}

function beginning(
  message: OutageMessage,
  { alert, groups }: RoutingEvent,
  { outage, silence, channels }: DispatchContext,
): Sent {
  const isFor = ({ readBy, takes }: ReachableChannel): boolean =>
    takes('firing') && (readBy === 'people' || (readBy === 'pagers' && message !== 'update'))
  const reason = message === 'recovered' ? 'recovered' : silence
  const occasion = { severity: alert.incident.severity, groupIds: groupsFor(groups), silence: reason }
  const routes = routesOf(occasion, channels.filter(isFor))
  // An update that is silenced needs no entry in the log: the outage was announced.
  const kept = message === 'update' ? routes.filter((route) => route.silence === null) : routes
  return { routed: [{ organizationId: outage.organizationId, alert, routes: kept }], direct: [] }
}

/** Everyone notified of the beginning gets the rest, even if filters and groups have changed; nobody else does. */
function rest(
  { event: { alert, groups }, programs }: PeopleEvent,
  { outage, silence, channels, notified }: DispatchContext,
): Sent {
  const { organizationId } = outage
  const notifiedGroups = outage.notifiedGroups
  const isFor = ({ readBy, takes }: ReachableChannel): boolean => readBy !== 'programs' && takes(alert.kind)
  const occasion = {
    severity: alert.incident.severity,
    groupIds: groupsFor({ ...groups, notifiedGroups }),
    silence: sinceBeginning(outage.isWithheld, silence),
  }
  const routes = routesOf(occasion, channels.filter(isFor))
  const notifiedIds = idsOf(notified)
  const theirs = routes
    .filter(({ channel, silence }) => notifiedIds.has(channel.id) || silence !== null)
    .map(unfilteredFor(notifiedIds))
  const isRouted = new Set([...theirs, ...programs.routes].map(({ channel }) => channel.id))
  const isConcerned = ({ channel, isPaged, isReachable }: NotifiedChannel): boolean =>
    isReachable && channel.takes(alert.kind) && (isPaged || channel.readBy !== 'programs')
  // A channel of the organization also paged people, who may be in none of the groups.
  const direct = notified
    .filter((one) => isConcerned(one) && (one.people.length > 0 || !isRouted.has(one.channel.id)))
    .map(({ channel, oncallPage, people }) => ({ organizationId, channelId: channel.id, alert, people, oncallPage }))
  return { routed: [{ organizationId, alert, routes: theirs }], direct }
}

const idsOf = (notified: readonly NotifiedChannel[]): ReadonlySet<number> =>
  new Set(notified.map(({ channel }) => channel.id))

/** Channels that were notified get the rest, even if the severity or their filter has changed since. */
const unfilteredFor =
  (notifiedIds: ReadonlySet<number>) =>
  (route: Route): Route =>
    route.silence === 'severity_filter' && notifiedIds.has(route.channel.id) ? { ...route, silence: null } : route
