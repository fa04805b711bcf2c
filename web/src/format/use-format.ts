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

export function useFormat() {
  const { language, zone } = usePreferences()
  return useMemo(() => {
    const viewer = { language, zone: zone ?? undefined }
    return {
      duration: (seconds: number) => formatDuration(seconds, language),
      positive: (seconds: number) => formatPositiveDuration(seconds, language),
      roughly: (seconds: number) => formatRoughly(seconds, language),
      every: (seconds: number) => formatInterval(seconds, language),
      response: (ms: number | null | undefined) => formatResponse(ms, language),
      number: (value: number) => formatNumber(value, language),
      uptime: (percent: number | null | undefined) => formatUptime(percent, language),
      bytes: (bytes: number) => formatBytes(bytes, language),
      unit: (unit: string) => formatUnit(unit, language),
      metric: (value: number, unit: string | null) => formatMetric(value, unit, language),
      clock: (at: When) => formatClock(dateOf(at), viewer),
      clockSeconds: (at: When) => formatClockSeconds(dateOf(at), viewer),
      day: (at: When) => formatDay(dateOf(at), viewer, new Date()),
      weekdayClock: (at: When) => formatWeekdayClock(dateOf(at), viewer, { now: new Date(), weekday: 'short' }),
      longWeekdayClock: (at: When) => formatWeekdayClock(dateOf(at), viewer, { now: new Date(), weekday: 'long' }),
      moment: (at: When) => formatMoment(dateOf(at), viewer, new Date()),
      fully: (at: When) => formatFully(dateOf(at), viewer),
      relative: (at: When, now: Date) => formatRelative(dateOf(at), now, viewer),
    }
  }, [language, zone])
}
