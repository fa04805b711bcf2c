// The monitors of reports and objectives, when they were down, and when they were not checked.
import { covers, occurrences } from '../../domain/maintenance.ts'
import { type Span, mergeSpans } from '../../domain/span.ts'
import {
  type Downtime,
  type IncidentTimes,
  type WatchedTime,
  confirmedDowntime,
} from '../../domain/report/counted-time.ts'
import type { Database } from '../database/database.ts'
import { every, sql } from '../database/sql.ts'
import { windowsOf } from '../monitors/maintenance-windows.ts'
import { falseAlarms } from '../results/false-alarms.ts'

export interface Choice {
  readonly monitorIds: readonly string[]
  readonly tags: readonly string[]
}

export interface ChosenMonitor {
  readonly id: string
  readonly monitorNumber: number
  readonly name: string
  readonly type: string
  readonly target: string
  readonly tags: readonly string[]
  readonly intervalSeconds: number
  /** Whether it is probed; otherwise gaps in its checks cannot be detected. */
  readonly isProbed: boolean
  readonly createdAt: Date
}

/** Monitors with these ids or tags, or all, without those in shadow mode; by name. */
export async function chosenMonitors(
  db: Database,
  organizationId: string,
  { monitorIds, tags }: Choice,
): Promise<ChosenMonitor[]> {
  const isEverything = monitorIds.length === 0 && tags.length === 0
  return db.rows(sql`
    select id, monitor_number as "monitorNumber", name, type, target, tags, interval_seconds as "intervalSeconds",
      deadline_seconds is not null as "isProbed", created_at as "createdAt"
    from monitors
    where ${every([
      sql`organization_id = ${organizationId}`,
      sql`not shadow`,
      !isEverything && sql`(id = any (${monitorIds}::uuid[]) or tags && ${tags}::text[])`,
    ])}
    order by lower(name), id`)
}

/** An occurrence of a maintenance window. */
export interface Occurrence extends Span {
  readonly windowId: string
  readonly name: string
  readonly excludeFromSla: boolean
  readonly monitorIds: readonly string[]
}

export interface Histories {
  readonly of: (monitor: ChosenMonitor) => Omit<WatchedTime, 'unwatched'>
  readonly maintenance: readonly Occurrence[]
}

interface HistoriesQuery extends Span {
  readonly organizationId: string
  readonly monitors: readonly ChosenMonitor[]
  /** Incidents of the span, including at least all critical ones. */
  readonly incidents: readonly IncidentTimes[]
}

/** The history of these monitors in a span. */
export async function historiesOf(
  db: Database,
  { organizationId, monitors, incidents, from, to }: HistoriesQuery,
): Promise<Histories> {
  const span = { from, to }
  const monitorIds = monitors.map(({ id }) => id)
  const down = byMonitor(confirmedDowntime(incidents, span))
  const alarms = byMonitor(await falseAlarms(db, { organizationId, monitorIds, ...span }))
  const maintenance = await occurrencesOver(db, organizationId, monitors, span)
  const planned = byMonitor(
    maintenance
      .filter(({ excludeFromSla }) => excludeFromSla)
      .flatMap(({ monitorIds, from, to }) => monitorIds.map((monitorId) => ({ monitorId, from, to }))),
  )
  const none: Span[] = []
  const of = ({ id, createdAt }: ChosenMonitor): Omit<WatchedTime, 'unwatched'> => ({
    lifetime: { from: createdAt > from ? createdAt : from, to },
    down: down.get(id) ?? none,
    maintenance: planned.get(id) ?? none,
    falseAlarms: alarms.get(id) ?? none,
  })
  return { of, maintenance }
}

function byMonitor(parts: readonly Downtime[]): Map<string, Span[]> {
  const found = new Map<string, Span[]>()
  for (const { monitorId, from, to } of parts) {
    const theirs = found.get(monitorId)
    if (theirs) theirs.push({ from, to })
    else found.set(monitorId, [{ from, to }])
  }
  for (const [monitorId, spans] of found) found.set(monitorId, mergeSpans(spans))
  return found
}

async function occurrencesOver(
  db: Database,
  organizationId: string,
  monitors: readonly ChosenMonitor[],
  span: Span,
): Promise<Occurrence[]> {
  return (await windowsOf(db, [organizationId], span)).flatMap((window) => {
    const parts = occurrences(window, span)
    const monitorIds = parts.length > 0 ? monitors.filter((one) => covers(window, one)).map(({ id }) => id) : []
    if (monitorIds.length === 0) return []
    const { id: windowId, name, excludeFromSla } = window
    return parts.map((part) => ({ windowId, name, excludeFromSla, monitorIds, ...part }))
  })
}
