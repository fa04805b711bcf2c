// Formats durations.
import type { Language } from '../preferences.ts'
import { useDurationMessages } from './messages.ts'

const minute = 60
const hour = 3600
const day = 86_400

/** “14 s”, “6 min 12 s”, “3 h 5 min”, “5 days 23 h”. */
export function formatDuration(seconds: number, language: Language = 'en'): string {
  const whole = Math.max(0, Math.floor(seconds))
  const word = useDurationMessages.in(language)
  if (whole < minute) return `${whole} ${word.s}`
  if (whole < hour) return pair([Math.floor(whole / minute), word.min], [whole % minute, word.s])
  if (whole < day) return pair([Math.floor(whole / hour), word.h], [Math.floor((whole % hour) / minute), word.min])
  const days = Math.floor(whole / day)
  return pair([days, days === 1 ? word.day : word.days], [Math.floor((whole % day) / hour), word.h])
}

/** Of what is more than nothing: “less than 1 s”. */
export const formatPositiveDuration = (seconds: number, language: Language = 'en'): string =>
  seconds < 1 ? useDurationMessages.in(language).lessThanSecond : formatDuration(seconds, language)

/** Only the largest unit below a day: “14 s”, “6 min”, “3 h”. */
export function formatRoughly(seconds: number, language: Language = 'en'): string {
  const unit = seconds < minute ? 1 : seconds < hour ? minute : hour
  return formatDuration(seconds - (seconds % unit), language)
}

/** “every minute”, “every 30 s”, “every 5 min”. */
export function formatInterval(seconds: number, language: Language = 'en'): string {
  const word = useDurationMessages.in(language)
  if (seconds === minute) return word.everyMinute
  if (seconds === hour) return word.everyHour
  return seconds === day ? word.everyDay : word.every(formatDuration(seconds, language))
}

type Part = readonly [count: number, unit: string]

function pair([large, largeUnit]: Part, [small, smallUnit]: Part): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}

/** Like `responseTimeText` of the server: “0.03 ms”, “3.1 ms”, “212 ms”, “1.61 s”; a dash when nothing was measured. */
export function formatResponse(ms: number | null | undefined, language: Language = 'en'): string {
  if (ms === null || ms === undefined) return '—'
  if (ms >= 2 * minute * 1000) return formatDuration(Math.round(ms / 1000), language)
  const [value, unit] = ms < 999.5 ? [ms, 'ms'] : [ms / 1000, 's']
  const digits = ms < 0.095 || (unit === 's' && value < 9.995) ? 2 : ms < 9.95 || unit === 's' ? 1 : 0
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${unit}`
}

export function decimals(value: number, digits: number, language: Language): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}
