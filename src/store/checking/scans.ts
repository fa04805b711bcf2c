// Scans: a deeper check that runs once a day and with every requested check.
import type { PlanLimits, PlanName } from '../../domain/plan.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface DueScan {
  monitorNumber: number
  /** Identifies the scan when it is finished. */
  dueAt: Date
  plan: PlanName
  limits: Partial<PlanLimits>
}

const day = 86_400_000
// A failed scan is not repeated with every check.
const retryMs = 3_600_000

/** Claims the scans of these monitors that are due, or whose due time lies too far in the future. */
export async function takeScans(db: Database, monitorNumbers: readonly number[], now: Date): Promise<DueScan[]> {
  const dueAt = new Date(now.getTime() + retryMs)
  return db.rows(sql`
    with taken as (
      insert into scans as s (monitor_number, due_at)
      select distinct m.monitor_number, ${dueAt}::timestamptz
      from monitors m
      where m.monitor_number = any (${monitorNumbers})
      on conflict (monitor_number) do update
      set due_at = excluded.due_at
      where s.due_at <= ${now} or s.due_at > ${new Date(now.getTime() + day)}::timestamptz + ${clockSlack}
      returning s.monitor_number, s.due_at
    )
    select taken.monitor_number as "monitorNumber", taken.due_at as "dueAt", o.plan, o.limits
    from taken
    join monitors m on m.monitor_number = taken.monitor_number
    join organizations o on o.id = m.organization_id`)
}

/** A scan that was requested again in the meantime stays due. */
export async function finishScan(
  db: Database,
  { monitorNumber, dueAt }: Pick<DueScan, 'monitorNumber' | 'dueAt'>,
  { evidence, now }: { evidence: string | null; now: Date },
): Promise<void> {
  await db.run(sql`
    update scans
    set due_at = case when due_at = ${dueAt} then ${new Date(now.getTime() + day)} else due_at end,
      evidence = ${evidence}::json, scanned_at = ${now}
    where monitor_number = ${monitorNumber}`)
}

/** The next check includes the scan. */
export async function askForScan(db: Database, monitorNumber: number, now: Date): Promise<void> {
  await db.run(sql`update scans set due_at = ${now} where monitor_number = ${monitorNumber} and due_at > ${now}`)
}
