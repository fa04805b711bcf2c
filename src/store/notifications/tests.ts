// Data for the test of a notification: its monitor, and the default group.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface WatchedTarget {
  id: string
  monitorNumber: number
  name: string
  type: string
  target: string
  tags: string[]
  shadow: boolean
  /** The contact groups of the monitor. */
  groupIds: string[]
}

export function watchedTarget(db: Database, organizationId: string, id: string): Promise<WatchedTarget | undefined> {
  return db.row(sql`
    select id, monitor_number as "monitorNumber", name, type, target, tags, shadow,
      coalesce(config -> 'notificationGroupIds', '[]') as "groupIds"
    from monitors
    where organization_id = ${organizationId} and id = ${id}`)
}

export async function defaultGroupId(db: Database, organizationId: string): Promise<string | null> {
  const group = await db.row<{ id: string }>(
    sql`select id from contact_groups where organization_id = ${organizationId} and is_default`,
  )
  return group?.id ?? null
}
