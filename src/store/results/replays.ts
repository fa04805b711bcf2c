// Data to replay a rule: the monitor, its stored checks in the order in which they ended, and its incidents.
import { wasAnswered } from '../../domain/alerting/condition.ts'
import type { PastCheck } from '../../domain/alerting/replay.ts'
import { lifeKeys } from '../../domain/checking/certificate-life.ts'
import type { Metric } from '../../domain/metric.ts'
import type { Strategy } from '../../domain/monitor.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { numbersOfMetrics, unpacked } from './metric-names.ts'
import { sql } from '../database/sql.ts'
import { type StoredColumn, storedResults } from '../checking/stored-results.ts'

export interface ReplayedMonitor {
  id: string
  monitorNumber: number
  type: string
  strategy: Strategy
  intervalSeconds: number
  /** The numbers of the locations that count. */
  locations: number[]
}

/** The view of the judge with all locations alive: muted ones count only if there are no others. */
export async function replayedMonitor(
  db: Database,
  organizationId: string,
  id: string,
): Promise<ReplayedMonitor | undefined> {
  return db.row(sql`
    select id, monitor_number as "monitorNumber", type, scheduling_strategy as strategy,
      interval_seconds as "intervalSeconds",
      case
        when deadline_seconds is null then '{0}'
        when location_numbers <@ muted_location_numbers then location_numbers
        else array(select number from unnest(location_numbers) as number where number <> all (muted_location_numbers))
      end as locations
    from monitors
    where organization_id = ${organizationId} and id = ${id}`)
}

interface ReplayQuery extends Span {
  readonly monitor: ReplayedMonitor
  readonly metric: Pick<Metric, 'key' | 'column'>
}

const day = 86_400_000
const checksAtOnce = 5000

/** The checks of [from, to) in batches, each with only the metrics that decide about the requested one. */
export async function* pastChecks(
  db: Database,
  { monitor, metric, from, to }: ReplayQuery,
): AsyncGenerator<PastCheck[]> {
  const keys = metric.key === 'success' ? [] : [metric.key, ...Object.values(lifeKeys(metric.key))]
  const numbers = await numbersOfMetrics(db, keys)
  const stepMs = Math.min(day, monitor.intervalSeconds * 1000 * checksAtOnce)
  for (let start = from.getTime(); start < to.getTime(); start += stepMs) {
    const span = { from: new Date(start), to: new Date(Math.min(start + stepMs, to.getTime())) }
    const rows = await storedChecks(db, monitor.monitorNumber, {
      ...span,
      withMetrics: numbers.size > 0,
    })
    yield rows.map((row) => toPastCheck(row, metric, numbers))
  }
}

interface StoredCheck {
  at: Date
  durationMs: number
  location: number
  statusCode: number | null
  success: boolean
  error: string | null
  packed: Buffer | null
}

async function storedChecks(
  db: Database,
  monitorNumber: number,
  { from, to, withMetrics }: Span & { withMetrics: boolean },
): Promise<StoredCheck[]> {
  const columns: StoredColumn[] = ['at', 'duration_ms', 'location', 'status_code', 'success', 'infrastructure', 'error']
  return db.rows(sql`
    select r.at, r.duration_ms as "durationMs", r.location, r.status_code as "statusCode", r.success, r.error,
      ${withMetrics ? sql`r.metrics` : sql`null`} as packed
    from ${storedResults({
      monitor: sql`= ${monitorNumber}`,
      from,
      until: to,
      columns: withMetrics ? [...columns, 'metrics'] : columns,
    })} r
    where not r.infrastructure
    order by r.at`)
}

function toPastCheck(
  { at, packed, ...check }: StoredCheck,
  { key, column }: ReplayQuery['metric'],
  numbers: ReadonlyMap<string, number>,
): PastCheck {
  const success = wasAnswered(check)
  const metrics: Record<string, number> = {}
  const measure = (key: string, value: number | undefined): void => {
    if (value !== undefined) metrics[key] = value
  }
  if (success) measure(key, fromColumn(check, column))
  if (packed) for (const [key, number] of numbers) measure(key, unpacked(packed, number))
  return { ...check, at: at.getTime(), success, metrics }
}

function fromColumn(
  { durationMs, statusCode }: Pick<StoredCheck, 'durationMs' | 'statusCode'>,
  column: Metric['column'],
): number | undefined {
  return column === 'duration_ms' ? durationMs : column === 'status_code' ? (statusCode ?? undefined) : undefined
}

export interface PastIncident {
  id: number
  rule: { id: string; name: string } | null
  severity: string
  started_at: Date
  resolved_at: Date | null
}

/** The newest incidents of a monitor that were open during [from, to), newest last, and their total. */
export async function incidentsDuring(
  db: Database,
  { organizationId, monitorId, from, to, limit }: Span & { organizationId: string; monitorId: string; limit: number },
): Promise<{ incidents: PastIncident[]; total: number }> {
  const rows = await db.rows<PastIncident & { total: number }>(sql`
    select i.id, case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as rule, i.severity,
      i.started_at, i.resolved_at, count(*) over () as total
    from incidents i
    left join alert_rules r on r.organization_id = i.organization_id and r.id = i.alert_rule_id
    where i.organization_id = ${organizationId}
      and i.monitor_id = ${monitorId}
      and i.started_at < ${to}
      and (i.resolved_at is null or i.resolved_at >= ${from})
    order by i.started_at desc, i.id desc
    limit ${limit}`)
  return { incidents: rows.map(({ total: _total, ...incident }) => incident).toReversed(), total: rows[0]?.total ?? 0 }
}
