// The formatters with the viewer's language and time zone.
import { useMemo } from 'react'
import { usePreferences } from '../preferences.ts'
import { formatDuration, formatInterval, formatPositiveDuration, formatResponse, formatRoughly } from './duration.ts'
import { formatBytes, formatMetric, formatNumber, formatUnit, formatUptime } from './number.ts'
import {
  formatClock,
  formatClockSeconds,
  formatDay,
  formatFully,
  formatMoment,
  formatRelative,
  formatWeekdayClock,
} from './time.ts'

type When = Date | string

const dateOf = (when: When): Date => (typeof when === 'string' ? new Date(when) : when)

/** Keeps a number and its unit on one line: “1 min 11 s” breaks before 11 only. */
export const withUnits = (text: string): string => text.replace(/(\d) (?=\p{L})/gu, '$1\u00a0')

export function useFormat() {
  const { language, zone } = usePreferences()
  return useMemo(() => {
    const viewer = { language, zone: zone ?? undefined }
    return {
      duration: (seconds: number) => withUnits(formatDuration(seconds, language)),
      positive: (seconds: number) => withUnits(formatPositiveDuration(seconds, language)),
      roughly: (seconds: number) => withUnits(formatRoughly(seconds, language)),
      every: (seconds: number) => withUnits(formatInterval(seconds, language)),
      response: (ms: number | null | undefined) => withUnits(formatResponse(ms, language)),
      number: (value: number) => formatNumber(value, language),
      uptime: (percent: number | null | undefined) => formatUptime(percent, language),
      bytes: (bytes: number) => formatBytes(bytes, language),
      unit: (unit: string) => formatUnit(unit, language),
      metric: (value: number, unit: string | null) => withUnits(formatMetric(value, unit, language)),
      clock: (at: When) => formatClock(dateOf(at), viewer),
      clockSeconds: (at: When) => formatClockSeconds(dateOf(at), viewer),
      day: (at: When) => formatDay(dateOf(at), viewer, new Date()),
      weekdayClock: (at: When) => formatWeekdayClock(dateOf(at), viewer, { now: new Date(), weekday: 'short' }),
      longWeekdayClock: (at: When) => formatWeekdayClock(dateOf(at), viewer, { now: new Date(), weekday: 'long' }),
      moment: (at: When) => formatMoment(dateOf(at), viewer, new Date()),
      fully: (at: When) => formatFully(dateOf(at), viewer),
      relative: (at: When, now: Date) => withUnits(formatRelative(dateOf(at), now, viewer)),
    }
  }, [language, zone])
}
