import { z } from 'zod'
import { compact, plural } from '../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../from-target.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { monitorId } from './get-monitor.ts'

interface ApiPreview {
  readonly from: string
  readonly checks: number
  readonly firings: readonly {
    readonly started_at: string
    readonly ended_at: string | null
    readonly duration_seconds: number
    readonly detected_value: TargetText
  }[]
  readonly total_firings: number
  readonly firing_seconds: number
  readonly present: { readonly total: number }
}

const maxFirings = 20

export const previewRule = defineReadTool({
  name: 'preview_rule',
  title: 'Preview an alert rule',
  description:
    'When an alert rule would have fired on past checks, compared with the incidents of the current rules. Use it to choose a threshold. Changes nothing.',
  input: z.strictObject({
    monitor_id: monitorId,
    metric: z.string().max(200).describe('One of available_metrics of get_monitor'),
    operator: z.string().max(20).describe('Such as >, <, == or !='),
    value: z.string().max(2000).describe('A number as text, such as "2000"'),
    failure_threshold: z.int().min(1).optional().describe('Failed checks in a row'),
    min_failed_locations: z.int().min(1).optional(),
    for_seconds: z.int().min(0).optional().describe('How long it must hold'),
    hours: z.int().min(1).max(720).default(168),
  }),
  output: resultOf({
    would_fire: z.int(),
    firing_seconds: z.int(),
    incidents_of_current_rules: z.int(),
    checks: z.int(),
    latest: z.array(z.object({ at: z.string(), until: z.string().optional(), seconds: z.int() })),
    from_target: fromTarget,
  }),
  async run({ monitor_id, metric, operator, value, hours, ...terms }, session) {
    const body = compact({
      monitorId: monitor_id,
      metric,
      operator,
      value,
      hours,
      failureThreshold: terms.failure_threshold,
      minFailedProbes: terms.min_failed_locations,
      durationWindow: terms.for_seconds,
    })
    const { from, checks, firings, ...found } = await session.call<ApiPreview>('previewAlertRule', { body })
    const latest = firings.slice(-maxFirings)
    return {
      summary: `Would have fired ${plural(found.total_firings, 'time')} since ${from}; the current rules opened ${plural(found.present.total, 'incident')}.`,
      would_fire: found.total_firings,
      firing_seconds: found.firing_seconds,
      incidents_of_current_rules: found.present.total,
      checks,
      latest: latest.map(({ started_at, ended_at, duration_seconds }) => ({
        at: started_at,
        seconds: duration_seconds,
        ...compact({ until: ended_at }),
      })),
      from_target: boundTargetData({
        detected: latest.map(({ started_at: at, detected_value: detected }) => ({ at, detected })),
      }),
    }
  },
})
