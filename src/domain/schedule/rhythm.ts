// The slots at which something that repeats is expected, without those outside the active hours.
import { type ActiveHours, isActive, nextClosing, nextOpening } from './active-hours.ts'
import * as cron from './cron.ts'
import * as onCalendar from './on-calendar.ts'

export type CheckInSchedule =
  | { readonly type: 'simple'; readonly periodMs: number }
  | { readonly type: 'cron' | 'oncalendar'; readonly expression: string }

export interface CheckInRhythm {
  readonly schedule: CheckInSchedule
  readonly timeZone: string
  readonly activeHours: ActiveHours | null
}

// Weekdays repeat after seven days, and leap days on a weekday after seven leap years; twice that means never.
const maxTries = 20

/** The first slot strictly after a time. Slots of a plain period count from `anchor`, the last check-in. */
export function slotAfter(rhythm: CheckInRhythm, { after, anchor }: { after: number; anchor: number }): number | null {
  const { schedule, activeHours: hours, timeZone } = rhythm
  let slot = nextSlot(rhythm, after, anchor)
  for (let tries = 0; hours && slot !== null && !isActive(slot, hours, timeZone); tries++) {
    const opening = nextOpening(slot, hours, timeZone)
    slot = nextSlot(rhythm, opening - 1, anchor)
    // A period longer than a day still requires one check-in in each block of active hours.
    if (schedule.type === 'simple') return Math.min(slot!, nextClosing(opening, hours, timeZone))
    if (tries === maxTries) return null
  }
  return slot
}

/** The slot that follows a check-in. A slightly early check-in counts for the slot that it precedes. */
export function slotAfterCheckIn(rhythm: CheckInRhythm, at: number, earlyToleranceMs: number): number | null {
  const first = slotAfter(rhythm, { after: at, anchor: at })
  if (rhythm.schedule.type === 'simple' || first === null || first - at > earlyToleranceMs) return first
  const second = slotAfter(rhythm, { after: first, anchor: at })
  // If slots are close together, it counts for the nearer one.
  return second !== null && first - at > (second - first) / 2 ? first : second
}

function nextSlot({ schedule, timeZone }: CheckInRhythm, after: number, anchor: number): number | null {
  if (schedule.type === 'simple') {
    const periods = Math.floor((after - anchor) / schedule.periodMs) + 1
    return anchor + Math.max(periods, 1) * schedule.periodMs
  }
  const { next } = schedule.type === 'cron' ? cron : onCalendar
  return next(schedule.expression, { after: new Date(after), timeZone })?.getTime() ?? null
}
