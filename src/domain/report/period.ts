// The time that a report is about: days and months by the clocks of a time zone, whatever those do meanwhile.
import { nextInstant, offsetAt } from '../schedule/zone.ts'
import type { Span } from '../span.ts'

export interface Period extends Span {
  readonly timezone: string
}

/** A day of the zone, as far as it is in the period. */
export interface Day extends Span {
  /** Such as `2026-10-25`. */
  readonly date: string
}

const day = 86_400_000

const wallOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

/** What the zone's calendars show. */
export function dateAt(instant: Date, timezone: string): string {
  return dateOf(instant.getTime() + offsetAt(instant.getTime(), timezone))
}

export function addDays(date: string, days: number): string {
  return dateOf(wallOf(date) + days * day)
}

/** The first moment of a day; where the clocks skip midnight, the moment of the change. */
export function startOfDay(date: string, timezone: string): Date {
  const wall = wallOf(date)
  const nextSlot = (after: number): number | null => (after < wall ? wall : null)
  const calendar = { timeZone: timezone, skipped: 'at the change', repeated: 'once', nextSlot } as const
  return new Date(nextInstant(wall - 2 * day, calendar) ?? wall)
}

/** So many days, the last of which is today and not over yet. */
export function lastDays(count: number, { now, timezone }: { now: Date; timezone: string }): Period {
  const first = addDays(dateAt(now, timezone), 1 - count)
  return { from: startOfDay(first, timezone), to: now, timezone }
}

/** Whole days, the last one included. */
export function daysBetween(first: string, last: string, timezone: string): Period {
  return { from: startOfDay(first, timezone), to: startOfDay(addDays(last, 1), timezone), timezone }
}

/** A month such as `2026-10`. */
export function monthOf(month: string, timezone: string): Period {
  const first = new Date(`${month}-01T00:00:00Z`)
  const next = dateOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1))
  return { from: startOfDay(`${month}-01`, timezone), to: startOfDay(next, timezone), timezone }
}

export function monthAt(instant: Date, timezone: string): string {
  return dateAt(instant, timezone).slice(0, 7)
}

export function daysOf({ from, to, timezone }: Period): Day[] {
  const days: Day[] = []
  let [date, begins] = [dateAt(from, timezone), from]
  while (begins < to) {
    const next = addDays(date, 1)
    const ends = startOfDay(next, timezone)
    days.push({ date, from: begins, to: ends < to ? ends : to })
    ;[date, begins] = [next, ends]
  }
  return days
}
