// Periods of reports: days and months by the clocks of a time zone.
import { nextInstant, offsetAt } from '../schedule/zone.ts'
import type { Span } from '../span.ts'

export interface Period extends Span {
  readonly timezone: string
}

/** The part of a zone's day that lies in the period. */
export interface Day extends Span {
  /** For example `2026-10-25`. */
  readonly date: string
}

const day = 86_400_000

const wallOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

/** The calendar date in the zone. */
export function dateAt(instant: Date, timezone: string): string {
  return dateOf(instant.getTime() + offsetAt(instant.getTime(), timezone))
}

export function addDays(date: string, days: number): string {
  return dateOf(wallOf(date) + days * day)
}

/** The start of a day; if the clocks skip midnight, the time of the change. */
export function startOfDay(date: string, timezone: string): Date {
  const wall = wallOf(date)
  const nextSlot = (after: number): number | null => (after < wall ? wall : null)
  const calendar = { timeZone: timezone, skipped: 'at the change', repeated: 'once', nextSlot } as const
  return new Date(nextInstant(wall - 2 * day, calendar) ?? wall)
}

/** The last days, including the current one up to now. */
export function lastDays(count: number, { now, timezone }: { now: Date; timezone: string }): Period {
  const first = addDays(dateAt(now, timezone), 1 - count)
  return { from: startOfDay(first, timezone), to: now, timezone }
}

/** Whole days, including the last. */
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
