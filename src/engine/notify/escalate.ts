// Escalation: pages the next person while an outage goes on and is not acknowledged.
import { needsRecipients } from '../../channels/index.ts'
import type { Log } from '../../domain/log.ts'
import { type Outage, currentIncident, pagingDecision, silenceOf } from '../../domain/notifying/outage.ts'
import { type Alert, type AlertPage, inOutage } from '../../domain/notifying/alert.ts'
import {
  type DeliveryDraft,
  type LogEntry,
  type PageOrigin,
  type RoutedAlert,
  unsentEntry,
} from '../../domain/notifying/delivery.ts'
import { type EscalationTarget, isReminder, stepAfter } from '../../domain/on-call/escalation.ts'
import {
  type Pages,
  type PagedPerson,
  missedBy,
  missedText,
  pagesFor,
  reachesSomeone,
} from '../../domain/on-call/paging.ts'
import { type Silence, groupsFor } from '../../domain/notifying/routing.ts'
import { nextEscalation } from '../../store/checking/due-times.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import { type NotifiedGroups, rememberGroups } from '../../store/incidents/incidents.ts'
import { type PendingAlert, currentAlerts } from '../../store/incidents/outbox.ts'
import { outagesOf } from '../../store/incidents/outages.ts'
import {
  type DueEscalation,
  type EscalationEvent,
  type NextStep,
  endEscalations,
  lockDueEscalations,
  noteEscalated,
  scheduleSteps,
} from '../../store/on-call/escalations.ts'
import { type OrganizationPaging, pagingContexts } from '../../store/on-call/paging-context.ts'
import { type DueQueue, processDue, startDueQueue } from '../due-queue.ts'
import { completeAlert } from './complete-alert.ts'
import { logUnsent, queueAlerts } from './queue-alerts.ts'
import type { RouterParts } from './route.ts'
import { suppressingWindows } from './silences.ts'

const maxRound = 100
const minute = 60_000
/** A page says until when one is on call if the shift ends within this time, which is longer than any step waits. */
const lookAheadMs = 14 * 24 * 60 * minute

const escalationQueue = ({ origin, vault }: RouterParts): DueQueue => ({
  items: queueItems.escalations,
  limit: maxRound,
  async process(db, selection, log) {
    const { now } = selection
    const due = await lockDueEscalations(db, selection)
    const pages = await takeSteps(db, due, { origin: origin(), now, log })
    const byOutage = Map.groupBy(pages, ({ outageId }) => outageId)
    const alerts = [...byOutage.values()].map((theirs) => ({
      routed: theirs.map((one) => one.routed),
      direct: theirs.flatMap((one) => one.direct),
    }))
    await queueAlerts(db, alerts, { now, log, vault })
    return due.length
  },
})

/** Takes one batch of due steps of escalations, and returns how many there were. */
export const escalateDue = (parts: RouterParts): Promise<number> => processDue(parts, escalationQueue(parts))

export const startEscalating = (parts: RouterParts): { stop(): Promise<void> } =>
  startDueQueue(parts, { ...escalationQueue(parts), restMs: 1000, dueAt: nextEscalation })

interface StepParts {
  readonly origin: string | null
  readonly now: Date
  readonly log: Log
}

/** The pages of a step, which are not queued yet. */
interface StepPages {
  readonly outageId: number
  readonly routed: RoutedAlert
  readonly direct: readonly DeliveryDraft[]
}

/** Pages for steps that have begun in this transaction, such as the first one of an alarm. */
export async function firstPages(
  db: Database,
  outageIds: readonly number[],
  parts: StepParts,
): Promise<readonly StepPages[]> {
  if (outageIds.length === 0) return []
  return takeSteps(db, await lockDueEscalations(db, { outageIds, limit: maxRound, now: parts.now }), parts)
}

async function takeSteps(db: Database, due: readonly DueEscalation[], parts: StepParts): Promise<StepPages[]> {
  const { now } = parts
  const outages = await outagesOf(db, due)
  const decided = Object.groupBy(due, ({ outageId }) => pagingDecision(outages.get(outageId)!))
  await endEscalations(db, (decided.end ?? []).map(keyOf))
  await scheduleSteps(
    db,
    (decided.wait ?? []).map((one) => lookAgain(one, one.held, now)),
  )
  const byOrganization = Map.groupBy(decided.page ?? [], ({ organizationId }) => organizationId)
  const pages: StepPages[] = []
  for (const [organizationId, theirs] of byOrganization)
    pages.push(...(await escalate(db, theirs, { organizationId, outages, ...parts })))
  return pages
}

interface EscalationContext extends StepParts {
  readonly organizationId: string
  readonly outages: ReadonlyMap<number, Outage>
}

async function escalate(
  db: Database,
  due: readonly DueEscalation[],
  { organizationId, outages, origin, now, log }: EscalationContext,
): Promise<StepPages[]> {
  const theirs = due.map(({ outageId }) => outages.get(outageId)!)
  const incidentIds = [...new Set(theirs.map((outage) => currentIncident(outage).id))]
  const pending = new Map(
    (await currentAlerts(db, { organizationId, incidentIds }, now)).map((one) => [one.outageId, one]),
  )
  const windows = await suppressingWindows(db, [organizationId], now)
  const contexts = await pagingContexts(db, organizationId, {
    targets: due.flatMap((one) => [...targetsOf(one), ...(nextStep(one, now)?.targets ?? [])]),
    span: { from: now, to: new Date(now.getTime() + lookAheadMs) },
    needsRecipients,
  })
  const paging = due.map((one) => {
    const outage = outages.get(one.outageId)!
    const silence = silenceOf(outage, windows)
    return pagingOf(one, { pending: pending.get(one.outageId)!, outage, silence, contexts, origin, now })
  })
  const [held, toPage] = [paging.filter(({ silence }) => silence), paging.filter(({ silence }) => !silence)]
  await logUnsent(
    db,
    held.filter(({ due }) => !due.held).flatMap((one) => silences(one, now)),
    log,
  )
  await scheduleSteps(
    db,
    held.map((one) => lookAgain(one.due, true, now)),
  )
  await notePages(db, toPage, { now, log })
  await advance(db, toPage, now)
  return toPage.map(messagesOf)
}

interface EscalationPage {
  readonly due: DueEscalation
  readonly alert: Alert
  /** Why nobody is paged now. */
  readonly silence: Silence | null
  readonly pages: Pages
  /** Who is paged next if nobody acknowledges. */
  readonly next: AlertPage['next']
}

interface PagingParts {
  readonly pending: PendingAlert
  readonly outage: Outage
  readonly silence: Silence | null
  contexts(at: Date): OrganizationPaging
  readonly origin: string | null
  readonly now: Date
}

function pagingOf(
  due: DueEscalation,
  { pending, outage, silence, contexts, origin, now }: PagingParts,
): EscalationPage {
  const { alert } = completeAlert({ ...pending, dueAt: due.dueAt }, origin, now)
  const occasion = { groupIds: groupsFor(pending), severity: alert.incident.severity }
  const next = nextStep(due, now)
  const names = next ? pagesFor(next.targets, { ...contexts(next.at), ...occasion }).paged.map(({ name }) => name) : []
  return {
    due,
    alert: { ...inOutage(alert, outage), reminder: isReminder(due.policy, due) },
    silence,
    pages: pagesFor(targetsOf(due), { ...contexts(now), ...occasion }),
    next: next && names.length > 0 ? { names, at: next.at.toISOString() } : null,
  }
}

function nextStep({ policy, ...due }: DueEscalation, now: Date) {
  const next = stepAfter(policy, due)
  if (!next) return null
  return { targets: policy.steps[next.step]?.targets ?? [], at: new Date(now.getTime() + next.afterMinutes * minute) }
}

const targetsOf = ({ policy, step }: DueEscalation): readonly EscalationTarget[] => policy.steps[step]?.targets ?? []

function messagesOf(paging: EscalationPage): StepPages {
  const { due, pages } = paging
  const { organizationId, outageId } = due
  const alert = withPage(paging, null)
  const routed = { organizationId, alert, routes: pages.routes, page: pageOf(due, null) }
  return { outageId, routed, direct: personalPages(paging) }
}

async function notePages(
  db: Database,
  paging: readonly EscalationPage[],
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  await logUnsent(
    db,
    paging.flatMap((one) => unsent(one, now)),
    log,
  )
  // People who are notified now are also notified of the end.
  await rememberGroups(db, paging.flatMap(groupsPaged))
  await noteEscalated(db, paging.map(eventOf), now)
}

const pageOf = ({ policy, step, round }: DueEscalation, userId: string | null): PageOrigin => ({
  policyId: policy.id,
  step,
  round,
  userId,
})

/** The alert with why it pages. */
function withPage({ due: { policy, step }, alert, next }: EscalationPage, person: AlertPage['person']): Alert {
  return { ...alert, page: { step: { policy: policy.name, number: step + 1 }, person, next } }
}

function personalPages(paging: EscalationPage): DeliveryDraft[] {
  const { due, pages } = paging
  const { organizationId } = due
  return pages.personal.map(({ person, channel, onCall: shift }) => {
    const page = pageOf(due, person.id)
    const onCall = shift && { ...shift, until: shift.until?.toISOString() ?? null }
    const alert = withPage(paging, { timezone: person.timezone, language: person.language, onCall })
    return { organizationId, channelId: channel.id, alert, people: [addressee(person)], oncallPage: true, page }
  })
}

function groupsPaged({ due: { organizationId, outageId }, pages }: EscalationPage): NotifiedGroups[] {
  const groupIds = pages.paged.flatMap(({ type, id }) => (type === 'contact_group' ? [String(id)] : []))
  return groupIds.length > 0 ? [{ organizationId, incidentId: outageId, groupIds }] : []
}

const addressee = ({ name, email, language }: PagedPerson) => ({ name, email, phone: null, language })

function eventOf({
  due: { organizationId, policy, step, round },
  alert,
  pages: { paged, missed },
}: EscalationPage): EscalationEvent {
  const { id, name } = policy
  return {
    organizationId,
    incidentId: alert.incident.id,
    data: { policy: { id, name }, step: step + 1, round: round + 1, paged, missed: missed.map(missedText) },
  }
}

/** Pages that people do not want now, and people who cannot be paged. */
function unsent(paging: EscalationPage, at: Date): LogEntry[] {
  const { silenced, missed } = paging.pages
  const texts = new Set(silenced.map(missedBy).map(missedText))
  return [
    ...silenced.map(({ person, channel, silence }) =>
      entry(paging, { channel, silence, people: [addressee(person)], at }),
    ),
    ...missed
      .map(missedText)
      .filter((error) => !texts.has(error))
      .map((error) => entry(paging, { error, at })),
  ]
}

function silences(paging: EscalationPage, at: Date): LogEntry[] {
  const { silence, pages } = paging
  const { routes, personal, silenced } = pages
  return [
    ...routes.map((route) =>
      entry(paging, { channel: route.channel, silence: route.silence ?? silence, oncallPage: false, at }),
    ),
    ...[...personal, ...silenced].map(({ person, channel }) =>
      entry(paging, { channel, silence, people: [addressee(person)], at }),
    ),
  ]
}

/** A log entry for an alert that was not sent: silenced with a reason, or missed with an error. */
function entry({ due, alert }: EscalationPage, { at, ...facts }: Pick<LogEntry, 'at'> & Partial<LogEntry>): LogEntry {
  const nobody = { id: null, type: 'on_call', name: null }
  return unsentEntry(
    { organizationId: due.organizationId, alert, channel: nobody, at },
    { oncallPage: true, status: facts.silence ? 'silenced' : 'failed', ...facts },
  )
}

/** A step that nobody wants to be paged for now leads to the next one at once. */
async function advance(db: Database, paging: readonly EscalationPage[], now: Date): Promise<void> {
  const after = paging.map(({ due, pages }) => {
    const isPassedOn = pages.silenced.length > 0 && !reachesSomeone(pages)
    return { due, next: stepAfter(due.policy, due), isPassedOn }
  })
  await endEscalations(
    db,
    after.filter(({ next }) => next === null).map(({ due }) => keyOf(due)),
  )
  await scheduleSteps(
    db,
    after.flatMap(({ due, next, isPassedOn }) => {
      if (!next) return []
      // The rest between two rounds stays.
      const afterMinutes = isPassedOn && next.round === due.round ? 0 : next.afterMinutes
      const dueAt = new Date(now.getTime() + afterMinutes * minute)
      return [{ ...keyOf(due), step: next.step, round: next.round, dueAt, held: false }]
    }),
  )
}

function lookAgain(due: DueEscalation, held: boolean, now: Date): NextStep {
  return { ...keyOf(due), step: due.step, round: due.round, dueAt: new Date(now.getTime() + minute), held }
}

const keyOf = ({ organizationId, outageId, policy }: DueEscalation) => ({
  organizationId,
  outageId,
  policyId: policy.id,
})
