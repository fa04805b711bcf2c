// When each queue is due next, as SQL expressions that one statement evaluates for all queues of a process.
import type { Database } from '../database/database.ts'
import { Statement, sql } from '../database/sql.ts'
import { isDead } from './locations.ts'
import { queueItems } from './queue-items.ts'
import { isWaitingTry } from './tries.ts'

/** Evaluates the expressions, in the same order; null means never. */
export async function readDueTimes(db: Database, times: readonly Statement[]): Promise<(Date | null)[]> {
  if (times.length === 0) return []
  const list = new Statement(['', ...times.slice(1).map(() => ', '), ''], times)
  const row = await db.row<{ times: (string | null)[] }>(sql`select to_json(array[${list}]::timestamptz[]) as times`)
  return row!.times.map((time) => (time === null ? null : new Date(time)))
}

/** For queues without a due time: they are looked at again and again while the condition holds. */
const nowIf = (condition: Statement): Statement => sql`(select 'epoch'::timestamptz where ${condition})`
const nowIfAny = (rows: Statement): Statement => nowIf(sql`exists (select from ${rows})`)

/**
 * A constant in the text of a statement. With a parameter, PostgreSQL expects ten locations, and finds it cheaper to
 * plan the statement again each time for the few that there are.
 */
const listOf = (locations: readonly number[]): Statement =>
  new Statement([`'{${locations.map(Number).join(',')}}'::smallint[]`], [])

/** The first turn at each of these locations that nobody has claimed. */
export const nextTurn = (locations: readonly number[], now: Date): Statement => sql`(
  select min(first.due_at)
  from unnest(${listOf(locations)}) as here (location)
  cross join lateral (
    select due_at from turns where location = here.location and leased_until <= ${now} order by due_at limit 1
  ) first
)`

/** The same for turns that need a browser, which may wait long for one. */
export const nextBrowserTurn = (locations: readonly number[], now: Date): Statement => sql`(
  select min(due_at)
  from turns
  where location = any (${listOf(locations)}) and needs_browser and leased_until <= ${now}
)`

/** Heartbeats and hosts have their turns at location 0. */
export const nextSilence = (now: Date): Statement =>
  sql`(select min(due_at) from turns t where location = 0 and ${queueItems.silent.isReady({ now })})`

export const nextTry = (locations: readonly number[], now: Date): Statement =>
  nowIfAny(sql`
    try_runs r
    join tries t on t.organization_id = r.organization_id and t.id = r.try_id
    where r.location = any (${listOf(locations)}) and ${isWaitingTry(now)}`)

export const nextAlert = (now: Date): Statement =>
  sql`(select min(due_at) from outbox o where ${queueItems.alerts.isReady({ now })})`
/**
 * While some are due, the first one found is enough: thousands may be waiting. A process that is sending claims again
 * anyway, and the question would read past all that was sent and is being sent.
 */
export const nextDelivery = (now: Date, isSending = false): Statement =>
  isSending
    ? sql`${now}::timestamptz`
    : sql`coalesce(
  (select due_at from deliveries where leased_until <= ${now} and due_at <= ${now} limit 1),
  (select min(due_at) from deliveries where leased_until <= ${now})
)`
export const nextEscalation = (now: Date): Statement =>
  sql`(select min(due_at) from escalations e where ${queueItems.escalations.isReady({ now })})`
export const nextSilenced = nowIfAny(
  sql`incidents where silenced and status = 'firing' or affected_by is not null and status <> 'resolved'`,
)
export const nextObjective = (now: Date): Statement =>
  sql`(select min(look_at) from objectives o where ${queueItems.objectives.isReady({ now })})`
export const nextDeployment = (now: Date): Statement => sql`(
  select min(compare_at) from deployments d where compare_at is not null and ${queueItems.deployments.isReady({ now })}
)`
export const nextReport = (now: Date): Statement => sql`least(
  (select min(next_at) from report_schedules s where next_at is not null and ${queueItems.reportSchedules.isReady({ now })}),
  (select min(try_at) from report_letters l where state = 'waiting' and ${queueItems.reportEmails.isReady({ now })}),
  (select min(taken_at) from report_letters l where state = 'sending' and ${queueItems.reportEmails.isReady({ now })})
)`

/** Updates that subscribers have not been sent, and emails on their way. */
export const nextPageUpdate = (now: Date): Statement =>
  nowIfAny(sql`announcement_updates u where told_at is null and ${queueItems.pageUpdates.isReady({ now })}`)
export const nextSubscriberEmail = (now: Date): Statement =>
  sql`(select min(due_at) from status_page_letters where leased_until <= ${now})`
export const nextPageChange = nowIf(sql`
  exists (select from status_pages) or exists (select from monitors where vendor_slugs <> '{}')`)

const lateMs = 2000

/** Nobody takes a turn: its location is dead or too busy. */
const isTurnLeft = (now: Date): Statement => sql`
  exists (
    select
    from locations l
    cross join lateral (select due_at from turns where location = l.number order by due_at limit 1) first
    where first.due_at <= ${new Date(now.getTime() - lateMs)}
      or (first.due_at <= ${now} and ${isDead(now)})
  )`

/** Open incidents may have to be ended or repeated; turns that nobody takes may have to move. */
export const nextTimedChange = (now: Date): Statement =>
  nowIf(sql`exists (select from incidents where status <> 'resolved') or ${isTurnLeft(now)}`)

export const nextUnwatched = (now: Date): Statement =>
  nowIf(sql`exists (select from location_outages) or ${isTurnLeft(now)}`)
