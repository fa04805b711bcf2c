import { example as incident } from '../incidents/schema.ts'
import { example as monitor } from '../monitors/schema.ts'

const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
const downtime = 1705
const month = 31 * 86_400
const budget = Math.round(month * 0.001)
const uptimeOf = (down: number, seconds: number): number => Number((100 - (100 * down) / seconds).toFixed(4))

const daily = Array.from({ length: 31 }, (_, day) => ({
  date: new Date(Date.parse(from) + day * 86_400_000).toISOString().slice(0, 10),
  uptime_percent: day === 10 ? uptimeOf(downtime, 86_400) : 100,
}))

/** A month with one failure, which the error budget just bore. */
export const report = {
  object: 'report',
  period: { from, to, timezone: 'UTC' },
  summary: {
    monitors: 1,
    uptime_percent: uptimeOf(downtime, month),
    downtime_seconds: downtime,
    incidents: 1,
    mttr_seconds: downtime,
    mtta_seconds: 138,
    sla_target: 99.9,
    sla_met: true,
    error_budget: {
      total_seconds: budget,
      consumed_seconds: downtime,
      remaining_seconds: budget - downtime,
      burn_rate: Number((downtime / budget).toFixed(2)),
    },
  },
  monitors: [
    {
      id: monitor.id,
      name: monitor.name,
      type: monitor.type,
      uptime_percent: uptimeOf(downtime, month),
      downtime_seconds: downtime,
      incidents: 1,
      checks: 44_640,
      avg_response_time_ms: 182,
      p95_response_time_ms: 341,
      daily,
    },
  ],
  incidents: [
    {
      id: incident.id,
      monitor: incident.monitor,
      severity: incident.severity,
      started_at: '2026-01-11T08:12:44.120Z',
      resolved_at: '2026-01-11T08:41:09.004Z',
      duration_seconds: downtime,
      root_cause: incident.root_cause,
    },
  ],
  maintenance: [],
  excluded: { maintenance_seconds: 0, false_positive_seconds: 0, prober_offline_seconds: 0 },
  generated_at: '2026-02-01T06:00:00.000Z',
}
