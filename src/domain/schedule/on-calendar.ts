// Computes the next run of a systemd timer with an OnCalendar expression.
import { type Expression, UnreadableExpression, parse } from './on-calendar-expression.ts'
import { nextInstant } from './zone.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function problem(text: string): string | null {
  try {
    return nextSlot(parse(text), -1) === null ? 'names a day that never occurs' : null
  } catch (error) {
    if (error instanceof UnreadableExpression) return error.message
    throw error
  }
}

/** The first run strictly after a time. A zone in the expression overrides `timeZone`. */
export function next(schedule: string, { after, timeZone }: { after: Date; timeZone: string }): Date | null {
  const expression = parse(schedule)
  const instant = nextInstant(after.getTime(), {
    timeZone: expression.timeZone ?? timeZone,
    // Like systemd, which uses the wall clock: a timer that has run does not run again when the clock is set back.
    skipped: 'dropped',
    repeated: 'once',
    nextSlot: (wall) => nextSlot(expression, wall),
  })
  return instant === null ? null : new Date(instant)
}

function nextSlot(expression: Expression, wall: number): number | null {
  const from = wall + 1
  for (const midnight of midnights(expression, from)) {
    const time = firstTime(expression, from - midnight)
    if (time !== null) return midnight + time
  }
  return null
}

function* midnights({ years, months, days, fromMonthEnd, weekdays }: Expression, from: number): Generator<number> {
  for (const year of years) {
    for (const month of months) {
      const firstOfNext = Date.UTC(year, month, 1)
      if (firstOfNext <= from) continue
      const length = new Date(firstOfNext - day).getUTCDate()
      for (const date of fromMonthEnd ? days.map((count) => length + 1 - count).reverse() : days) {
        const midnight = Date.UTC(year, month - 1, date)
        const weekday = (new Date(midnight).getUTCDay() + 6) % 7
        if (date <= length && midnight + day > from && weekdays.includes(weekday)) yield midnight
      }
    }
  }
}

function firstTime({ hours, minutes, milliseconds }: Expression, from: number): number | null {
  for (const h of hours) {
    if ((h + 1) * hour <= from) continue
    for (const m of minutes) {
      const start = h * hour + m * minute
      if (start + minute <= from) continue
      const ms = milliseconds.find((value) => start + value >= from)
      if (ms !== undefined) return start + ms
    }
  }
  return null
}
