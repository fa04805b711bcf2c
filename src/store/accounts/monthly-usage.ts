// Usage per month, for limits that count by the month.
import type { MonthlyLimit } from '../../domain/plan.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface MonthlyUsageKey {
  organizationId: string
  limitName: MonthlyLimit
  /** The first day of the month. */
  month: Date
}

/** The same day in any time zone of the process. */
const firstDay = (month: Date): Statement => sql`(${month}::timestamptz at time zone 'UTC')::date`

/** Takes one unit unless the limit is reached; -1 is unlimited. */
export async function takeMonthlyUse(
  db: Database,
  { organizationId, limitName, month }: MonthlyUsageKey,
  limit: number,
): Promise<boolean> {
  if (limit === 0) return false
  const taken = await db.run(sql`
    insert into monthly_usage as u (organization_id, month, limit_name, used)
    values (${organizationId}, ${firstDay(month)}, ${limitName}, 1)
    on conflict (organization_id, month, limit_name) do update
    set used = u.used + 1
    where ${limit}::int < 0 or u.used < ${limit}::int`)
  return taken > 0
}

/** Refunds checks that could not run on our side. */
export async function refundMonthlyUse(
  db: Database,
  { organizationId, limitName, month }: MonthlyUsageKey,
): Promise<void> {
  await db.run(sql`
    update monthly_usage
    set used = used - 1
    where organization_id = ${organizationId} and month = ${firstDay(month)}
      and limit_name = ${limitName} and used > 0`)
}

export async function usedInMonth(
  db: Database,
  organizationId: string,
  month: Date,
): Promise<Partial<Record<MonthlyLimit, number>>> {
  const rows = await db.rows<{ limitName: MonthlyLimit; used: number }>(sql`
    select limit_name as "limitName", used
    from monthly_usage
    where organization_id = ${organizationId} and month = ${firstDay(month)}`)
  return Object.fromEntries(rows.map(({ limitName, used }) => [limitName, used]))
}
