import type { Language } from '../preferences.ts'
import { decimals, formatDuration, formatResponse } from './duration.ts'
import { useUnitMessages } from './messages.ts'

export function formatNumber(value: number, language: Language = 'en'): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
}

/** Like `shownUptime` of the server: rounded down to two decimals, three from 99.99; a dash without data. */
export function formatUptime(percent: number | null | undefined, language: Language = 'en'): string {
  if (percent === null || percent === undefined) return '—'
  if (percent === 100) return '100 %'
  const digits = percent >= 99.99 ? 3 : 2
  const step = 10 ** (4 - digits)
  const shown = (Math.floor(Math.round(percent * 10_000) / step) * step) / 10_000
  return `${decimals(shown, digits, language)} %`
}

const sizes = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']

/** In powers of a thousand, as alerts have it. */
export function formatBytes(bytes: number, language: Language = 'en'): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1)
  const value = bytes / 1000 ** step
  return `${decimals(value, step === 0 || value >= 100 ? 0 : 1, language)} ${sizes[step]}`
}

export const formatUnit = (unit: string, language: Language = 'en'): string =>
  useUnitMessages.in(language).units[unit] ?? unit

/** Units that are not shown. */
const unitlessUnits = ['number', 'count', 'flag', 'ratio']
/** Names that are written as numbers, without grouping. */
const codeUnits = ['status', 'code']

/** A value of a metric with its unit, as rules and tables show it. */
export function formatMetric(value: number, unit: string | null, language: Language = 'en'): string {
  if (unit === 'ms') return formatResponse(value, language)
  if (unit === 'bytes') return formatBytes(value, language)
  if (unit === 'seconds' && value >= 60) return formatDuration(value, language)
  if (unit === 'bytes/s') return `${formatBytes(value, language)}/s`
  if (unit && codeUnits.includes(unit)) return String(value)
  if (unit === 'days' && value === 1) return formatDuration(86_400, language)
  const number = formatNumber(value, language)
  if (!unit || unitlessUnits.includes(unit)) return number
  return `${number} ${unit === 'seconds' ? 's' : formatUnit(unit, language)}`
}
