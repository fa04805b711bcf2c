// Maintenance windows, and histories of results for them to leave things out of.
import { newId } from '../../../src/domain/id.ts'
import type { MaintenanceWindow } from '../../../src/domain/maintenance.ts'
import type { Database, Store } from '../../../src/store/database/database.ts'
import { addMonitor, monitorNumberOf } from '../../../src/store/monitors/monitors.ts'
import { addToDailyRollups } from '../../../src/store/results/daily-rollups.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { monitorRow } from './monitors.ts'

export function windowRow(startsAt: Date, fields: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  return {
    id: newId(startsAt),
    name: 'Upgrade',
    description: null,
    monitorIds: [],
    monitorTags: [],
    startsAt,
    durationMinutes: 60,
    timezone: 'UTC',
    recurrence: 'once',
    recurrenceUntil: null,
    suppressAlerts: true,
    excludeFromSla: true,
    enabled: true,
    endedEarlyAt: [],
    incidentId: null,
    createdAt: startsAt,
    updatedAt: startsAt,
    ...fields,
  }
}

export interface PastResult {
  at: Date
  location: number
  success: boolean
  infrastructure: boolean
  durationMs: number
}

/** A monitor with these results behind it, in the results and in the rollups. */
export async function monitorWithPast(
  store: Store,
  {
    organizationId,
    tags = [],
    past,
    now,
  }: { organizationId: string; tags?: string[]; past: readonly PastResult[]; now: Date },
): Promise<{ id: string; monitorNumber: number; tags: string[] }> {
  const createdAt = new Date(Math.min(now.getTime(), ...past.map(({ at }) => at.getTime())))
  const monitor = monitorRow(createdAt, { tags })
  await addMonitor(store, organizationId, monitor, createdAt)
  const { monitorNumber } = (await monitorNumberOf(store, organizationId, monitor.id))!
  await store.transaction((tx) => addPast(tx, monitorNumber, past))
  return { id: monitor.id, monitorNumber, tags }
}

async function addPast(tx: Database, monitorNumber: number, past: readonly PastResult[]): Promise<void> {
  await tx.run(sql`
    insert into results (at, monitor_number, duration_ms, location, success, infrastructure)
    select at, ${monitorNumber}, duration_ms, location, success, infrastructure
    from unnest(
      ${past.map(({ at }) => at)}::timestamptz[], ${past.map(({ durationMs }) => durationMs)}::real[],
      ${past.map(({ location }) => location)}::smallint[], ${past.map(({ success }) => success)}::boolean[],
      ${past.map(({ infrastructure }) => infrastructure)}::boolean[]
    ) as past (at, duration_ms, location, success, infrastructure)`)
  await tx.run(sql`
    insert into rollups (monitor_number, location, hour, checks, failures, duration_sum, duration_min, duration_max)
    select monitor_number, location, date_trunc('hour', at), count(*), count(*) filter (where not success),
      coalesce(sum(duration_ms) filter (where success), 0), min(duration_ms) filter (where success),
      max(duration_ms) filter (where success)
    from results
    where monitor_number = ${monitorNumber} and not infrastructure
    group by monitor_number, location, date_trunc('hour', at)`)
  await tx.run(sql`delete from daily_rollups where monitor_number = ${monitorNumber}`)
  await tx.run(
    addToDailyRollups(sql`(select * from results where monitor_number = ${monitorNumber} and not infrastructure)`),
  )
}
