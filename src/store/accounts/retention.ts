// Deletes incidents, their events and deliveries after the retention of the organization and its plan. Open incidents
// stay.
import { attemptAll } from '../database/attempt-all.ts'
import type { Database } from '../database/database.ts'
import { dropIncidents } from '../incidents/incidents.ts'
import { organizationsKeeping } from './organizations.ts'
import type { Statement } from '../database/sql.ts'
import { dropNotifications } from '../notifications/log.ts'

const day = 86_400_000
// One statement deletes this many quickly, even after a plan was downgraded.
const batchSize = 5000

/** Deletes data older than the retention of its organization. */
export async function dropExpiredIncidents(db: Database, now: Date): Promise<void> {
  const organizations = await organizationsKeeping(db)
  await attemptAll(
    organizations.flatMap(({ id, incidentDays }) => {
      if (incidentDays === null) return []
      const before = new Date(now.getTime() - incidentDays * day)
      return [
        () => dropAll(db, dropIncidents(id, { before, limit: batchSize })),
        () => dropAll(db, dropNotifications(id, { before, limit: batchSize })),
      ]
    }),
  )
}

async function dropAll(db: Database, statement: Statement): Promise<void> {
  let dropped = batchSize
  while (dropped === batchSize) dropped = await db.run(statement)
}
