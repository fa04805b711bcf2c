// What runs out: days that are left, as the latest good check of each monitor measured them.
import type { Database } from '../database/database.ts'
import { every, sql, unprepared } from '../database/sql.ts'
import { numbersOfMetrics, unpacked } from './metric-names.ts'

export interface Expiry {
  monitor: { id: string; name: string }
  metricKey: string
  days: number
  measuredAt: Date
}

interface Asked {
  organizationId: string
  /** The metrics that count days, with the types that measure them. */
  metrics: readonly { key: string; type: string }[]
  /** Only of these; of all when left out. */
  monitorIds?: readonly string[]
  now: Date
}

/** Looked for as far back as two days, and three intervals. */
export async function expiries(db: Database, { organizationId, metrics, monitorIds, now }: Asked): Promise<Expiry[]> {
  const numbers = await numbersOfMetrics(
    db,
    metrics.map(({ key }) => key),
  )
  if (numbers.size === 0) return []
  const rows = await db.rows<{ id: string; name: string; type: string; at: Date; packed: Buffer }>(
    unprepared(sql`
    select m.id, m.name, m.type, latest.at, latest.metrics as packed
    from monitors m
    cross join lateral (
      select r.at, r.metrics
      from results r
      where r.monitor_number = m.monitor_number
        and r.at > ${now}::timestamptz - greatest(interval '2 days', m.interval_seconds * interval '3 seconds')
        and r.at <= ${now}
        and r.metrics is not null
      order by r.at desc
      limit 1
    ) latest
    where ${every([
      sql`m.organization_id = ${organizationId}`,
      sql`m.type = any (${[...new Set(metrics.map(({ type }) => type))]}::text[])`,
      sql`m.state <> 'paused'`,
      monitorIds !== undefined && sql`m.id = any (${monitorIds}::uuid[])`,
    ])}`),
  )
  return rows.flatMap(({ id, name, type, at, packed }) =>
    metrics
      .filter((metric) => metric.type === type && numbers.has(metric.key))
      .flatMap(({ key }) => {
        const days = unpacked(packed, numbers.get(key)!)
        return days === undefined ? [] : [{ monitor: { id, name }, metricKey: key, days, measuredAt: at }]
      }),
  )
}
