import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const hour = 3_600_000

/**
 * The times at which checks were requested in the last hour, oldest first. Times in the future, from before the clock
 * was set back, do not count.
 */
export async function recentCheckRequests(db: Database, monitorNumber: number, now: Date): Promise<Date[]> {
  const rows = await db.rows<{ at: Date }>(sql`
    select at
    from check_requests
    where monitor_number = ${monitorNumber} and at > ${new Date(now.getTime() - hour)} and at <= ${now}
    order by at`)
  return rows.map(({ at }) => at)
}

export async function addCheckRequest(db: Database, monitorNumber: number, now: Date): Promise<void> {
  await db.run(sql`insert into check_requests (monitor_number, at) values (${monitorNumber}, ${now})`)
}

export async function dropCheckRequests(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from check_requests where at < ${before}`)
}
