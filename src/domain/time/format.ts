// Formats times and durations for people and programs.

/** `2026-03-01 12:00:00 UTC`, or `2026-03-01 12:00 UTC`. */
export function utcText(at: Date | number, precision: 'seconds' | 'minutes' = 'seconds'): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, precision === 'seconds' ? 19 : 16).replace('T', ' ')} UTC`
}

const formats = new Map<string, Intl.DateTimeFormat>()

const english = 'en-GB'

function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions, locale = english): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options, locale])
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone, hourCycle: 'h23' })
  formats.set(key, known)
  return known
}

const clock = { hour: '2-digit', minute: '2-digit' } as const
const day = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** `Wed 18 Nov, 03:14`, on the clocks of a zone. */
export const wallText = (at: Date, timeZone: string, locale?: string): string =>
  formatIn(timeZone, { ...day, ...clock }, locale).format(at)

/** `03:14`, on the clocks of a zone. */
export const clockText = (at: Date, timeZone: string): string => formatIn(timeZone, clock).format(at)

/** `Wed 18 Nov, 03:14 (Europe/Berlin), 02:14 UTC`; with the day in UTC if it is another. */
export function zonedText(at: Date, timeZone: string, locale?: string): string {
  if (timeZone === 'UTC') return `${wallText(at, 'UTC', locale)} UTC`
  const isSameDay = formatIn(timeZone, day).format(at) === formatIn('UTC', day).format(at)
  const utc = isSameDay ? clockText(at, 'UTC') : wallText(at, 'UTC', locale)
  return `${wallText(at, timeZone, locale)} (${timeZone}), ${utc} UTC`
}

const utcTime = /\b(at )?(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) UTC\b/g

/** Replaces the times that `utcText` wrote: `due at 2026-11-18 02:14 UTC` becomes `due on Wed 18 Nov, 02:14 UTC`. */
export function withZonedTimes(text: string, timeZone: string, locale?: string): string {
  return text.replace(utcTime, (found, preposition: string | undefined, date: string, time: string) => {
    const at = new Date(`${date}T${time}Z`)
    if (Number.isNaN(at.getTime())) return found
    return `${preposition === undefined ? '' : 'on '}${zonedText(at, timeZone, locale)}`
  })
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** The two largest units of a duration: `4 min 30 s`, `2 h`, `3 d 4 h`; below a second, `350 ms`. */
export function durationText(ms: number): string {
  if (ms < 0) return `−${durationText(-ms)}`
  const whole = ms < 1000 ? Math.round(ms) : Math.round(ms / 1000) * 1000
  if (whole === 0) return '0 s'
  const first = units.findIndex(([size]) => whole >= size)
  if (first === -1) return `${whole} ms`
  const [size, unit] = units[first]!
  const [nextSize, nextUnit] = units[first + 1] ?? [size, unit]
  const rest = Math.floor((whole % size) / nextSize)
  return `${Math.floor(whole / size)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ''}`
}

const roundedTo = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals

/** A response time as people see it, everywhere: `0.03 ms`, `3.1 ms`, `212 ms`, `1.61 s`, `12.4 s`. */
export function roundedResponseTime(ms: number): { readonly value: number; readonly unit: 'ms' | 's' } {
  if (ms < 999.5) return { value: roundedTo(ms, ms < 0.095 ? 2 : ms < 9.95 ? 1 : 0), unit: 'ms' }
  return { value: roundedTo(ms / 1000, ms < 9995 ? 2 : 1), unit: 's' }
}

const minDurationMs = 120_000

export function responseTimeText(ms: number): string {
  if (ms >= minDurationMs) return durationText(ms)
  const { value, unit } = roundedResponseTime(ms)
  return `${value} ${unit}`
}

/** In the format of Go's time.Duration: `4m30s`, `1h0m5s`, `350ms`, `0s`. */
export function goDuration(ms: number): string {
  const whole = Math.round(ms)
  if (whole < 0) return `-${goDuration(-whole)}`
  if (whole === 0) return '0s'
  if (whole < 1000) return `${whole}ms`
  const hours = Math.floor(whole / 3_600_000)
  const minutes = Math.floor(whole / 60_000) % 60
  const seconds = `${(whole % 60_000) / 1000}s`
  if (hours > 0) return `${hours}h${minutes}m${seconds}`
  return minutes > 0 ? `${minutes}m${seconds}` : seconds
}
