// The schemas of reports.
import { z } from 'zod'
import type { ReportedDay, ReportedUptime, UptimeReport } from '../../reports/report.ts'
import { uptime } from '../../domain/fields/uptime.ts'

const moment = z.iso.datetime()
const seconds = z.int()
const isMet = z
  .boolean()
  .nullable()
  .meta({ description: 'Null if less than a day, and a tenth of the period, was monitored' })
const daily = z.array(
  z.object({
    date: z.iso.date().meta({ example: '2026-10-01' }),
    uptime_percent: uptime.meta({ example: 98.8194 }),
    downtime_seconds: seconds.meta({ example: 1020 }),
  }),
)

export const report = z
  .object({
    object: z.literal('report'),
    period: z.object({
      from: moment.meta({ example: '2026-09-30T22:00:00.000Z' }),
      to: moment.meta({ example: '2026-10-31T23:00:00.000Z' }),
      timezone: z.string().meta({ example: 'Europe/Berlin' }),
    }),
    summary: z.object({
      monitors: z.int(),
      uptime_percent: uptime.meta({ example: 99.9619 }),
      monitored_seconds: seconds.meta({ description: 'Sum over all monitors', example: 2_677_200 }),
      downtime_seconds: seconds.meta({ description: 'Sum over all monitors', example: 1020 }),
      incidents: z.int(),
      mttr_seconds: seconds.nullable().meta({ example: 960 }),
      mtta_seconds: seconds.nullable().meta({ example: 120 }),
      sla_target: z.number().meta({ example: 99.9 }),
      sla_met: isMet.meta({ example: true }),
      error_budget: z
        .object({
          total_seconds: seconds.meta({
            description: 'Downtime that the target allows in the monitored time',
            example: 2677,
          }),
          consumed_seconds: seconds.meta({ example: 1020 }),
          remaining_seconds: seconds.meta({ description: 'Negative if the budget is exceeded', example: 1657 }),
          burn_rate: z.number().nullable().meta({ description: '1 uses exactly the budget', example: 0.381 }),
        })
        .meta({ description: 'Sum over all monitors' }),
      daily,
    }),
    monitors: z.array(
      z.object({
        id: z.uuid(),
        name: z.string().meta({ example: 'Shop' }),
        type: z.string().meta({ example: 'http' }),
        uptime_percent: uptime.meta({ example: 99.9619 }),
        downtime_seconds: seconds.meta({ example: 1020 }),
        sla_met: isMet.meta({ example: true }),
        incidents: z.int(),
        checks: z.int().meta({ example: 44_640 }),
        avg_response_time_ms: z.number().nullable().meta({ example: 182.4 }),
        p95_response_time_ms: z
          .number()
          .nullable()
          .meta({ description: '95th percentile of the daily averages', example: 301.2 }),
        daily,
      }),
    ),
    incidents: z
      .array(
        z.object({
          id: z.int().meta({ example: 1188 }),
          monitor: z.object({ id: z.uuid(), name: z.string().meta({ example: 'Shop' }) }),
          severity: z.enum(['critical', 'warning', 'info']).meta({ example: 'critical' }),
          message: z.string().meta({ example: 'Shop is down: connection refused' }),
          failing_since: moment.meta({ example: '2026-10-01T09:35:00.000Z' }),
          started_at: moment.meta({ example: '2026-10-01T09:36:00.000Z' }),
          acknowledged_at: moment.nullable().meta({ example: '2026-10-01T09:38:00.000Z' }),
          resolved_at: moment.nullable().meta({ example: '2026-10-01T09:52:00.000Z' }),
          false_positive: z.boolean(),
        }),
      )
      .meta({ description: 'Incidents that were open in the period, newest first' }),
    maintenance: z.array(
      z.object({
        id: z.uuid(),
        name: z.string().meta({ example: 'Database upgrade' }),
        from: moment.meta({ example: '2026-10-15T00:00:00.000Z' }),
        to: moment.meta({ example: '2026-10-15T01:30:00.000Z' }),
        monitors: z.int().meta({ description: 'Number of monitors of this report that it covers' }),
        excluded: z.boolean().meta({ description: 'Whether its time was excluded', example: true }),
      }),
    ),
    excluded: z
      .object({
        maintenance_seconds: seconds.meta({ example: 5400 }),
        false_positive_seconds: seconds.meta({ example: 0 }),
        prober_offline_seconds: seconds.meta({ description: 'Paused, or not checked', example: 0 }),
      })
      .meta({ description: 'Excluded time, summed over all monitors; the parts do not overlap' }),
    generated_at: moment,
  })
  .meta({ id: 'Report' })

const toSeconds = (ms: number): number => Math.round(ms / 1000)
const secondsOrNull = (ms: number | null): number | null => (ms === null ? null : toSeconds(ms))
const tenths = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 10) / 10)

const isKept = ({ uptime, verdict }: ReportedUptime): boolean | null =>
  uptime === null || verdict === 'too_early' ? null : verdict === 'met'

const showDay = ({ date, uptime, downMs }: ReportedDay): object => ({
  date,
  uptime_percent: uptime,
  downtime_seconds: toSeconds(downMs),
})

const showSummary = ({ monitors, incidents, budget, ...report }: UptimeReport): object => ({
  monitors: monitors.length,
  uptime_percent: report.uptime,
  monitored_seconds: toSeconds(report.monitoredMs),
  downtime_seconds: toSeconds(report.downMs),
  incidents: incidents.length,
  mttr_seconds: secondsOrNull(report.mttrMs),
  mtta_seconds: secondsOrNull(report.mttaMs),
  sla_target: report.slaTarget,
  sla_met: isKept(report),
  error_budget: {
    total_seconds: toSeconds(budget.totalMs),
    consumed_seconds: toSeconds(budget.consumedMs),
    remaining_seconds: toSeconds(budget.totalMs) - toSeconds(budget.consumedMs),
    burn_rate: budget.burnRate === null ? null : Math.round(budget.burnRate * 1000) / 1000,
  },
  daily: report.daily.map(showDay),
})

const showMonitor = (monitor: UptimeReport['monitors'][number]): object => ({
  id: monitor.id,
  name: monitor.name,
  type: monitor.type,
  uptime_percent: monitor.uptime,
  downtime_seconds: toSeconds(monitor.downMs),
  sla_met: isKept(monitor),
  incidents: monitor.incidents,
  checks: monitor.checks,
  avg_response_time_ms: tenths(monitor.averageMs),
  p95_response_time_ms: tenths(monitor.p95Ms),
  daily: monitor.daily.map(showDay),
})

const showIncident = (incident: UptimeReport['incidents'][number]): object => ({
  id: incident.id,
  monitor: { id: incident.monitorId, name: incident.monitorName },
  severity: incident.severity,
  message: incident.message,
  failing_since: incident.failingSince,
  started_at: incident.startedAt,
  acknowledged_at: incident.acknowledgedAt,
  resolved_at: incident.resolvedAt,
  false_positive: incident.falsePositive,
})

const showMaintenance = (window: UptimeReport['maintenance'][number]): object => ({
  id: window.windowId,
  name: window.name,
  from: window.from,
  to: window.to,
  monitors: window.monitorIds.length,
  excluded: window.excludeFromSla,
})

export function showReport(report: UptimeReport): object {
  const { period, monitors, incidents, maintenance, excluded, generatedAt } = report
  return {
    object: 'report',
    period: { from: period.from, to: period.to, timezone: period.timezone },
    summary: showSummary(report),
    monitors: monitors.map(showMonitor),
    incidents: incidents.map(showIncident),
    maintenance: maintenance.map(showMaintenance),
    excluded: {
      maintenance_seconds: toSeconds(excluded.maintenanceMs),
      false_positive_seconds: toSeconds(excluded.falseAlarmMs),
      prober_offline_seconds: toSeconds(excluded.unwatchedMs),
    },
    generated_at: generatedAt,
  }
}
