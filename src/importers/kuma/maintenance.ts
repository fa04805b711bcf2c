// Maintenance of Uptime Kuma as maintenance windows. One that recurs on several days becomes several windows.
import { nextInstant, isTimeZone } from '../../domain/schedule/zone.ts'
import type { Recurrence } from '../../domain/maintenance.ts'
import { type DocumentFields, isTrue, lineWithin, listIn, numberIn, textIn, textWithin } from '../drafting.ts'
import type { ImportChange, ImportedWindow, SkippedItem, SourceItem } from '../setup.ts'
import { type KumaDump, jsonIn, rowsBy } from './dump.ts'
import { kumaKey } from './keys.ts'

const day = 86_400_000
const minutes = { min: 5, max: 43_200 }
/** When a recurrence without a first day begins: a Monday, and the first of a month with 31 days. */
const earliest = Date.UTC(2024, 0, 1)

export function readMaintenance(dump: KumaDump): (ImportedWindow | SkippedItem)[] {
  const monitors = rowsBy(dump.monitor_maintenance, 'maintenance_id')
  const pages = rowsBy(dump.maintenance_status_page, 'maintenance_id')
  const titles = new Map(dump.status_page.map(({ id, title }) => [textIn(id), textIn(title)]))
  const members = membersOf(dump)
  const serverZone = textIn(jsonIn(dump.setting.find(({ key }) => key === 'serverTimezone')?.['value']))
  return dump.maintenance.flatMap((row) => {
    const id = textIn(row['id'])
    const own = (monitors.get(id) ?? []).map(({ monitor_id: monitor }) => textIn(monitor))
    const shownOn = (pages.get(id) ?? []).map(({ status_page_id: page }) => titles.get(textIn(page)) ?? '')
    return readWindows(row, { monitors: members(own), shownOn, serverZone })
  })
}

/** Maintenance of a group is that of all its members. */
function membersOf({ monitor }: KumaDump): (ids: readonly string[]) => string[] {
  const children = rowsBy(monitor, 'parent')
  return (ids) => {
    const found = new Set(ids)
    for (const id of found) for (const child of children.get(id) ?? []) found.add(textIn(child['id']))
    return [...found].map(kumaKey)
  }
}

interface MaintenanceSurroundings {
  readonly monitors: readonly string[]
  readonly shownOn: readonly string[]
  readonly serverZone: string
}

function readWindows(row: DocumentFields, around: MaintenanceSurroundings): (ImportedWindow | SkippedItem)[] {
  const sourceType = textIn(row['strategy'])
  const name = lineWithin(textIn(row['title']), 200) || 'Maintenance'
  const item = { key: `kuma-maintenance-${textIn(row['id'])}`, name, sourceType }
  const changes: ImportChange[] = []
  const timezone = zoneOf(row, around.serverZone, changes)
  const plan = planOf(row, changes)
  if (typeof plan === 'string') return [skipWindow(item, plan)]
  if (around.monitors.length === 0) return [skipWindow(item, 'it has no monitors')]
  const until = wallTime(row['end_date'])
  const isRecurring = sourceType !== 'single'
  changes.push({
    field: 'status pages',
    from: around.shownOn.join(', ') || 'none',
    to: 'those that show one of its monitors',
    reason: 'visitors read the name and the description of maintenance',
  })
  const description = textWithin(textIn(row['description']), ['description', 2000], changes)
  return plan.starts.map(({ first, recurrence }, index) => ({
    kind: 'maintenance_window' as const,
    ...item,
    key: plan.starts.length === 1 ? item.key : `${item.key}-${index + 1}`,
    description,
    monitors: around.monitors,
    startsAt: instantOf(first, timezone),
    durationMinutes: plan.durationMinutes,
    timezone,
    recurrence,
    recurrenceUntil: isRecurring && until !== null ? instantOf(until, timezone) : null,
    isEnabled: isTrue(row['active']),
    changes: index === 0 ? changes : [],
  }))
}

const skipWindow = (item: SourceItem, reason: string): SkippedItem => ({
  kind: 'maintenance_window',
  ...item,
  reason,
  nearest: null,
})

function zoneOf(row: DocumentFields, serverZone: string, changes: ImportChange[]): string {
  const own = textIn(row['timezone'])
  const zone = own === '' || own === 'SAME_AS_SERVER' ? serverZone : own
  if (isTimeZone(zone)) return zone
  changes.push({
    field: 'timezone',
    from: zone || 'that of the server',
    to: 'UTC',
    reason: 'the database does not say which; change the window if it is another',
  })
  return 'UTC'
}

/** Wall-clock times of the first occurrences. */
interface MaintenancePlan {
  readonly starts: readonly { readonly first: number; readonly recurrence: Recurrence }[]
  readonly durationMinutes: number
}

/** The plan, or the reason why there is none. */
function planOf(row: DocumentFields, changes: ImportChange[]): MaintenancePlan | string {
  const strategy = textIn(row['strategy'])
  if (strategy === 'manual')
    return 'it is turned on and off by hand: windows have an end. Schedule one when you need it'
  const start = wallTime(row['start_date'])
  if (strategy === 'single') {
    const end = wallTime(row['end_date'])
    if (start === null || end === null || end <= start) return 'it has no valid start and end'
    return { starts: [{ first: start, recurrence: 'once' }], durationMinutes: durationOf(end - start, changes) }
  }
  const slots = slotsOf(row, strategy)
  if (typeof slots === 'string') return slots
  for (const date of slots.dates ?? [])
    if (date > 28 && !slots.isLastDay)
      changes.push({
        field: 'day of the month',
        from: `${date}, if the month has it`,
        to: `${date} or the last day`,
        reason: 'windows also recur in shorter months',
      })
  return {
    starts: startsOf(slots, Math.max(start ?? earliest, earliest)),
    durationMinutes: durationOf(slots.durationMs, changes),
  }
}

function durationOf(durationMs: number, changes: ImportChange[]): number {
  const wanted = Math.round(durationMs / 60_000)
  const within = Math.min(Math.max(wanted, minutes.min), minutes.max)
  if (within !== wanted)
    changes.push({
      field: 'duration',
      from: `${wanted} min`,
      to: `${within} min`,
      reason: 'windows have 5 minutes to 30 days',
    })
  return within
}

/** When maintenance recurs: at a time of every day, of days of the week (Sunday is 0), or of days of the month. */
interface RecurringSlots {
  readonly timeMs: number
  readonly durationMs: number
  readonly weekdays?: readonly number[]
  readonly dates?: readonly number[]
  readonly isLastDay?: boolean
}

function slotsOf(row: DocumentFields, strategy: string): RecurringSlots | string {
  if (strategy === 'cron') return cronSlots(textIn(row['cron']), (numberIn(row['duration']) ?? 0) * 1000)
  const [from, to] = [timeOfDay(row['start_time']), timeOfDay(row['end_time'])]
  if (from === null || to === null) return 'it has no valid times of day'
  const slots = { timeMs: from, durationMs: to < from ? to - from + day : to - from }
  if (strategy === 'recurring-interval') {
    const days = numberIn(row['interval_day']) ?? 1
    const start = wallTime(row['start_date'])
    if (days === 1) return slots
    if (days === 7 && start !== null) return { ...slots, weekdays: [new Date(start).getUTCDay()] }
    return `it recurs every ${days} days; windows recur daily, weekly or monthly`
  }
  if (strategy === 'recurring-weekday') return onDays(slots, 'weekdays', listIn(jsonIn(row['weekdays'])))
  if (strategy !== 'recurring-day-of-month') return `Lapwing does not know the strategy ${strategy}`
  return onDays(slots, 'dates', listIn(jsonIn(row['days_of_month'])))
}

function onDays(slots: RecurringSlots, unit: 'weekdays' | 'dates', texts: readonly unknown[]): RecurringSlots | string {
  const isLastDay = texts.some((text) => text === 'lastDay1' || text === 'L')
  const [min, max] = unit === 'dates' ? [1, 31] : [0, 7]
  const days = texts.flatMap((text) => {
    const number = numberIn(text)
    if (number === null || number < min || number > max) return []
    return unit === 'dates' ? [number] : [number % 7]
  })
  const chosen = [...new Set(isLastDay && unit === 'dates' ? [...days, 31] : days)]
  if (chosen.length === 0) return 'it has no days'
  return { ...slots, [unit]: chosen, isLastDay }
}

/** Expressions such as `30 3 * * 1,3`. */
function cronSlots(cron: string, durationMs: number): RecurringSlots | string {
  const [, minute, hour, dates, weekdays] =
    /^\s*(\d{1,2})\s+(\d{1,2})\s+(\*|[\d,L]+)\s+\*\s+(\*|[\d,]+)\s*$/.exec(cron) ?? []
  const isBoth = dates !== '*' && weekdays !== '*'
  if (minute === undefined || hour === undefined || isBoth)
    return `its cron expression (${cron.slice(0, 80)}) has no counterpart; windows recur daily, weekly or monthly`
  const slots = { timeMs: (Number(hour) * 60 + Number(minute)) * 60_000, durationMs }
  if (weekdays !== '*') return onDays(slots, 'weekdays', weekdays!.split(','))
  return dates === '*' ? slots : onDays(slots, 'dates', dates!.split(','))
}

function startsOf({ timeMs, weekdays, dates }: RecurringSlots, from: number): MaintenancePlan['starts'] {
  const firstDay = Math.floor(from / day) * day
  const after = (matches: (at: Date) => boolean): number => {
    let at = firstDay + timeMs
    // Every date is in one of two months that follow each other.
    for (let n = 0; n < 63 && (at < from || !matches(new Date(at))); n++) at += day
    return at
  }
  if (weekdays && new Set(weekdays).size < 7)
    return weekdays.map((wanted) => ({
      first: after((at) => at.getUTCDay() === wanted),
      recurrence: 'weekly' as const,
    }))
  if (dates)
    return dates.map((wanted) => ({ first: after((at) => at.getUTCDate() === wanted), recurrence: 'monthly' as const }))
  return [{ first: after(() => true), recurrence: 'daily' }]
}

/** `2026-03-01 12:00:00` or `2026-03-01T12:00`, as the clocks of the zone show it. */
function wallTime(value: unknown): number | null {
  const text = textIn(value).trim().replace(' ', 'T')
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?Z?$/.test(text)) return null
  const at = Date.parse(text.includes('T') ? text.replace(/Z?$/, 'Z') : text)
  return Number.isNaN(at) ? null : at
}

function timeOfDay(value: unknown): number | null {
  const [, hour, minute] = /^(\d{1,2}):(\d\d)(:\d\d)?$/.exec(textIn(value).trim()) ?? []
  return hour === undefined || Number(hour) > 23 ? null : (Number(hour) * 60 + Number(minute)) * 60_000
}

/** A time that a clock change skips is at the change. */
const instantOf = (wall: number, timeZone: string): Date =>
  new Date(
    nextInstant(wall - 2 * day, {
      timeZone,
      skipped: 'at the change',
      repeated: 'once',
      nextSlot: (before) => (before < wall ? wall : null),
    })!,
  )
