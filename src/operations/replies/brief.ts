// What a link in an alert shows of its incident: what fails, since when, who was alerted, and who is next.
import { channelKind } from '../../channels/index.ts'
import { placeName } from '../../channels/shared/alert-facts.ts'
import { problem } from '../../channels/shared/alert-text.ts'
import type { Cause } from '../../domain/outcome.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../../store/database/database.ts'
import { dependentCounts } from '../../store/incidents/affected.ts'
import { incidentSpansOf } from '../../store/incidents/incident-spans.ts'
import type { LockedIncident } from '../../store/incidents/locked-incident.ts'
import { outagesOf } from '../../store/incidents/outages.ts'
import { currentAlerts } from '../../store/incidents/outbox.ts'
import { channelsNotifiedOf } from '../../store/notifications/log.ts'
import { type PagingOutlook, pagingOf } from '../incidents/next-pages.ts'

export interface IncidentBrief {
  readonly organizationName: string
  readonly timezone: string
  readonly severity: 'critical' | 'warning'
  /** What fails, such as a monitor. */
  readonly name: string
  /** Without the name. */
  readonly problem: string
  readonly cause: Cause
  readonly diagnosis: string | null
  readonly failingSince: Date
  /** The names of the locations that confirmed it. */
  readonly locations: readonly string[]
  readonly status: LockedIncident['status']
  readonly acknowledgedBy: string | null
  readonly resolvedAt: Date | null
  /** Whether something else than a check ended it, such as a person. */
  readonly isClosed: boolean
  readonly closedBy: string | null
  readonly now: Date
  readonly paging: PagingOutlook
  /** The monitors that depend on it and fail too. */
  readonly affected: number
  /** The people who were paged and the channels that were notified, by name. */
  readonly notified: readonly string[]
  /** When critical incidents were open in the last hour; null for what is no monitor. */
  readonly lastHour: readonly Span[] | null
}

const hourMs = 3_600_000

export async function briefOf(
  db: Database,
  organizationId: string,
  { incident, now }: { incident: LockedIncident; now: Date },
): Promise<IncidentBrief> {
  const { id, outageId, status, acknowledgedBy, resolvedAt, resolveReason, resolvedBy, subject } = incident
  const [pending] = await currentAlerts(db, { organizationId, incidentIds: [id] }, now)
  const paging = await pagingOf({ db, now, caller: { organization: { id: organizationId } } }, [id])
  const [dependents] = await dependentCounts(db, [id])
  const outages = await outagesOf(db, [{ organizationId, outageId }])
  const notified = await channelsNotifiedOf(db, [outages.get(outageId)!])
  const hour = { from: new Date(now.getTime() - hourMs), to: now }
  const { alert } = pending!
  return {
    organizationName: alert.organization.name,
    timezone: alert.organization.timezone ?? 'UTC',
    severity: alert.incident.severity,
    name: alert.monitor?.name ?? subject.name,
    problem: problem(alert),
    cause: (alert.rootCause ?? 'other') as Cause,
    diagnosis: alert.diagnosis,
    failingSince: incident.failingSince,
    locations: alert.confirmingProbes.map(placeName),
    status,
    acknowledgedBy,
    resolvedAt,
    isClosed: resolveReason !== null,
    closedBy: resolvedBy,
    now,
    paging: paging.get(id)!,
    affected: dependents?.affected ?? 0,
    notified: [
      ...new Set(
        notified
          .filter(({ channel }) => channelKind(channel.type)?.readBy !== 'programs')
          .map(({ channel, people: [person] }) => person?.name ?? channel.name),
      ),
    ],
    lastHour: subject.kind === 'monitor' ? await downIn(db, { organizationId, monitorId: subject.id, ...hour }) : null,
  }
}

async function downIn(
  db: Database,
  { organizationId, monitorId, from, to }: Span & { organizationId: string; monitorId: string },
): Promise<Span[]> {
  // One that opens now is in no span that ends now.
  const until = new Date(to.getTime() + 1)
  const spans = await incidentSpansOf(db, { organizationId, monitorIds: [monitorId], from, to: until })
  return spans.filter(({ severity }) => severity === 'critical')
}
