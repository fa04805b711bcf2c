// A report as CSV (RFC 4180): one row per monitor, with its days to the right.
import { type CsvValue, csvRow } from '../domain/report/csv.ts'
import type { UptimeReport, ReportedMonitor } from './report.ts'

const names = ['monitor_id', 'name', 'type', 'uptime_percent', 'downtime_seconds', 'incidents', 'checks']
const times = ['avg_response_time_ms', 'p95_response_time_ms']

export function csvOf({ monitors, days }: UptimeReport): string {
  const head = [...names, ...times, ...days.map(({ date }) => date)]
  return [head, ...monitors.map(rowOf)].map(csvRow).join('')
}

function rowOf(monitor: ReportedMonitor): CsvValue[] {
  const { id, name, type, uptime, downMs, incidents, checks, averageMs, p95Ms, daily } = monitor
  return [
    id,
    name,
    type,
    uptime,
    Math.round(downMs / 1000),
    incidents,
    checks,
    rounded(averageMs),
    rounded(p95Ms),
    ...daily.map((day) => day.uptime),
  ]
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 10) / 10)
