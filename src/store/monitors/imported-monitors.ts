// Monitors that were imported from another tool, by the key they have there.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ImportedMonitorRow {
  key: string
  id: string
  name: string
  type: string
  shadow: boolean
  createdAt: Date
}

/** Those of one tool, whose keys all begin with its name. */
export function importedMonitors(db: Database, organizationId: string, source: string): Promise<ImportedMonitorRow[]> {
  return db.rows(sql`
    select import_key as key, id, name, type, shadow, created_at as "createdAt"
    from monitors
    where organization_id = ${organizationId} and starts_with(import_key, ${`${source}-`})
    order by monitor_number`)
}
