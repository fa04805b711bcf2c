// The states of monitors that the live event stream publishes.
import type { MonitorState } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface LiveMonitor {
  organizationId: string
  monitorNumber: number
  id: string
  state: MonitorState
}

/** Monitors of these organizations, by number or id. */
export async function liveMonitors(
  db: Database,
  { numbers, ids, organizations }: { numbers: number[]; ids: string[]; organizations: string[] },
): Promise<LiveMonitor[]> {
  const shown = sql`organization_id as "organizationId", monitor_number as "monitorNumber", id, state`
  return db.rows(sql`
    select ${shown}
    from monitors
    where monitor_number = any (${numbers}::bigint[]) and organization_id = any (${organizations}::uuid[])
    union
    select ${shown}
    from monitors
    where organization_id = any (${organizations}::uuid[]) and id = any (${ids}::uuid[])`)
}
