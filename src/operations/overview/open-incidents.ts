// The open incidents of the overview, with their last hour and next pages.
import { foldMarks, foldsOf } from '../../domain/history/incident-folds.ts'
import type { OpenNow } from '../../store/incidents/open-now.ts'
import { incidentSpansOf } from '../../store/incidents/incident-spans.ts'
import { excludedOf, timesOff } from '../../store/results/exclusions.ts'
import { recentResults } from '../../store/results/recent-results.ts'
import { pagingOf } from '../incidents/next-pages.ts'
import { lastHour, lastHourBars } from '../monitors/last-hour.ts'
import type { CallerContext } from '../registry/define.ts'

interface IncidentFold {
  readonly shared: string
  readonly incidentIds: readonly number[]
}

/** The first incident of each fold stands for all of them. */
export function folded(incidents: readonly OpenNow[]): { lead: OpenNow; fold: IncidentFold | null }[] {
  const folds = foldsOf(incidents.map((incident) => ({ ...incident, marks: foldMarks(incident) })))
  const groups = Map.groupBy(incidents, ({ id }) => folds.get(id) ?? id)
  return [...groups].map(([shared, group]) => ({
    lead: group[0]!,
    fold: typeof shared === 'string' ? { shared, incidentIds: group.map(({ id }) => id) } : null,
  }))
}

export async function shownIncidents(context: CallerContext, lines: ReturnType<typeof folded>) {
  const incidents = lines.map(({ lead }) => lead)
  if (incidents.length === 0) return []
  const ids = incidents.map(({ id }) => id)
  const [paging, bars] = await Promise.all([pagingOf(context, ids), barsFor(context, incidents)])
  return lines.map(({ lead: incident, fold }) => ({
    id: incident.id,
    status: incident.status,
    severity: incident.severity,
    message: incident.message,
    diagnosis: incident.diagnosis,
    root_cause: incident.rootCause,
    monitor: incident.monitor,
    slo: incident.slo,
    location: incident.location,
    started_at: incident.startedAt,
    failing_since: incident.failingSince,
    acknowledged_at: incident.acknowledgedAt,
    acknowledged_by: incident.acknowledgedBy,
    flapping: incident.flapping,
    seen_from: incident.seenFrom,
    locations: incident.locations,
    last_page: paging.get(incident.id)!.last,
    next_page: paging.get(incident.id)!.next[0] ?? null,
    bars: bars(incident),
    fold: fold && { shared: fold.shared, incident_ids: fold.incidentIds },
  }))
}

async function barsFor({ db, caller, now }: CallerContext, incidents: readonly OpenNow[]) {
  const span = lastHour(now)
  const ours = { organizationId: caller.organization.id, monitorIds: incidents.map(({ monitorId }) => monitorId) }
  const monitors = incidents.map(({ monitorId, tags }) => ({ id: monitorId, tags }))
  const [results, incidentSpans, off] = await Promise.all([
    recentResults(
      db,
      incidents.map(({ monitorNumber }) => monitorNumber),
      span,
    ),
    incidentSpansOf(db, { ...ours, ...span }),
    timesOff(db, { ...ours, monitors, ...span }),
  ])
  return ({ monitorId, monitorNumber, intervalSeconds }: OpenNow): string => {
    const own = incidentSpans.filter((one) => one.monitorId === monitorId)
    const timeline = {
      maintenance: off.get(monitorId)!.maintenance,
      excluded: excludedOf(off.get(monitorId)!),
      results: results.filter((result) => result.monitorNumber === monitorNumber),
      intervalSeconds,
      down: own.filter(({ severity }) => severity === 'critical'),
      degraded: own.filter(({ severity }) => severity === 'warning'),
    }
    return lastHourBars(timeline, now)
  }
}
