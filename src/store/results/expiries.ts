// Expiries from the latest check of each monitor that measured one.
import { isRenewedInTime, lifeKeys } from '../../domain/checking/certificate-life.ts'
import { expiryKeys, expiryOf } from '../../domain/checking/expiry.ts'
import type { Database } from '../database/database.ts'
import { every, sql, unprepared } from '../database/sql.ts'
import { numbersOfMetrics, unpacked } from './metric-names.ts'
import { newestResults } from '../checking/stored-results.ts'

export interface Expiry {
  monitor: { id: string; name: string }
  metricKey: string
  expiresAt: Date
  /** Of a short-lived certificate whose renewal is not late. */
  isInTime: boolean
}

interface ExpiryQuery {
  organizationId: string
  /** Metrics that count days, with the types that measure them. */
  metrics: readonly { key: string; type: string }[]
  /** Only these monitors; all if omitted. */
  monitorIds?: readonly string[]
  now: Date
}

/** Searches the last two days and at least three intervals. */
export async function expiries(
  db: Database,
  { organizationId, metrics, monitorIds, now }: ExpiryQuery,
): Promise<Expiry[]> {
  const numbers = await numbersOfMetrics(db, [
    ...metrics.flatMap(({ key }) => [key, ...Object.values(lifeKeys(key))]),
    ...Object.values(expiryKeys),
  ])
  if (numbers.size === 0) return []
  const rows = await db.rows<{ id: string; name: string; type: string; at: Date; packed: Buffer }>(
    unprepared(sql`
    select m.id, m.name, m.type, latest.at, latest.metrics as packed
    from monitors m
    cross join lateral ${newestResults({
      monitor: sql`= m.monitor_number`,
      from: sql`(${now}::timestamptz - greatest(interval '2 days', m.interval_seconds * interval '3 seconds'))`,
      columns: ['at', 'location', 'metrics'],
      where: sql`r.at <= ${now} and r.metrics is not null`,
      limit: 1,
    })} latest
    where ${every([
      sql`m.organization_id = ${organizationId}`,
      sql`m.type = any (${[...new Set(metrics.map(({ type }) => type))]}::text[])`,
      sql`m.state <> 'paused'`,
      monitorIds !== undefined && sql`m.id = any (${monitorIds}::uuid[])`,
    ])}`),
  )
  return rows.flatMap(({ id, name, type, at, packed }) => {
    const figure = (key: string): number | undefined =>
      numbers.has(key) ? unpacked(packed, numbers.get(key)!) : undefined
    return metrics
      .filter((metric) => metric.type === type)
      .flatMap(({ key }) => {
        const days = figure(key)
        if (days === undefined) return []
        const expiresAt = exactExpiry(figure) ?? new Date(at.getTime() + days * 86_400_000)
        const life = Object.fromEntries(Object.values(lifeKeys(key)).map((key) => [key, figure(key)]))
        return [{ monitor: { id, name }, metricKey: key, expiresAt, isInTime: isRenewedInTime(key, life) }]
      })
  })
}

/** Metrics hold whole days, for rules; the exact time is used if the type reports it. */
function exactExpiry(figure: (key: string) => number | undefined): Date | null {
  const [day, second] = [figure(expiryKeys.day), figure(expiryKeys.second)]
  return day === undefined || second === undefined ? null : expiryOf(day, second)
}
