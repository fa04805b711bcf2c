import { nextInstant, offsetAt } from '../schedule/zone.ts'
import type { Span } from '../span.ts'

const dayMs = 86_400_000

export interface LocalDay extends Span {
  /** A calendar date such as 2026-02-11. */
  readonly day: string
}

/** The last days of a zone, oldest first; the last contains `now`. A day may have 23 or 25 hours. */
export function localDays(now: Date, { timeZone, count }: { timeZone: string; count: number }): LocalDay[] {
  const starts: number[] = []
  let at = now.getTime() - (count + 2) * dayMs
  while (starts.length === 0 || starts.at(-1)! <= now.getTime()) {
    at = nextMidnight(at, timeZone)
    starts.push(at)
  }
  return starts.slice(-count - 1, -1).map((from, n, own) => ({
    day: new Date(from + offsetAt(from, timeZone)).toISOString().slice(0, 10),
    from: new Date(from),
    to: new Date(own[n + 1] ?? starts.at(-1)!),
  }))
}

function nextMidnight(after: number, timeZone: string): number {
  const soon = after + dayMs
  const offset = offsetAt(soon, timeZone)
  const isMidnight = (soon + offset) % dayMs === 0 && offsetAt(after, timeZone) === offset
  return isMidnight ? soon : searchMidnight(after, timeZone)
}

/** If a clock change skips midnight, the day begins at the change. */
const searchMidnight = (after: number, timeZone: string): number =>
  nextInstant(after, {
    timeZone,
    skipped: 'at the change',
    repeated: 'once',
    nextSlot: (wall) => (Math.floor(wall / dayMs) + 1) * dayMs,
  })!
