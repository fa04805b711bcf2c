import { z } from 'zod'
import { durationText } from '../../domain/time/format.ts'
import { compact } from '../compact.ts'
import { defineReadTool, resultOf } from '../tool.ts'

interface ApiReport {
  readonly period: { readonly from: string; readonly to: string; readonly timezone: string }
  readonly summary: {
    readonly uptime_percent: number | null
    readonly downtime_seconds: number
    readonly incidents: number
    readonly mttr_seconds: number | null
    readonly sla_target: number
    readonly monitored_seconds: number
    readonly sla_met: boolean | null
    readonly error_budget: { readonly remaining_seconds: number }
  }
  readonly monitors: readonly {
    readonly id: string
    readonly name: string
    readonly uptime_percent: number | null
    readonly downtime_seconds: number
    readonly incidents: number
    readonly p95_response_time_ms: number | null
  }[]
}

const maxMonitors = 25

export const getReport = defineReadTool({
  name: 'get_report',
  title: 'Get an uptime report',
  description:
    'Uptime, downtime, incidents and the remaining error budget of a period, with the monitors that were down longest.',
  input: z.strictObject({
    period: z.enum(['7d', '30d', '90d', 'month']).default('30d'),
    month: z.string().max(7).optional().describe('Such as 2026-10, with period month'),
    monitor_ids: z.array(z.uuid()).max(200).optional(),
    tags: z.array(z.string().max(50)).max(50).optional(),
    target_percent: z.number().gt(0).max(100).optional().describe('99.9 by default'),
  }),
  output: resultOf({
    period: z.object({ from: z.string(), to: z.string(), timezone: z.string() }),
    total: z.looseObject({ downtime_seconds: z.number(), incidents: z.int() }),
    monitor_count: z.int(),
    monitors: z.array(z.looseObject({ id: z.string(), name: z.string() })).describe('The worst 25'),
  }),
  async run({ monitor_ids, tags, target_percent, ...period }, session) {
    const report = await session.call<ApiReport>('getReport', {
      query: compact({
        ...period,
        monitor_ids: monitor_ids?.join(',') || null,
        tags: tags?.join(',') || null,
        sla_target: target_percent?.toString(),
      }),
    })
    const { uptime_percent, downtime_seconds, incidents, mttr_seconds, sla_target, sla_met, error_budget } =
      report.summary
    const monitoredMs = (report.summary.monitored_seconds * 1000) / Math.max(report.monitors.length, 1)
    const tooEarly = `, monitored for ${durationText(monitoredMs)}; too early to judge`
    const worst = [...report.monitors].sort((a, b) => b.downtime_seconds - a.downtime_seconds).slice(0, maxMonitors)
    const verdict = sla_met === null ? tooEarly : sla_met ? `, meets ${sla_target} %` : `, misses ${sla_target} %`
    return {
      summary:
        uptime_percent === null ? 'Nothing was monitored in this period.' : `${uptime_percent} % uptime${verdict}.`,
      period: report.period,
      total: {
        downtime_seconds,
        incidents,
        ...compact({ uptime_percent, mttr_seconds, sla_target, sla_met }),
        error_budget_left_seconds: error_budget.remaining_seconds,
      },
      monitor_count: report.monitors.length,
      monitors: worst.map(({ id, name, uptime_percent, downtime_seconds, incidents, p95_response_time_ms }) => ({
        id,
        name,
        downtime_seconds,
        incidents,
        ...compact({ uptime_percent, p95_ms: p95_response_time_ms }),
      })),
    }
  },
})
