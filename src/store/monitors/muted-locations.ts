// Muted locations of a monitor: they confirm no incident of it while another location is alive.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface MutableMonitor {
  id: string
  monitorNumber: number
  name: string
  locationIds: string[]
  mutedIds: string[]
}

/** Lock the monitor before its incident, as the judge does. */
export async function lockMonitorOfIncident(
  db: Database,
  organizationId: string,
  incidentId: number,
): Promise<MutableMonitor | undefined> {
  return db.row(sql`
    select m.id, m.monitor_number as "monitorNumber", m.name, m.location_ids as "locationIds",
      array(select l.id from locations l where l.number = any (m.muted_location_numbers)) as "mutedIds"
    from incidents i
    join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    where i.organization_id = ${organizationId} and i.id = ${incidentId}
    for no key update of m`)
}

export async function lockMutableMonitor(
  db: Database,
  organizationId: string,
  monitorId: string,
): Promise<MutableMonitor | undefined> {
  return db.row(sql`
    select m.id, m.monitor_number as "monitorNumber", m.name, m.location_ids as "locationIds",
      array(select l.id from locations l where l.number = any (m.muted_location_numbers)) as "mutedIds"
    from monitors m
    where m.organization_id = ${organizationId} and m.id = ${monitorId}
    for no key update`)
}

/** Whether a current false positive report mutes the location for the monitor. */
export async function isMutedByReport(
  db: Database,
  { organizationId, monitorId, locationId }: { organizationId: string; monitorId: string; locationId: string },
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select
      from incidents
      where organization_id = ${organizationId}
        and monitor_id = ${monitorId}
        and false_positive is not null
        and false_positive ->> 'mute_location_id' = ${locationId}
    ) as found`)
  return row!.found
}
