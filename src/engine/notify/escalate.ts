// Escalation: pages the next person while an incident fires and is not acknowledged.
import { needsRecipients } from '../../channels/index.ts'
import type { Log } from '../../domain/log.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import { type DeliveryDraft, type LogEntry, unsentEntry } from '../../domain/notifying/delivery.ts'
import { covers } from '../../domain/maintenance.ts'
import { type EscalationTarget, isReminder, stepAfter } from '../../domain/on-call/escalation.ts'
import { type Pages, type PagedPerson, pagesFor, reachesSomeone, silencedText } from '../../domain/on-call/paging.ts'
import { groupsFor } from '../../domain/notifying/routing.ts'
import type { Database } from '../../store/database/database.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { type NotifiedGroups, rememberGroups } from '../../store/incidents/incidents.ts'
import { type PendingAlert, currentAlerts } from '../../store/incidents/outbox.ts'
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
import { completeAlert } from './complete-alert.ts'
import { logUnsent, queueAlerts } from './queue-alerts.ts'
import type { RouterParts } from './route.ts'
import { suppressingWindows } from './silences.ts'

const maxRound = 100
const minute = 60_000

/** Takes the due steps of escalations in one transaction. Returns whether there may be more. */
export async function escalateDue({ store, clock, log, origin }: RouterParts): Promise<boolean> {
  return store.transaction(async (tx) => {
    const now = clock.now()
    const due = await lockDueEscalations(tx, { limit: maxRound, now })
    const standing = Object.groupBy(due, (one) => one.standing)
    await endEscalations(tx, (standing.over ?? []).map(keyOf))
    await scheduleSteps(
      tx,
      (standing.undecided ?? []).map((one) => lookAgain(one, one.held, now)),
    )
    const byOrganization = Map.groupBy(standing.firing ?? [], ({ organizationId }) => organizationId)
    for (const [organizationId, theirs] of byOrganization)
      await escalate(tx, theirs, { organizationId, origin: origin(), now, log })
    return due.length === maxRound
  })
}

interface EscalationContext {
  readonly organizationId: string
  readonly origin: string | null
  readonly now: Date
  readonly log: Log
}

async function escalate(
  db: Database,
  due: readonly DueEscalation[],
  { organizationId, origin, now, log }: EscalationContext,
): Promise<void> {
  const incidentIds = [...new Set(due.map(({ incidentId }) => incidentId))]
  const pending = new Map(
    (await currentAlerts(db, { organizationId, incidentIds }, now)).map((one) => [one.incidentId, one]),
  )
  const windows = await suppressingWindows(db, [organizationId], now)
  const contexts = await pagingContexts(db, organizationId, {
    targets: due.flatMap(targetsOf),
    span: { from: now, to: new Date(now.getTime() + 1) },
    needsRecipients,
  })
  const context = contexts(now)
  const paging = due.map((one) => pagingOf(one, { pending: pending.get(one.incidentId)!, context, origin, now }))
  const isHeld = ({ subject }: EscalationPage): boolean => windows.some((window) => covers(window, subject))
  const [held, toPage] = [paging.filter(isHeld), paging.filter((one) => !isHeld(one))]
  await logUnsent(
    db,
    held.filter(({ due }) => !due.held).flatMap((one) => silences(one, now)),
    log,
  )
  await scheduleSteps(
    db,
    held.map((one) => lookAgain(one.due, true, now)),
  )
  await page(db, toPage, { now, log })
  await advance(db, toPage, now)
}

interface EscalationPage {
  readonly due: DueEscalation
  readonly alert: Alert
  readonly subject: PendingAlert['subject']
  readonly pages: Pages
}

interface PagingParts {
  readonly pending: PendingAlert
  readonly context: OrganizationPaging
  readonly origin: string | null
  readonly now: Date
}

function pagingOf(due: DueEscalation, { pending, context, origin, now }: PagingParts): EscalationPage {
  const { alert } = completeAlert({ ...pending, dueAt: due.dueAt }, origin, now)
  const groupIds = groupsFor(pending)
  return {
    due,
    alert: { ...alert, reminder: isReminder(due.policy, due) },
    subject: pending.subject,
    pages: pagesFor(targetsOf(due), { ...context, groupIds, severity: alert.incident.severity }),
  }
}

const targetsOf = ({ policy, step }: DueEscalation): readonly EscalationTarget[] => policy.steps[step]?.targets ?? []

async function page(
  db: Database,
  paging: readonly EscalationPage[],
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  await queueAlerts(
    db,
    paging.map(({ due: { organizationId }, alert, pages }) => ({ organizationId, alert, routes: pages.routes })),
    { now, log },
  )
  await addDeliveries(db, paging.flatMap(personalPages), now)
  await logUnsent(
    db,
    paging.flatMap((one) => unsent(one, now)),
    log,
  )
  // People who are notified now are also notified of the end.
  const groups = Map.groupBy(paging.flatMap(groupsPaged), ({ incidentId }) => incidentId)
  await rememberGroups(
    db,
    [...groups.values()].map((paged) => ({ ...paged[0]!, groupIds: paged.flatMap(({ groupIds }) => groupIds) })),
  )
  await noteEscalated(db, paging.map(eventOf), now)
}

function personalPages({ due: { organizationId }, alert, pages }: EscalationPage): DeliveryDraft[] {
  return pages.personal.map(({ person, channel }) => {
    return { organizationId, channelId: channel.id, alert, people: [addressee(person)], oncallPage: true }
  })
}

function groupsPaged({ due: { organizationId, incidentId }, pages }: EscalationPage): NotifiedGroups[] {
  const groupIds = pages.paged.flatMap(({ type, id }) => (type === 'contact_group' ? [String(id)] : []))
  return groupIds.length > 0 ? [{ organizationId, incidentId, groupIds }] : []
}

const addressee = ({ name, email }: PagedPerson) => ({ name, email, phone: null })

function eventOf({
  due: { organizationId, incidentId, policy, step, round },
  pages: { paged, missed },
}: EscalationPage): EscalationEvent {
  const { id, name } = policy
  return { organizationId, incidentId, data: { policy: { id, name }, step: step + 1, round: round + 1, paged, missed } }
}

/** Pages that people do not want now, and people who cannot be paged. */
function unsent(paging: EscalationPage, at: Date): LogEntry[] {
  const { silenced, missed } = paging.pages
  const texts = new Set(silenced.map(silencedText))
  return [
    ...silenced.map(({ person, channel, silence }) =>
      entry(paging, { channel, silence, people: [addressee(person)], at }),
    ),
    ...missed.filter((error) => !texts.has(error)).map((error) => entry(paging, { error, at })),
  ]
}

function silences(paging: EscalationPage, at: Date): LogEntry[] {
  const { routes, personal, silenced } = paging.pages
  return [
    ...routes.map(({ channel, silence }) =>
      entry(paging, { channel, silence: silence ?? 'maintenance', oncallPage: false, at }),
    ),
    ...[...personal, ...silenced].map(({ person, channel }) =>
      entry(paging, { channel, silence: 'maintenance', people: [addressee(person)], at }),
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

const keyOf = ({ organizationId, incidentId, policy }: DueEscalation) => ({
  organizationId,
  incidentId,
  policyId: policy.id,
})
