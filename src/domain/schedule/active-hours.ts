// Active hours: the hours of a week in which check-ins are expected, on the clocks of a zone.
import { day, timeIn } from './wall-clock.ts'
import { nextInstant, offsetAt } from './zone.ts'

export interface ActiveHours {
  /** 0 is Sunday. */
  readonly days: readonly number[]
  readonly from: string
  /** At most 24:00; before `from` if the hours end on the next day. */
  readonly to: string
}

export function isActive(instant: number, { days, from, to }: ActiveHours, timeZone: string): boolean {
  const wall = instant + offsetAt(instant, timeZone)
  const time = wall - midnightOf(wall)
  const [opens, closes] = [timeIn(from), timeIn(to)]
  const today = days.includes(weekdayOf(wall))
  if (opens < closes) return today && time >= opens && time < closes
  return (today && time >= opens) || (days.includes(weekdayOf(wall - day)) && time < closes)
}

/** When the hours next begin. */
export function nextOpening(after: number, { days, from }: ActiveHours, timeZone: string): number {
  return nextTime(after, { days, time: timeIn(from), timeZone })
}

/** When the hours next end. */
export function nextClosing(after: number, { days, from, to }: ActiveHours, timeZone: string): number {
  const nextDay = timeIn(to) <= timeIn(from) || to === '24:00'
  const time = to === '24:00' ? 0 : timeIn(to)
  return nextTime(after, { days: nextDay ? days.map((weekday) => (weekday + 1) % 7) : days, time, timeZone })
}

interface Daily {
  readonly days: readonly number[]
  readonly time: number
  readonly timeZone: string
}

function nextTime(after: number, { days, time, timeZone }: Daily): number {
  const nextSlot = (wall: number): number | null => {
    for (let ahead = 0; ahead <= 7; ahead++) {
      const slot = midnightOf(wall) + ahead * day + time
      if (slot > wall && days.includes(weekdayOf(slot))) return slot
    }
    return null
  }
  return nextInstant(after, { timeZone, skipped: 'at the change', repeated: 'twice', nextSlot })!
}

const midnightOf = (wall: number): number => Math.floor(wall / day) * day
const weekdayOf = (wall: number): number => new Date(wall).getUTCDay()
