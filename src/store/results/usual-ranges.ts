// What is usual for the duration of a monitor's checks, by location and hour. Computed once a day for the coming week.
import { type HourFigures, hourOf, hoursLike, usualRange } from '../../domain/alerting/usual.ts'
import { unusual } from '../../domain/metric.ts'
import type { UsualRange } from '../../domain/checking/unusual.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const hoursAhead = 168
/** The hours that a range may come from: four weeks, and the hour before them. */
const lookBackMs = 28 * dayMs + 2 * hourMs
const minHistoryMs = 14 * dayMs

type StoredRange = readonly [low: number, middle: number, high: number] | null

export interface UsualRanges {
  readonly monitorNumber: number
  readonly fromHour: Date
  /** When two weeks of hours are stored; null if none is. */
  readonly readyAt: Date | null
  /** By location, for each hour of a week. */
  readonly ranges: Readonly<Record<number, readonly StoredRange[]>>
}

/** The range of a location at a time; undefined while it is not known. */
export function rangeAt({ fromHour, ranges }: UsualRanges, location: number, at: number): UsualRange | undefined {
  const found = ranges[location]?.[(hourOf(at) - fromHour.getTime()) / hourMs]
  return found ? { low: found[0], middle: found[1], high: found[2] } : undefined
}

export async function readUsualRanges(db: Database, monitorNumbers: readonly number[]): Promise<UsualRanges[]> {
  return db.rows(sql`
    select monitor_number as "monitorNumber", from_hour as "fromHour", ready_at as "readyAt", ranges
    from usual_ranges
    where monitor_number = any (${monitorNumbers}::bigint[])`)
}

export interface ZonedMonitor {
  readonly monitorNumber: number
  readonly timezone: string
}

/** Monitors with a rule on unusual values whose ranges are missing or older than a day. */
async function dueMonitors(db: Database, { limit, now, only }: DueSelection): Promise<ZonedMonitor[]> {
  return db.rows(sql`
    select m.monitor_number as "monitorNumber", o.timezone
    from (
      select distinct organization_id, monitor_id from alert_rules where operator = ${unusual} and enabled
    ) r
    join monitors m on m.organization_id = r.organization_id and m.id = r.monitor_id
    join organizations o on o.id = m.organization_id
    left join usual_ranges u on u.monitor_number = m.monitor_number
    where (u.from_hour is null or u.from_hour <= ${new Date(now.getTime() - dayMs)})
      and ${queueItems.usualRanges.isReady({ now, only })}
    order by m.monitor_number
    limit ${limit}`)
}

/** Returns how many monitors were due. */
export async function refreshUsualRanges(db: Database, due: DueSelection): Promise<number> {
  const monitors = await dueMonitors(db, due)
  for (const monitor of monitors) await computeUsualRanges(db, monitor, due.now)
  return monitors.length
}

/** Computes and stores the ranges of the coming week. */
export async function computeUsualRanges(db: Database, { monitorNumber, timezone }: ZonedMonitor, now: Date) {
  const fromHour = new Date(hourOf(now.getTime()))
  const history = await usualHistory(db, { monitorNumber, timezone, from: fromHour, to: now })
  const ranges = Object.fromEntries(
    history.locations.map((location) => [
      location,
      Array.from({ length: hoursAhead }, (_, index): StoredRange => {
        const range = history.rangeAt(location, fromHour.getTime() + index * hourMs)
        return range ? [range.low, range.middle, range.high] : null
      }),
    ]),
  )
  const { readyAt } = history
  await db.run(sql`
    insert into usual_ranges (monitor_number, from_hour, ready_at, ranges)
    values (${monitorNumber}, ${fromHour}, ${readyAt}, ${json(ranges)})
    on conflict (monitor_number) do update
    set from_hour = excluded.from_hour, ready_at = excluded.ready_at, ranges = excluded.ranges`)
  return { monitorNumber, fromHour, readyAt, ranges } satisfies UsualRanges
}

export interface UsualHistory {
  readonly locations: readonly number[]
  readonly readyAt: Date | null
  /** What was usual at a time, from hours before it only. */
  rangeAt(location: number, at: number): UsualRange | undefined
}

interface HistoryQuery extends ZonedMonitor {
  readonly from: Date
  readonly to: Date
}

interface StoredHour extends HourFigures {
  readonly location: number
  readonly hour: Date
}

/** The stored hours that ranges of [from, to] come from. Failed checks have no figures, so outages do not count. */
export async function usualHistory(
  db: Database,
  { monitorNumber, timezone, from, to }: HistoryQuery,
): Promise<UsualHistory> {
  const rows = await db.rows<StoredHour>(sql`
    select location, hour, checks - failures as checks, duration_sum / (checks - failures) as mean, duration_min as min, duration_max as max
    from rollups
    where monitor_number = ${monitorNumber}
      and hour >= ${new Date(from.getTime() - lookBackMs)}
      and hour < ${to}
      and checks > failures
    order by hour`)
  const byLocation = new Map<number, Map<number, HourFigures>>()
  for (const { location, hour, ...figures } of rows) {
    const hours = byLocation.get(location) ?? new Map<number, HourFigures>()
    byLocation.set(location, hours.set(hour.getTime(), figures))
  }
  const like = remembered((hour: number) => hoursLike(hour, timezone))
  const ranges = remembered((key: `${number} ${number}`) => {
    const [location, hour] = key.split(' ').map(Number) as [number, number]
    return usualRange(like(hour), (one) => byLocation.get(location)?.get(one)) ?? undefined
  })
  return {
    locations: [...byLocation.keys()],
    readyAt: rows[0] ? new Date(rows[0].hour.getTime() + minHistoryMs) : null,
    rangeAt: (location, at) => ranges(`${location} ${hourOf(at)}`),
  }
}

function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key)!
  }
}
