// Formats times in the viewer's time zone and language.
import type { Language } from '../preferences.ts'
import { formatDuration } from './duration.ts'
import { useRelativeTimeMessages } from './messages.ts'

export interface Viewer {
  readonly language: Language
  readonly zone: string | undefined
}

const dayMs = 86_400_000
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter({ language, zone }: Viewer, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, zone, options])
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locales[language], { timeZone: zone, ...options })
  formatters.set(key, known)
  return known
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** “09:42” */
export const formatClock = (at: Date, viewer: Viewer): string => formatter(viewer, clock).format(at)

/** “09:42:04” */
export const formatClockSeconds = (at: Date, viewer: Viewer): string =>
  formatter(viewer, { ...clock, second: '2-digit' }).format(at)

/** “Tue 27 Oct”, with the year if it is not the current one. */
export function formatDay(at: Date, viewer: Viewer, now?: Date): string {
  const year = formatter(viewer, { year: 'numeric' })
  const other = now !== undefined && year.format(at) !== year.format(now)
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(other && { year: 'numeric' }),
  }
  return formatter(viewer, options)
    .format(at)
    .replace(/^([^\s,]+),/, '$1')
}

/** “Mon 09:00” within a week, otherwise the date. */
export function formatWeekdayClock(
  at: Date,
  viewer: Viewer,
  { now, weekday }: { now: Date; weekday: 'short' | 'long' },
): string {
  if (Math.abs(at.getTime() - now.getTime()) > 6 * dayMs) return formatMoment(at, viewer, now)
  return `${formatter(viewer, { weekday }).format(at)} ${formatClock(at, viewer)}`
}

/** “Mon 16 Nov, 22:10” */
export const formatMoment = (at: Date, viewer: Viewer, now?: Date): string =>
  `${formatDay(at, viewer, now)}, ${formatClock(at, viewer)}`

/** The full date with time zone and UTC, for tooltips. */
export function formatFully(at: Date, viewer: Viewer): string {
  const full = formatter(viewer, { dateStyle: 'full', timeStyle: 'medium' }).format(at)
  const zone = formatter(viewer, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return `${full} ${zone?.value ?? ''} (${at.toISOString().slice(0, 19).replace('T', ' ')} UTC)`
}

/** “4 s ago” or “in 8 min” within a day, otherwise the date. */
export function formatRelative(at: Date, now: Date, viewer: Viewer): string {
  const distance = now.getTime() - at.getTime()
  const word = useRelativeTimeMessages.in(viewer.language)
  if (Math.abs(distance) >= dayMs) return formatMoment(at, viewer, now)
  if (Math.abs(distance) < 1000) return word.now
  const text = roundedDuration(Math.abs(distance) / 1000, viewer.language)
  return distance > 0 ? word.ago(text) : word.in(text)
}

/** Rounded to one unit. */
function roundedDuration(seconds: number, language: Language): string {
  if (seconds < 60) return formatDuration(seconds, language)
  const step = seconds < 3600 ? 60 : 3600
  return formatDuration(Math.floor(seconds / step) * step, language)
}
