// Incidents, their events and the delivery log are kept as long as the plan says. What has not ended stays.
import type { Database } from '../database/database.ts'
import { dropIncidents } from './incidents.ts'
import { type OrganizationRow, toOrganization } from '../accounts/organizations.ts'
import { type Statement, sql } from '../database/sql.ts'
import { dropNotifications } from '../notifications/log.ts'

const day = 86_400_000
// As many as one statement deletes in good time, also when a plan has become smaller.
const batchSize = 5000

/** Drops what is older than an organization's plan keeps; an unlimited plan keeps everything. */
export async function dropExpiredIncidents(db: Database, now: Date): Promise<void> {
  const organizations = await db.rows<OrganizationRow>(sql`select * from organizations`)
  for (const { id, limits } of organizations.map(toOrganization)) {
    if (limits.incident_retention_days < 0) continue
    const before = new Date(now.getTime() - limits.incident_retention_days * day)
    await dropAll(db, dropIncidents(id, { before, limit: batchSize }))
    await dropAll(db, dropNotifications(id, { before, limit: batchSize }))
  }
}

async function dropAll(db: Database, statement: Statement): Promise<void> {
  let dropped = batchSize
  while (dropped === batchSize) dropped = await db.run(statement)
}
