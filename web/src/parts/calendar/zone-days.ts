// Days of a time zone and positions on a calendar. A day is one column, whether it has 23, 24 or 25 hours.
const dayMs = 86_400_000
const hourMs = 3_600_000

export interface CalendarDay {
  /** `2026-11-17` */
  readonly date: string
  /** The instant at which it begins, in milliseconds. */
  readonly from: number
  readonly to: number
  /** 24, unless the clocks change. */
  readonly hours: number
  readonly isWeekend: boolean
}

export interface TimeSpan {
  readonly from: number
  readonly to: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...parts })
  formats.set(zone, made)
  return made
}

/** Milliseconds to add to an instant to get the zone's clock reading, written as if it were UTC. */
export function offsetAt(instant: number, zone: string): number {
  const read: Record<string, number> = {}
  for (const { type, value } of formatFor(zone).formatToParts(instant)) read[type] = Number(value)
  const { year = 0, month = 1, day, hour, minute, second } = read
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

const wallOf = (instant: number, zone: string): number => instant + offsetAt(instant, zone)

/** When the clocks show a reading. One that they skip is at the change, one that they show twice at the first. */
function instantOf(wall: number, zone: string): number {
  const offsets = [offsetAt(wall - dayMs, zone), offsetAt(wall + dayMs, zone)]
  const shown = offsets.map((offset) => wall - offset).filter((instant) => wallOf(instant, zone) === wall)
  if (shown.length > 0) return Math.min(...shown)
  let [before, after] = [wall - Math.max(...offsets), wall - Math.min(...offsets)]
  const old = offsetAt(before, zone)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, zone) === old) before = middle
    else after = middle
  }
  return after
}

export const dateOf = (instant: number, zone: string): string =>
  new Date(wallOf(instant, zone)).toISOString().slice(0, 10)

export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

export const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7))

export const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`

export const addMonths = (date: string, months: number): string =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)

export const daysInMonth = (date: string): number => Number(addDays(addMonths(date, 1), -1).slice(8))

export function calendarDays(first: string, count: number, zone: string): CalendarDay[] {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(first, index)
    const [from, to] = [instantOf(Date.parse(date), zone), instantOf(Date.parse(addDays(date, 1)), zone)]
    return { date, from, to, hours: (to - from) / hourMs, isWeekend: [0, 6].includes(new Date(date).getUTCDay()) }
  })
}

/** Where an instant is, in columns from the left. */
export function positionOf(instant: number, days: readonly CalendarDay[]): number {
  const index = days.findIndex(({ to }) => instant < to)
  if (index === -1) return days.length
  const { from, to } = days[index]!
  return index + Math.max(0, (instant - from) / (to - from))
}

/** The instant at a position, to the quarter of an hour that the clocks show. */
export function instantAt(position: number, days: readonly CalendarDay[], zone: string): number {
  const index = Math.min(Math.max(Math.floor(position), 0), days.length - 1)
  const { from, to } = days[index]!
  const exact = from + Math.min(Math.max(position - index, 0), 1) * (to - from)
  const quarter = hourMs / 4
  const offset = offsetAt(exact, zone)
  const rounded = Math.round((exact + offset) / quarter) * quarter - offset
  return Math.min(Math.max(rounded, days[0]!.from), days.at(-1)!.to)
}

export interface Segment {
  readonly start: number
  readonly end: number
}

/** The part of a span that the days show; null if there is none. */
export function segmentOf({ from, to }: TimeSpan, days: readonly CalendarDay[]): Segment | null {
  const [first, last] = [days[0]!.from, days.at(-1)!.to]
  if (to <= first || from >= last || to <= from) return null
  return { start: positionOf(Math.max(from, first), days), end: positionOf(Math.min(to, last), days) }
}

/** The value of a date-and-time field. */
export const fieldOf = (instant: number, zone: string): string =>
  new Date(wallOf(instant, zone)).toISOString().slice(0, 16)

/** The instant that a date-and-time field names; NaN if it is not filled in. */
export function instantOfField(text: string, zone: string): number {
  const wall = Date.parse(`${text}Z`)
  return Number.isNaN(wall) ? Number.NaN : instantOf(wall, zone)
}

/** Whether the clocks change between two instants of a zone. */
export const clocksChange = (from: number, to: number, zone: string): boolean =>
  offsetAt(from, zone) !== offsetAt(to, zone)
