// Converts wall-clock schedules to instants in a zone. A wall-clock time is represented as if it were UTC milliseconds.
const day = 86_400_000
const week = 7 * day

const ianaAbbreviations = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '))
const formats = new Map<string, Intl.DateTimeFormat>()

export function isTimeZone(name: string): boolean {
  // ICU knows abbreviations that IANA does not, and reads BST as Bangladesh.
  if (!/^[a-z]/i.test(name) || (name.length === 3 && !ianaAbbreviations.has(name.toUpperCase()))) return false
  try {
    format(name)
    return true
  } catch {
    return false
  }
}

export function timeZoneProblem(name: string): string | null {
  return isTimeZone(name) ? null : 'must be a time zone such as UTC or Europe/Berlin'
}

/** Milliseconds to add to an instant to get the zone's wall-clock time. */
export function offsetAt(instant: number, timeZone: string): number {
  const { changesAt, before, after } = zoneWeek(Math.floor(instant / week), timeZone)
  return instant < changesAt ? before : after
}

/** A week since 1970 in a zone. No zone changes its offset twice in a week. */
interface ZoneWeek {
  /** Infinity if the offset stays the same. */
  readonly changesAt: number
  readonly before: number
  readonly after: number
}

const weeks = new Map<string, ZoneWeek>()
const maxWeeks = 20_000

/** Remembered, because a formatter takes some 20 µs per instant, and a schedule has thousands. */
function zoneWeek(index: number, timeZone: string): ZoneWeek {
  const key = `${index} ${timeZone}`
  const known = weeks.get(key)
  if (known) return known
  if (weeks.size >= maxWeeks) weeks.clear()
  const read = readWeek(index * week, timeZone)
  weeks.set(key, read)
  return read
}

function readWeek(start: number, timeZone: string): ZoneWeek {
  let [earlier, later] = [start, start + week]
  const [before, after] = [readOffset(earlier, timeZone), readOffset(later, timeZone)]
  if (before === after) return { changesAt: Infinity, before, after }
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2)
    if (readOffset(middle, timeZone) === before) earlier = middle
    else later = middle
  }
  return { changesAt: later, before, after }
}

function readOffset(instant: number, timeZone: string): number {
  const read: Record<string, number> = {}
  for (const { type, value } of format(timeZone).formatToParts(instant)) read[type] = Number(value)
  const { year = 0, month = 1, day: date, hour, minute, second } = read
  return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

interface ZoneRules {
  readonly timeZone: string
  /** A slot that a clock change skips is dropped or runs at the change. */
  readonly skipped: 'dropped' | 'at the change'
  /** A slot that a clock change repeats runs on its first pass only or on both. */
  readonly repeated: 'once' | 'twice'
  /** The first slot after a wall-clock time. */
  nextSlot(wall: number): number | null
}

export function nextInstant(after: number, calendar: ZoneRules): number | null {
  const { timeZone } = calendar
  let from = after
  let offset = offsetAt(from, timeZone)
  let wall = calendar.repeated === 'once' ? Math.max(from + offset, readAlready(from, timeZone) - 1) : from + offset
  for (;;) {
    const slot = calendar.nextSlot(wall)
    const change = nextChange(from, slot === null ? from + 2 * day : slot - offset, timeZone)
    if (change === null) return slot === null ? null : slot - offset
    const closes = change + offset
    offset = offsetAt(change, timeZone)
    const opens = change + offset
    if (calendar.skipped === 'at the change' && slot !== null && slot < opens) return change
    wall = (calendar.repeated === 'once' ? Math.max(opens, closes) : opens) - 1
    from = change
  }
}

/** The wall-clock time up to which the zone's clocks repeat earlier times at this instant. */
function readAlready(instant: number, timeZone: string): number {
  const change = nextChange(instant - day, instant, timeZone)
  return change === null ? -Infinity : change + offsetAt(change - 1, timeZone)
}

/** The first instant after `from`, up to `until`, at which the zone's offset changes. */
function nextChange(from: number, until: number, timeZone: string): number | null {
  for (let index = Math.floor(from / week); index * week < until; index++) {
    const { changesAt } = zoneWeek(index, timeZone)
    if (changesAt > from && changesAt <= until) return changesAt
  }
  return null
}

function format(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase()
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(key, made)
  return made
}
