// Repairs turns after the clock was set.
import { clockSlack as slack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { nextScheduledAfter, scheduleOffsetMs } from './turns.ts'

const spreadMs = 60_000

/**
 * Resets due times and leases that lie too far in the future: to the monitor's next scheduled time, or to the end of a
 * lease that begins now. A leased turn keeps its due time, which identifies its report. Returns how many were reset.
 */
export async function pullBackTurns(db: Database, now: Date): Promise<number> {
  return db.run(sql`
    update turns t
    set due_at = case when t.leased_until <= ${now} then least(t.due_at, ${nextScheduledAfter(now)}) else t.due_at end,
      leased_until = least(t.leased_until, ${now}::timestamptz + t.lease_seconds * interval '1 second')
    from monitors m
    where m.monitor_number = t.monitor_number
      and t.location <> 0
      and (
        t.leased_until <= ${now}
          and t.due_at > ${now}::timestamptz + m.interval_seconds * interval '1 second' + ${slack}
        or t.leased_until > ${now}::timestamptz + t.lease_seconds * interval '1 second' + ${slack}
      )`)
}

/** Spreads overdue turns over the next minute, so that setting the clock forward does not start all checks at once. */
export async function spreadOverdueTurns(db: Database, now: Date): Promise<number> {
  return db.run(sql`
    update turns t
    set due_at = ${now}::timestamptz + mod(${scheduleOffsetMs}, ${spreadMs}) * interval '1 millisecond'
    from monitors m
    where m.monitor_number = t.monitor_number
      and t.location <> 0
      and t.leased_until <= ${now}
      and t.due_at <= ${now}::timestamptz - m.interval_seconds * interval '1 second'`)
}
