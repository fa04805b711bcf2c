import { z } from 'zod'
import { namedFields } from '../../domain/fields/monitor-fields.ts'
import { compact } from '../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../from-target.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import type { ApiPage } from './page.ts'

interface ApiMonitor extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly state: string
  readonly available_metrics: TargetText
  readonly in_maintenance: boolean
}

type UptimePeriod = '24h' | '7d' | '30d' | '90d'
type ApiUptimes = { readonly object: string } & Readonly<
  Record<`uptime_${UptimePeriod}` | `too_early_seconds_${UptimePeriod}`, number | null>
>

interface ApiCheckFigures {
  readonly avg_response_time_ms: number | null
  readonly last_failure_at: string | null
}

interface ApiRule {
  readonly id: string
  readonly name: string
  readonly metric: string
  readonly operator: string
  readonly value: string
  readonly severity: string
  readonly enabled: boolean
}

export const monitorId = z.uuid().describe('From find_monitors')

export const getMonitor = defineReadTool({
  name: 'get_monitor',
  title: 'Get a monitor',
  description: 'The settings, uptime, response time and alert rules of one monitor. Secrets are masked.',
  input: z.strictObject({ monitor_id: monitorId }),
  output: resultOf({
    monitor: z.looseObject({ id: z.string(), name: z.string(), type: z.string(), state: z.string() }),
    uptime: z
      .looseObject({})
      .describe(
        'Percent of the monitored time without a confirmed incident, and how long it was monitored where that is too ' +
          'short to judge; response time of the last 24 hours',
      ),
    rules: z.array(
      z.object({ id: z.string(), rule: z.string(), severity: z.string(), disabled: z.literal(true).optional() }),
    ),
    from_target: fromTarget,
  }),
  async run({ monitor_id: id }, session) {
    const params = { id }
    const [monitor, uptimes, checks, rules] = await Promise.all([
      session.call<ApiMonitor>('getMonitor', { params }),
      session.call<ApiUptimes>('getMonitorUptimes', { params }),
      session.call<ApiCheckFigures>('getMonitorUptime', { params }),
      session.call<ApiPage<ApiRule>>('listAlertRules', { params, query: { limit: '50' } }),
    ])
    const { avg_response_time_ms, last_failure_at } = checks
    const { object: _object, ...uptime } = uptimes
    return {
      summary: `${monitor.name} is ${monitor.state}${monitor.in_maintenance ? ', in maintenance' : ''}.`,
      monitor: shown(monitor),
      uptime: compact({ ...uptime, avg_response_time_ms, last_failure_at }),
      from_target: boundTargetData({ available_metrics: monitor.available_metrics }),
      rules: rules.data.map(({ id, name, metric, operator, value, severity, enabled }) => ({
        id,
        rule: `${name}: ${metric} ${operator} ${value}`,
        severity,
        ...(!enabled && { disabled: true as const }),
      })),
    }
  },
})

function shown(monitor: ApiMonitor) {
  const { id, name, type, state, in_maintenance, muted_locations } = monitor
  const settings = namedFields.filter((field) => field.forAssistants).map(({ response }) => response)
  const values = Object.fromEntries(settings.map((key) => [key, monitor[key] === '' ? null : monitor[key]]))
  return { id, name, type, state, ...compact({ ...values, muted_locations, in_maintenance: in_maintenance || null }) }
}
