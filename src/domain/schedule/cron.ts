// Five-field cron expressions, with the semantics of Vixie cron.
import { Cron } from 'croner'
import { nextInstant } from './zone.ts'

const parts = [
  { name: 'minute', range: '0-59' },
  { name: 'hour', range: '0-23' },
  { name: 'day', range: '1-31' },
  { name: 'month', range: '1-12 or JAN-DEC' },
  { name: 'weekday', range: '0-7 or SUN-SAT' },
] as const

export function problem(text: string): string | null {
  const written = fields(text)
  if (written.length !== parts.length) return `must have five fields: ${parts.map((part) => part.name).join(' ')}`
  for (const [at, part] of parts.entries()) {
    const alone = parts.map((_, other) => (other === at ? written[at] : '*')).join(' ')
    if (!parses(alone)) return `the ${part.name} ${written[at]} cannot be read (${part.range})`
  }
  return wallClock(text).nextRun(new Date(0)) === null ? 'names a day that never occurs' : null
}

/** The first run strictly after a time. */
export function next(schedule: string, { after, timeZone }: { after: Date; timeZone: string }): Date | null {
  const cron = wallClock(schedule)
  const [minute = '', hour = ''] = fields(schedule)
  // Cron runs every-minute and every-hour jobs by elapsed time; others run once a day, late rather than never.
  const elapsed = isStar(minute) || isStar(hour)
  const instant = nextInstant(after.getTime(), {
    timeZone,
    skipped: elapsed ? 'dropped' : 'at the change',
    repeated: elapsed ? 'twice' : 'once',
    nextSlot: (wall) => cron.nextRun(new Date(wall))?.getTime() ?? null,
  })
  return instant === null ? null : new Date(instant)
}

function wallClock(text: string): Cron {
  const [, , day = '', , weekday = ''] = fields(text)
  // Cron joins the two day fields with "or" unless one of them begins with a star; `*/2` begins with one.
  return new Cron(fields(text).join(' '), { mode: '5-part', utcOffset: 0, domAndDow: isStar(day) || isStar(weekday) })
}

function parses(text: string): boolean {
  try {
    wallClock(text)
    return true
  } catch {
    return false
  }
}

const fields = (text: string): string[] => text.trim().split(/\s+/)
const isStar = (field: string): boolean => /^[*?]/.test(field)
