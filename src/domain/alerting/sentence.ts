// Clauses for measured values, such as `the certificate expires in 6 days`.
import type { ClauseTemplate, Metric, MetricUnit } from '../metric.ts'
import { durationText, responseTimeText } from '../time/format.ts'

/** Writes `2 pages are broken`, `1 page is broken` and `no pages are broken`; `none` replaces the last. */
export const counted =
  (one: string, many: string, none = `no ${many}`): ClauseTemplate =>
  (value) =>
    value === 0 ? none : value === 1 ? `1 ${one}` : `{} ${many}`

/**
 * Writes `the certificate expires in 6 days` and `the certificate expired 3 days ago`; -1 is the first day after the
 * expiry.
 */
export const runsOut =
  (what: string) =>
  (days: number): string => {
    const whole = Math.floor(days)
    if (whole === -1) return `${what} expired less than a day ago`
    if (whole < 0) return `${what} expired ${inDays(-whole - 1)} ago`
    return `${what} expires in ${whole === 0 ? 'less than a day' : inDays(whole)}`
  }

const inDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

export function clauseOf(metric: Metric, value: number, asText = written(metric, value)): string {
  return spoken(metric, value)
    .replaceAll('{}', () => asText)
    .replaceAll('{slug}', slugOf(metric))
}

function spoken({ says, description }: Metric, value: number): string {
  const plain = `${lowered(withoutKey(description))} is {}`
  if (says === null) return plain
  if (typeof says === 'string') return says
  if (typeof says === 'function') return says(value)
  return value === 1 ? says.yes : value === 0 ? says.no : plain
}

const slugOf = ({ slug }: Metric): string => slug ?? 'of that name'

/** Removes the explanation of values that descriptions have in brackets at their end. */
const withoutKey = (description: string): string => description.replace(/\s*\([^)]*\)\s*$/, '')

const lowered = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

type WrittenMetric = Pick<Metric, 'unit' | 'words'>

/** Formats a value with its unit, rounded for people. */
export function written({ unit, words }: WrittenMetric, value: number): string {
  return words[value] ?? (writings[unit] ?? rounded)(value)
}

/** Formats a value with its unit and all stored digits. */
export function writtenExactly({ unit, words }: WrittenMetric, value: number): string {
  return words[value] ?? `${rounded(value)}${suffixes[unit] ?? ''}`
}

/** Formats `120–310 ms`, or `310 ms–1.2 s` if the units differ. */
export function rangeText(metric: WrittenMetric, low: number, high: number): string {
  const [from, to] = [written(metric, low), written(metric, high)]
  const [, number, unit] = /^([\d.]+)( .+)$/.exec(from) ?? []
  return number !== undefined && to.endsWith(unit!) ? `${number}–${to}` : `${from}–${to}`
}

const suffixes: Partial<Record<MetricUnit, string>> = {
  ms: ' ms',
  seconds: ' s',
  hours: ' hours',
  days: ' days',
  percent: ' %',
  bytes: ' bytes',
  'bytes/s': ' bytes/s',
  celsius: ' °C',
}

const writings: Partial<Record<MetricUnit, (value: number) => string>> = {
  ms: responseTimeText,
  seconds: duration,
  hours: (value) => (value === 1 ? '1 hour' : `${rounded(value)} hours`),
  days: (value) => (value === 1 ? '1 day' : `${rounded(value)} days`),
  percent: (value) => `${rounded(value)} %`,
  bytes: size,
  'bytes/s': (value) => `${size(value)}/s`,
  celsius: (value) => `${rounded(value)} °C`,
}

const rounded = (value: number): string => `${Math.round(value * 100) / 100}`

function duration(seconds: number): string {
  return seconds < 120 ? `${rounded(seconds)} s` : durationText(seconds * 1000)
}

const sizes = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

function size(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1)
  return `${Math.round((bytes / 1000 ** step) * 10) / 10} ${sizes[step]}`
}
