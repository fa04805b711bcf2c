// Dates and numbers in the language of the visitor. The server uses UTC; the page's script converts times to local
// time.
import { roundedResponseTime } from '../../domain/time/format.ts'
import { shownUptime } from '../../domain/uptime/uptime-text.ts'
import { type Markup, html } from '../html.ts'
import type { Language } from '../languages.ts'

const zone = 'UTC'

const formats = {
  time: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type Format = keyof typeof formats
type DateStyle = 'time' | 'moment'

const made = new Map<string, Intl.DateTimeFormat>()
// British English uses a 24-hour clock.
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

export function dateText(at: Date, format: Format, language: Language): string {
  const key = `${format} ${language}`
  const formatter =
    made.get(key) ??
    new Intl.DateTimeFormat(localeOf(language), { ...formats[format], timeZone: zone, hourCycle: 'h23' })
  made.set(key, formatter)
  return formatter.format(at)
}

/** A time that the page's script shows in the visitor's time zone. */
export function timeTag(at: Date, format: DateStyle, language: Language): Markup {
  const short = format === 'time' ? 't' : 'm'
  return html`<time datetime="${at.toISOString()}" data-f="${short}">${dateText(at, format, language)}</time>`
}

export function uptimeText(uptime: number, language: Language): string {
  const { percent, decimals } = shownUptime(uptime)
  const format = { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const
  return new Intl.NumberFormat(localeOf(language), format).format(percent / 100)
}

/** For less than a day, in whole hours or minutes. */
export function shortTimeText(ms: number, language: Language): string {
  const [unit, unitMs] = ms < 3_600_000 ? (['minute', 60_000] as const) : (['hour', 3_600_000] as const)
  const value = Math.max(Math.floor(ms / unitMs), 1)
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

export function responseText(ms: number, language: Language): string {
  const { value, unit: symbol } = roundedResponseTime(ms)
  const unit = symbol === 'ms' ? 'millisecond' : 'second'
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

export function listText(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names)
}
