// When reports are sent: each covers the day, week or month that ended before.
import { nextInstant } from '../schedule/zone.ts'
import { type Period, addDays, dateAt, daysBetween, monthOf } from './period.ts'

export const cadences = ['daily', 'weekly', 'monthly'] as const
export type Cadence = (typeof cadences)[number]

export interface ReportTiming {
  readonly cadence: Cadence
  /** Day of the week (Monday is 1) or of the month. */
  readonly day: number | null
  readonly timezone: string
}

const day = 86_400_000
/** In the morning, at the start of work. */
const hourOfDay = 7 * 3_600_000

/** The first due time after a time. */
export function nextDue({ cadence, day: wanted, timezone }: ReportTiming, after: Date): Date {
  const isDue = (wall: number): boolean => {
    const date = new Date(wall)
    if (cadence === 'weekly') return (date.getUTCDay() || 7) === wanted
    return cadence === 'daily' || date.getUTCDate() === wanted
  }
  const nextSlot = (wall: number): number => {
    let slot = Math.floor(wall / day) * day + hourOfDay
    while (slot <= wall || !isDue(slot)) slot += day
    return slot
  }
  const calendar = { timeZone: timezone, skipped: 'at the change', repeated: 'once', nextSlot } as const
  return new Date(nextInstant(after.getTime(), calendar)!)
}

/** The latest due time up to now; reports that were missed before it are not sent. */
export function latestDue(timing: ReportTiming, { due, now }: { due: Date; now: Date }): Date {
  let latest = due
  for (let next = nextDue(timing, latest); next <= now; next = nextDue(timing, latest)) latest = next
  return latest
}

export function reportedPeriod({ cadence, timezone }: ReportTiming, dueAt: Date): Period {
  const yesterday = addDays(dateAt(dueAt, timezone), -1)
  if (cadence === 'monthly') {
    const month = dateAt(dueAt, timezone).slice(0, 7)
    return monthOf(addDays(`${month}-01`, -1).slice(0, 7), timezone)
  }
  return daysBetween(cadence === 'daily' ? yesterday : addDays(yesterday, -6), yesterday, timezone)
}
