// What those who look at an organization are told of it.
import type { MonitorState } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { IncidentStatus } from '../incidents/reads.ts'

export interface LiveMonitor {
  organizationId: string
  monitorNumber: number
  id: string
  state: MonitorState
}

/** Those of these organizations, by number or id. */
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

export interface LiveIncident {
  organizationId: string
  number: number
  status: IncidentStatus
}

export async function liveIncidents(
  db: Database,
  { numbers, organizations }: { numbers: readonly number[]; organizations: string[] },
): Promise<LiveIncident[]> {
  return db.rows(sql`
    select organization_id as "organizationId", id as number, status
    from incidents
    where id = any (${numbers}::bigint[]) and organization_id = any (${organizations}::uuid[])
    order by id`)
}
