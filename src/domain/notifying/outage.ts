// An outage is what people experience as one failure: the critical incidents of a monitor that are open together, or
// any other incident alone. It has the id of its first incident. Programs get the alerts of each incident, people and
// pagers those of the outage.
//
// Invariants, as the simulation names them:
// - order: nothing is sent to a receiver before what was queued before it.
// - everyone notified of the beginning is notified of the end, nobody else is.
// - while it fails, unacknowledged and not silent, somebody is being paged or was notified that nobody can be.
// - an acknowledgement is always possible and always stops it.
// - what could not run confirms nothing.
// - nothing owed is dropped without a line that says so.
import { isCovered } from '../maintenance.ts'
import type { AlertKind } from './alert.ts'
import type { Silence } from './routing.ts'
import type { IncidentSubject } from '../alerting/subject.ts'

/** Objectives have no tags and no shadow mode. */
export type OutageSubject = Pick<IncidentSubject, 'kind' | 'id'> & {
  readonly tags: readonly string[]
  readonly shadow: boolean
}

export interface OutageIncident {
  readonly id: number
  readonly status: 'firing' | 'acknowledged' | 'resolved'
  /** Whether someone has asked to close it. */
  readonly isClosing: boolean
  /** Its end is held back, because it may begin again. */
  readonly isFlapping: boolean
  /** The incident of a parent that explains it. */
  readonly affectedBy: number | null
}

export interface Outage {
  readonly organizationId: string
  readonly id: number
  /** Of its first incident. */
  readonly message: string
  readonly subject: OutageSubject
  readonly startedAt: Date
  /** Oldest first, including those that have ended. */
  readonly incidents: readonly OutageIncident[]
  /** Whether someone has acknowledged one of the incidents, and with it the outage. */
  readonly isAcknowledged: boolean
  /** Whether its beginning was silenced, and people have not been alerted since. */
  readonly isWithheld: boolean
  /** When the last alert that waits to be routed is due, such as the end of a flapping incident; null without any. */
  readonly alertsWaitUntil: Date | null
  /** The groups that were notified of it. */
  readonly notifiedGroups: readonly string[]
}

const isOpen = ({ status }: OutageIncident): boolean => status !== 'resolved'
const isFiring = ({ status, isClosing }: OutageIncident): boolean => status === 'firing' && !isClosing

const isOver = ({ incidents }: Outage): boolean => !incidents.some(isOpen)

/**
 * The incident that represents the outage now: the oldest one that is open, or the last one of an outage that is over.
 */
export function currentIncident({ incidents }: Outage): OutageIncident {
  return incidents.find(isFiring) ?? incidents.find(isOpen) ?? incidents.at(-1)!
}

/** What a waiting message about an incident that has ended is about now, while the outage goes on. */
export function successorOf(incidentId: number, outage: Outage): OutageIncident | undefined {
  const own = outage.incidents.find(({ id }) => id === incidentId)
  return (own && isOpen(own)) || isOver(outage) ? undefined : currentIncident(outage)
}

export type PagingDecision = 'page' | 'wait' | 'end'

/** Whether escalations of the outage go on. They wait while it may begin again. */
export function pagingDecision(outage: Outage): PagingDecision {
  if (outage.isAcknowledged) return 'end'
  if (outage.incidents.some(isFiring)) return 'page'
  return mayBeginAgain(outage) ? 'wait' : 'end'
}

const mayBeginAgain = (outage: Outage): boolean =>
  isOver(outage) && outage.alertsWaitUntil !== null && outage.incidents.some(({ isFlapping }) => isFlapping)

type SuppressingWindow = Parameters<typeof isCovered>[1][number]

/** Why nobody hears of the outage now; null if people do. */
export function silenceOf(outage: Outage, windows: readonly SuppressingWindow[]): Silence | null {
  const { subject, organizationId } = outage
  if (subject.shadow) return 'shadow'
  if (currentIncident(outage).affectedBy !== null) return 'dependency'
  return isCovered({ organizationId, monitor: subject }, windows) ? 'maintenance' : null
}

/** An alert of one of its incidents. */
export interface OutageEvent {
  readonly kind: AlertKind
  readonly reminder: boolean
  readonly incidentId: number
  /** Whether it was postponed until a parent had been checked. */
  readonly waited: boolean
}

/** What an event means to people and pagers. */
export type OutageMessage = 'alarm' | 'recovered' | 'reminder' | 'update' | 'acknowledged' | 'end'

/** What people and pagers get for an event of an incident; null if it says nothing new about the outage. */
export function messageOf(event: OutageEvent, outage: Outage): OutageMessage | null {
  if (event.kind === 'firing') return event.incidentId === outage.id ? ofFirst(event, outage) : ofFurther(event, outage)
  if (event.kind === 'resolved') return isOver(outage) && outage.alertsWaitUntil === null ? 'end' : null
  return event.incidentId === currentIncident(outage).id ? 'acknowledged' : null
}

/**
 * Whether nobody can say yet what the event means to people: they are not woken for what recovered while its alert
 * waited, but have to be if it begins again.
 */
export function isUndecided({ kind, reminder, waited }: OutageEvent, outage: Outage, now: Date): boolean {
  const isBeginning = kind === 'firing' && !reminder && waited
  return isBeginning && mayBeginAgain(outage) && outage.alertsWaitUntil! > now
}

function ofFirst({ reminder, waited }: OutageEvent, outage: Outage): OutageMessage | null {
  if (reminder && !outage.isWithheld) return reminderOf(outage.id, outage)
  // Nobody is woken for what recovered while its alert waited.
  return waited && isOver(outage) ? 'recovered' : 'alarm'
}

function ofFurther({ reminder, incidentId }: OutageEvent, outage: Outage): OutageMessage | null {
  const find = (id: number): OutageIncident | undefined => outage.incidents.find((one) => one.id === id)
  if (!outage.isWithheld) return reminder ? reminderOf(incidentId, outage) : 'update'
  // The first incident is announced by itself once the silence is over.
  const [first, own] = [find(outage.id), find(incidentId)]
  const isAnnouncedLater = first !== undefined && isFiring(first)
  return isAnnouncedLater || outage.isAcknowledged || !own || !isOpen(own) ? null : 'alarm'
}

/** People are reminded of the outage, not of each incident. */
function reminderOf(incidentId: number, outage: Outage): OutageMessage | null {
  return !outage.isAcknowledged && currentIncident(outage).id === incidentId ? 'reminder' : null
}
