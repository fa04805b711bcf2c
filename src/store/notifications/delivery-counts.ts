// Counts of sent and failed deliveries.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface DeliveryCounts {
  /** Attempted deliveries; retries of one delivery count once. */
  total: number
  sent: number
  /** Attempted, and not delivered so far. */
  failed: number
}

/** For rows n of the delivery log; tests do not count. */
const counts: Statement = sql`
  count(distinct coalesce(n.retry_of, n.id)) as total,
  count(distinct coalesce(n.retry_of, n.id)) filter (where n.status = 'sent') as sent`

const isTried: Statement = sql`n.incident_id <> 0 and n.status in ('sent', 'failed')`

export async function deliveriesSince(db: Database, organizationId: string, since: Date): Promise<DeliveryCounts> {
  const row = await db.row<Omit<DeliveryCounts, 'failed'>>(sql`
    select ${counts}
    from notifications n
    where n.organization_id = ${organizationId} and n.created_at >= ${since} and ${isTried}`)
  return { ...row!, failed: row!.total - row!.sent }
}

/** By incident; incidents without deliveries are missing. */
export async function deliveriesOf(
  db: Database,
  organizationId: string,
  incidentIds: readonly number[],
): Promise<Map<number, DeliveryCounts>> {
  const rows = await db.rows<Omit<DeliveryCounts, 'failed'> & { incidentId: number }>(sql`
    select n.incident_id as "incidentId", ${counts}
    from notifications n
    where n.organization_id = ${organizationId} and n.incident_id = any (${incidentIds}::bigint[]) and ${isTried}
    group by n.incident_id`)
  return new Map(rows.map(({ incidentId, total, sent }) => [incidentId, { total, sent, failed: total - sent }]))
}
