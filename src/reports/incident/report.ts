// Gathers the report of an incident: what happened, what it cost, what changed and who was notified.
import { budgetOf, verdictOf } from '../../domain/objective/budget.ts'
import { windowAt } from '../../domain/objective/objective.ts'
import { uptimeIn } from '../../domain/uptime/monitored-time.ts'
import { type ActivityEvent, listActivity } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { type IncidentEvent, type OfIncident, listIncidentEvents } from '../../store/incidents/incident-events.ts'
import { type ReportNotes, reportNotesOf } from '../../store/incidents/report-notes.ts'
import {
  type AffectedIncident,
  type IncidentFacts,
  affectedIncidents,
  incidentFacts,
} from '../../store/incidents/reported-incident.ts'
import { type Deployment, deploymentsDuring } from '../../store/monitors/deployments.ts'
import { listNotifications } from '../../store/notifications/log-pages.ts'
import { listObjectives } from '../../store/objectives/objectives.ts'
import { chosenMonitors } from '../../store/reports/chosen-monitors.ts'
import { monitoredTimes } from '../../store/results/monitored-times.ts'

/** What happened before it may have caused it. */
const beforeMs = 60 * 60_000
const afterMs = 10 * 60_000
const maxEntries = { events: 500, deliveries: 500, affected: 200, changes: 50, objectives: 100 }

export interface ReportRequester {
  readonly organization: { readonly id: string; readonly name: string; readonly timezone: string }
  readonly incidentId: number
  readonly now: Date
}

export interface BurntBudget {
  readonly id: string
  readonly name: string
  readonly target: number
  readonly burntMs: number
  /** Of the window that ends with the outage, for all its monitors; null if it is too early to judge. */
  readonly budgetMs: number | null
}

/** An entry of the delivery log, as the API shows it. */
export interface ReportedDelivery {
  readonly id: number
  readonly status: string
  readonly event: string
  readonly channel: { readonly id: number | null; readonly type: string; readonly name: string | null }
  readonly oncall_page: boolean
  readonly recipient: string | null
  readonly attempt: number
  readonly http_status: number | null
  readonly latency_ms: number | null
  readonly error: string | null
  readonly silenced_reason: string | null
  readonly created_at: string
}

export interface IncidentReport {
  readonly organization: ReportRequester['organization']
  readonly incident: IncidentFacts
  /** From the first failed check to the end, or until now. */
  readonly durationMs: number
  readonly affected: readonly AffectedIncident[]
  readonly budgets: readonly BurntBudget[]
  readonly events: readonly IncidentEvent[]
  readonly changes: readonly ActivityEvent[]
  readonly deployments: readonly Deployment[]
  readonly deliveries: readonly ReportedDelivery[]
  readonly notes: ReportNotes
  readonly generatedAt: Date
}

/** Undefined if the incident does not exist. */
export async function makeIncidentReport(db: Database, request: ReportRequester): Promise<IncidentReport | undefined> {
  const { organization, incidentId, now } = request
  const of = { organizationId: organization.id, incidentId }
  const incident = await incidentFacts(db, of)
  if (!incident) return undefined
  const affected = await affectedIncidents(db, of, maxEntries.affected)
  const around = {
    from: new Date(incident.failingSince.getTime() - beforeMs),
    to: new Date(incident.startedAt.getTime() + afterMs),
  }
  return {
    organization,
    incident,
    durationMs: (incident.resolvedAt ?? now).getTime() - incident.failingSince.getTime(),
    affected,
    budgets: await burntBudgets(db, request, { incident, affected }),
    events: await listIncidentEvents(db, of, { after: undefined, limit: maxEntries.events }),
    changes: await changesIn(db, organization.id, around),
    deployments: await deploymentsDuring(db, {
      organizationId: organization.id,
      monitorId: incident.monitorId,
      tags: incident.tags,
      ...around,
      limit: maxEntries.changes,
    }),
    deliveries: await deliveriesOfIncident(db, of, maxEntries.deliveries),
    notes: await reportNotesOf(db, of),
    generatedAt: now,
  }
}

/** Changes of configuration. What people did with incidents is on their timelines. */
const uninteresting = ['incident', 'notification', 'user', 'api_key', 'confirmation', 'oauth_client', 'backup']

async function changesIn(
  db: Database,
  organizationId: string,
  { from, to }: { from: Date; to: Date },
): Promise<ActivityEvent[]> {
  const filter = { since: from, until: to, onlyChanges: true }
  const all = await listActivity(db, organizationId, { filter, after: undefined, limit: 4 * maxEntries.changes })
  const changes = all.filter(({ entity_type: type, action }) => !uninteresting.includes(type) && isChange(action))
  return changes.slice(0, maxEntries.changes).toReversed()
}

const isChange = (action: string): boolean => !/\.(tested|check_requested|notification_tested)$/.test(action)

/** The latest ones, oldest first. */
export async function deliveriesOfIncident(
  db: Database,
  { organizationId, incidentId }: OfIncident,
  limit: number,
): Promise<ReportedDelivery[]> {
  const page = { filter: { incidentId }, after: undefined, limit }
  const rows = await listNotifications(db, organizationId, page)
  return rows.map(({ json }) => JSON.parse(json) as ReportedDelivery).toReversed()
}

interface ReportedOutage {
  readonly incident: IncidentFacts
  readonly affected: readonly AffectedIncident[]
}

async function burntBudgets(
  db: Database,
  { organization, now }: ReportRequester,
  { incident, affected }: ReportedOutage,
): Promise<BurntBudget[]> {
  const { monitorId } = incident
  if (monitorId === null) return []
  const incidents = [{ ...incident, monitorId }, ...affected]
  const objectives = await listObjectives(db, organization.id, { after: undefined, limit: maxEntries.objectives })
  const span = {
    from: new Date(Math.min(...incidents.map(({ failingSince }) => failingSince.getTime()))),
    to: new Date(Math.max(...incidents.map(({ resolvedAt }) => (resolvedAt ?? now).getTime()))),
  }
  const found: BurntBudget[] = []
  for (const { id, name, target, window, ...chosen } of objectives) {
    const choice = { monitorIds: chosen.monitorIds, tags: chosen.monitorTags }
    const monitors = await chosenMonitors(db, organization.id, choice)
    const monitorIds = monitors.map((monitor) => monitor.id)
    if (!incidents.some((one) => monitorIds.includes(one.monitorId))) continue
    const period = windowAt(window, { now: span.to, timezone: organization.timezone })
    const from = span.from < period.from ? span.from : period.from
    const query = { organizationId: organization.id, monitorIds, incidents, from, to: span.to }
    const times = [...(await monitoredTimes(db, query)).values()]
    const sums = uptimeIn(times, period)
    const isEarly = verdictOf(target, sums, { monitors: times.length, periodMs: period.lengthMs }) === 'too_early'
    const budgetMs = isEarly ? null : budgetOf(target, sums).totalMs
    found.push({ id, name, target, burntMs: uptimeIn(times, span).downMs, budgetMs })
  }
  return found
}
