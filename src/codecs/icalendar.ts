// Writes calendars in the format of RFC 5545.
export interface CalendarEvent {
  /** Stable for the same event. */
  readonly uid: string
  readonly from: Date
  readonly to: Date
  readonly summary: string
  readonly description: string | null
  /** The number of revisions, and the time of the last. */
  readonly sequence: number
  readonly revisedAt: Date
}

export interface CalendarFeed {
  readonly name: string
  readonly events: readonly CalendarEvent[]
}

export function writeCalendar({ name, events }: CalendarFeed): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lapwing//Lapwing//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf({ uid, from, to, summary, description, sequence, revisedAt }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${timeOf(revisedAt)}`,
    `LAST-MODIFIED:${timeOf(revisedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${timeOf(from)}`,
    `DTEND:${timeOf(to)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description === null ? [] : [`DESCRIPTION:${escaped(description)}`]),
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** `20260301T090000Z` */
function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x09\x0b-\x1f\x7f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')
}

const maxLine = 75

/** Folds lines at 75 octets without splitting characters; continuation lines begin with a space. */
function folded(line: string): string {
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxLine) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
