// Parses the dates of registries in all their formats. Ambiguous dates are rejected.
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

interface DateParts {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly rest: string
}

const time = '(?:[T\\s]+|$)(?<rest>.*)$'
const patterns: readonly RegExp[] = [
  // 2027-03-01, 2027.03.01, 2027/03/01, 2027. 03. 01.
  new RegExp(`^(?<year>\\d{4})(?:[-/]|\\.\\s?)(?<month>\\d{1,2})(?:[-/]|\\.\\s?)(?<day>\\d{1,2})\\.?${time}`),
  // 20270301
  new RegExp(`^(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)${time}`),
  // 2027-Mar-01
  new RegExp(`^(?<year>\\d{4})[-. ](?<month>[a-z]{3,9})[-. ](?<day>\\d{1,2})\\.?${time}`, 'i'),
  // 01-Mar-2027, 1 March 2027
  new RegExp(`^(?<day>\\d{1,2})[-./ ](?<month>[a-z]{3,9})[-./ ](?<year>\\d{4})${time}`, 'i'),
  // March 1 2027, Mon Mar 1 2027, Mon Mar  1 00:00:00 GMT 2027
  new RegExp(`^(?:[a-z]{3},?\\s+)?(?<month>[a-z]{3,9})\\s+(?<day>\\d{1,2}),?\\s+(?<year>\\d{4})${time}`, 'i'),
  /^(?:[a-z]{3},?\s+)?(?<month>[a-z]{3,9})\s+(?<day>\d{1,2})\s+(?<rest>\d\d:\d\d:\d\d)\s+(?:GMT|UTC)\s+(?<year>\d{4})$/i,
  // 01.03.2027 and 01-03-2027: with these separators the day always comes first
  new RegExp(`^(?<day>\\d{1,2})[.-]\\s?(?<month>\\d{1,2})[.-]\\s?(?<year>\\d{4})\\.?${time}`),
  // 25/03/2027; with a day up to the twelfth it could be either
  new RegExp(`^(?<day>1[3-9]|2\\d|3[01])/(?<month>\\d{1,2})/(?<year>\\d{4})${time}`),
]

/** As ISO 8601, or null. A time without a zone is taken for UTC. */
export function readDate(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 60) return null
  const trimmed = text.trim()
  for (const pattern of patterns) {
    const parts = pattern.exec(trimmed)?.groups as DateParts | undefined
    if (parts) return assembled(parts)
  }
  return null
}

function assembled({ year, month, day, rest }: DateParts): string | null {
  const place = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const midnight = new Date(Date.UTC(Number(year), place - 1, Number(day)))
  const isReal = place >= 1 && midnight.getUTCMonth() === place - 1 && midnight.getUTCDate() === Number(day)
  if (!isReal || Number(year) < 1980 || Number(year) > 2200) return null
  return new Date(midnight.getTime() + timeOfDay(rest)).toISOString()
}

/** Text after the date that is not a time is ignored: the day is what counts. */
function timeOfDay(rest: string): number {
  const match = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:Z|UTC|GMT|\(?([+-])(\d\d):?(\d\d)?\)?)?/i.exec(rest)
  if (!match) return 0
  const [, hours = '0', minutes = '0', seconds = '0', sign, zoneHours = '0', zoneMinutes = '0'] = match
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  return ((Number(hours) * 60 + Number(minutes) - zone) * 60 + Number(seconds)) * 1000
}
