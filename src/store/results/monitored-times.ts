// When monitors were watched, and when they were down: the source of every uptime that people see.
import { type Span, clipSpans, lengthOf, mergeSpans } from '../../domain/span.ts'
import {
  type IncidentTimes,
  type MonitoredTime,
  type UptimeSums,
  addUp,
  confirmedDowntime,
  monitoredTime,
  uptimeIn,
  uptimePercent,
} from '../../domain/uptime/monitored-time.ts'
import { type Statement, sql, unprepared } from '../database/sql.ts'
import type { Database } from '../database/database.ts'
import { windowsOf } from '../monitors/maintenance-windows.ts'
import { criticalTimes } from '../reports/incidents.ts'
import { timesOff } from './exclusions.ts'
import { falseAlarms } from './false-alarms.ts'

export interface MonitorTime extends MonitoredTime {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** All windows, including those whose time counts. */
  readonly maintenance: readonly Span[]
}

interface MonitoredTimesQuery extends Span {
  readonly organizationId: string
  /** All but those in shadow mode if undefined. */
  readonly monitorIds?: readonly string[]
  /** Instead of all incidents. */
  readonly incidents?: readonly IncidentTimes[]
}

/** By the ids of the existing monitors. */
export async function monitoredTimes(
  db: Database,
  { incidents, ...query }: MonitoredTimesQuery,
): Promise<Map<string, MonitorTime>> {
  const span = { from: query.from, to: query.to }
  const monitors = await watchesOf(db, query)
  const down = Map.groupBy(
    confirmedDowntime(incidents ?? (await criticalTimes(db, query)), span),
    ({ monitorId }) => monitorId,
  )
  const off = await timesOff(db, { ...query, monitors, areMost: query.monitorIds === undefined })
  return new Map(
    monitors.map((monitor) => {
      const { id, name, createdAt } = monitor
      const { maintenance, excludedMaintenance, falseAlarms } = off.get(id)!
      const lifetime = { from: createdAt > span.from ? createdAt : span.from, to: span.to }
      const time = monitoredTime({
        lifetime,
        down: down.get(id) ?? [],
        maintenance: excludedMaintenance,
        falseAlarms,
        unwatched: unwatchedSpans(monitor, lifetime),
      })
      return [id, { ...time, id, name, createdAt, maintenance }]
    }),
  )
}

/** The uptimes of the monitors with critical incidents, by id; others were up all the time. */
export async function uptimesOfDown(
  db: Database,
  query: Span & { readonly organizationId: string },
): Promise<Map<string, number | null>> {
  const incidents = await criticalTimes(db, query)
  const monitorIds = [...new Set(incidents.map(({ monitorId }) => monitorId))]
  const times = await monitoredTimes(db, { ...query, monitorIds, incidents })
  return new Map([...times].map(([id, time]) => [id, uptimePercent(uptimeIn([time], query))]))
}

/**
 * The sums of all monitors. The database counts those that were watched all the time, of which only the incidents are
 * needed, unless maintenance has to be compared with each of them.
 */
export async function organizationUptime(
  db: Database,
  query: Span & { readonly organizationId: string },
): Promise<UptimeSums & { readonly monitors: number }> {
  const [incidents, alarms, windows] = await Promise.all([
    criticalTimes(db, query),
    falseAlarms(db, { ...query, monitorIds: undefined }),
    windowsOf(db, [query.organizationId], query),
  ])
  if (windows.length > 0) {
    const times = [...(await monitoredTimes(db, { ...query, incidents })).values()]
    return { ...uptimeIn(times, query), monitors: times.length }
  }
  const falsely = [...new Set(alarms.map(({ monitorId }) => monitorId))]
  const down = Map.groupBy(confirmedDowntime(incidents, query), ({ monitorId }) => monitorId)
  const { steady, steadyDown, others } = await steadyMonitors(db, query, { down: [...down.keys()], falsely })
  const times = await monitoredTimes(db, { ...query, monitorIds: others, incidents })
  const steadySums = {
    monitoredMs: steady * lengthOf([query]),
    downMs: steadyDown.reduce((sum, id) => sum + lengthOf(mergeSpans(down.get(id)!)), 0),
  }
  return { ...addUp([steadySums, uptimeIn([...times.values()], query)]), monitors: steady + times.size }
}

interface SteadyMonitors {
  /** How many were watched all the time, without a false alarm. */
  readonly steady: number
  /** The ids of those that were down. */
  readonly steadyDown: readonly string[]
  /** The ids of all other monitors. */
  readonly others: readonly string[]
}

async function steadyMonitors(
  db: Database,
  { organizationId, from, to }: Span & { readonly organizationId: string },
  { down, falsely }: { readonly down: readonly string[]; readonly falsely: readonly string[] },
): Promise<SteadyMonitors> {
  // Planned each time: ten thousand monitors are joined with the days of all, a few with their own.
  const row = await db.row<SteadyMonitors>(
    unprepared(sql`
    select count(*) filter (where seen.steady)::int as steady,
      coalesce(array_agg(seen.id) filter (where seen.steady and seen.down), '{}') as "steadyDown",
      coalesce(array_agg(seen.id) filter (where not seen.steady), '{}') as others
    from (
      select m.id, down.id is not null as down, m.created_at <= ${from} and falsely.id is null
        and not exists (select from monitor_pauses p where p.monitor_number = m.monitor_number)
        and count(d.day) = ${dateOf(to)} - ${dateOf(from)} + 1
        and bool_and(${hoursWithin({ from, to })} = ${allHours}) as steady
      from monitors m
      left join unnest(${down}::uuid[]) as down (id) on down.id = m.id
      left join unnest(${falsely}::uuid[]) as falsely (id) on falsely.id = m.id
      left join daily_rollups d on ${inDays({ from, to })}
      where m.organization_id = ${organizationId} and not m.shadow
      group by m.organization_id, m.id, down.id, falsely.id
    ) seen`),
  )
  return row!
}

interface MonitorWatch {
  readonly id: string
  readonly name: string
  readonly tags: string[]
  readonly intervalSeconds: number
  /** Whether it is probed; others wait for reports, and their silence is no gap. */
  readonly isProbed: boolean
  readonly createdAt: Date
  /** Whether it was checked on a day before the span. */
  readonly wasChecked: boolean
  /** UTC days with checks, as numbers; null if there are none. */
  readonly firstDay: number | null
  readonly lastDay: number | null
  /** Null for all days from the first to the last. */
  readonly days: readonly number[] | null
  /** The days without checks in some hours of the span, and a bit for each hour with one. */
  readonly partialDays: readonly number[] | null
  readonly partialHours: readonly number[] | null
  readonly pausedFrom: readonly Date[] | null
  readonly pausedTo: readonly Date[] | null
}

const allHours = 2 ** 24 - 1

// Dates, not times: PostgreSQL would convert a time for every row.
const dateOf = (at: Date): Statement => sql`${at.toISOString().slice(0, 10)}::date`

const inDays = ({ from, to }: Span): Statement =>
  sql`d.monitor_number = m.monitor_number and d.day between ${dateOf(from)} and ${dateOf(to)}`

/** The hours of a day with checks, and those outside of the span. */
function hoursWithin({ from, to }: Span): Statement {
  const before = 2 ** from.getUTCHours() - 1
  const after = allHours - (2 ** to.getUTCHours() - 1)
  return sql`d.hours | case d.day when ${dateOf(from)} then ${before}::int else 0 end
    | case d.day when ${dateOf(to)} then ${after}::int else 0 end`
}

async function watchesOf(db: Database, { organizationId, monitorIds, from, to }: MonitoredTimesQuery) {
  const inSpan = inDays({ from, to })
  // Scans an index per monitor: beside ten thousand others, any other plan reads them all. Of complete days only the
  // index is read.
  return db.rows<MonitorWatch>(sql`
    select m.id, m.name, m.tags, m.interval_seconds as "intervalSeconds", m.deadline_seconds is not null as "isProbed",
      m.created_at as "createdAt", checked."firstDay", checked."lastDay", partial."partialDays", partial."partialHours",
      paused."pausedFrom", paused."pausedTo",
      case when checked.count <= checked."lastDay" - checked."firstDay" then array(
        select ${numbered(sql`d.day`)} from daily_rollups d where ${inSpan} order by d.day
      ) end as days,
      m.created_at < ${from}
        and (m.deadline_seconds is null or checked."firstDay" is distinct from ${numbered(dateOf(from))})
        and exists (
          select from daily_rollups d where d.monitor_number = m.monitor_number and d.day < ${dateOf(from)}
        ) as "wasChecked"
    from monitors m
    cross join lateral (
      select min(${numbered(sql`day`)}) as "firstDay", max(${numbered(sql`day`)}) as "lastDay", count(*) as count
      from (select d.day from daily_rollups d where ${inSpan} offset 0) within
    ) checked
    cross join lateral (
      select array_agg(${numbered(sql`day`)}) as "partialDays", array_agg(hours) as "partialHours"
      from (
        select d.day, ${hoursWithin({ from, to })} as hours
        from daily_rollups d
        where ${inSpan} and d.hours <> 16777215
        offset 0
      ) within
      where hours <> 16777215
    ) partial
    cross join lateral (
      select array_agg(p.started_at) as "pausedFrom", array_agg(coalesce(p.ended_at, ${to})) as "pausedTo"
      from monitor_pauses p
      where p.monitor_number = m.monitor_number
        and p.started_at < ${to}
        and (p.ended_at > ${from} or p.ended_at is null and m.state = 'paused')
    ) paused
    where m.organization_id = ${organizationId}
      and ${monitorIds ? sql`m.id = any (${monitorIds}::uuid[])` : sql`not m.shadow`}`)
}

const numbered = (day: Statement): Statement => sql`(${day} - date '1970-01-01')`

const hour = 3_600_000
const patience = 3

/** Pauses, the time before the first check, and gaps that are longer than expected from the monitor's interval. */
function unwatchedSpans(watch: MonitorWatch, lifetime: Span): Span[] {
  const { pausedFrom, pausedTo } = watch
  const patienceMs = Math.max(patience * watch.intervalSeconds * 1000, hour)
  const gaps = clipSpans(uncheckedSpans(watch, lifetime), lifetime).filter(
    (gap) =>
      (!watch.wasChecked && gap.from.getTime() === lifetime.from.getTime()) ||
      (watch.isProbed && lengthOf([gap]) >= patienceMs),
  )
  return [...gaps, ...(pausedFrom ?? []).map((from, index) => ({ from, to: pausedTo![index]! }))]
}

const hoursOfDay = Array.from({ length: 24 }, (_, n) => n)

/** Hours and days without checks. */
function uncheckedSpans(watch: MonitorWatch, { from, to }: Span): Span[] {
  const { firstDay, lastDay, days, partialDays, partialHours } = watch
  if (firstDay === null || lastDay === null) return [{ from, to }]
  const at = (day: number, hours = 0): Date => new Date((day * 24 + hours) * hour)
  return [
    { from, to: at(firstDay) },
    ...(days ?? []).slice(1).map((day, index) => ({ from: at(days![index]! + 1), to: at(day) })),
    ...(partialDays ?? []).flatMap((day, index) =>
      hoursOfDay
        .filter((n) => ((partialHours![index]! >> n) & 1) === 0)
        .map((n) => ({ from: at(day, n), to: at(day, n + 1) })),
    ),
    { from: at(lastDay + 1), to },
  ]
}
