// Times of day on the clocks of a zone. A wall-clock time is represented as if it were UTC milliseconds.
import { nextInstant, offsetAt } from './zone.ts'

const minute = 60_000
export const day = 1440 * minute

/** The first time at which the zone's clocks show a wall-clock time, or skip past it. */
export function whenClocksShow(wall: number, timeZone: string): number {
  const offset = offsetAt(wall - day, timeZone)
  if (offset === offsetAt(wall + day, timeZone)) return wall - offset
  const nextSlot = (read: number): number | null => (read < wall ? wall : null)
  return nextInstant(wall - 2 * day, { timeZone, skipped: 'at the change', repeated: 'once', nextSlot })!
}

/** `09:30` as milliseconds since midnight. */
export function timeIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * minute
}
