// What becomes of turns when the clock is set.
import { clockSlack as slack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { scheduleOffset, nextScheduledAfter } from './turns.ts'

const spreadSeconds = 60

/**
 * Brings back what is due, or leased, for longer than can be: to the monitor's next own moment, or to the end of a
 * lease that begins now. What is being checked keeps its due time, by which its report is known. Answers how many there
 * were.
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
        t.leased_until <= ${now} and t.due_at > ${now}::timestamptz + m.interval_seconds * interval '1 second' + ${slack}
        or t.leased_until > ${now}::timestamptz + t.lease_seconds * interval '1 second' + ${slack}
      )`)
}

/**
 * Spreads what has missed a beat over the next minute, so that a clock set forward has not everything checked at once.
 */
export async function spreadOverdueTurns(db: Database, now: Date): Promise<number> {
  return db.run(sql`
    update turns t
    set due_at = ${now}::timestamptz + make_interval(secs => (${scheduleOffset} - floor(${scheduleOffset} / ${spreadSeconds}) * ${spreadSeconds})::float8)
    from monitors m
    where m.monitor_number = t.monitor_number
      and t.location <> 0
      and t.leased_until <= ${now}
      and t.due_at <= ${now}::timestamptz - m.interval_seconds * interval '1 second'`)
}
