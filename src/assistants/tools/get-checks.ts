import { z } from 'zod'
import { compact, plural } from '../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../from-target.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { monitorId } from './get-monitor.ts'

interface ApiChecks {
  readonly data: readonly {
    readonly timestamp: string
    readonly success: boolean
    readonly duration_ms: number
    readonly location: string
    readonly error: TargetText | null
    readonly status_code: number
  }[]
  readonly has_more: boolean
  readonly locations: readonly {
    readonly name: string
    readonly total_checks: number
    readonly failed_checks: number
    readonly avg_response_time_ms: number | null
    readonly last_success: boolean
  }[]
}

// More than the API returns at once would need a cursor, which checks do not have.
const maxRead = '100'

export const getChecks = defineReadTool({
  name: 'get_checks',
  title: 'Get recent checks',
  description:
    'The latest checks of a monitor with time, location, duration and error, and figures for each location. Use it to see whether a failure is local, partial or intermittent.',
  input: z.strictObject({
    monitor_id: monitorId,
    hours: z.int().min(1).max(720).default(24),
    failed_only: z.boolean().default(false).describe('Among the latest 100'),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: resultOf({
    checks: z.array(z.looseObject({ at: z.string(), ok: z.boolean(), ms: z.number(), location: z.string() })),
    locations: z.array(z.looseObject({ name: z.string(), checks: z.int(), failed: z.int() })),
    from_target: fromTarget,
  }),
  async run({ monitor_id: id, hours, failed_only, limit }, session) {
    const query = { hours: String(hours), limit: failed_only ? maxRead : String(limit) }
    const { data, locations } = await session.call<ApiChecks>('listMonitorChecks', { params: { id }, query })
    const checks = data.filter(({ success }) => !failed_only || !success).slice(0, limit)
    const failed = checks.filter(({ success }) => !success).length
    return {
      summary: `${plural(checks.length, 'check')}, ${failed} failed.`,
      checks: checks.map(({ timestamp: at, success: ok, duration_ms: ms, location, status_code }) => ({
        at,
        ok,
        ms,
        location,
        ...compact({ status_code: status_code || null }),
      })),
      ...(failed > 0 && { from_target: boundTargetData({ errors: errorsOf(checks) }) }),
      locations: locations.map(({ name, total_checks, failed_checks, avg_response_time_ms, last_success }) => ({
        name,
        checks: total_checks,
        failed: failed_checks,
        last_ok: last_success,
        ...compact({ avg_ms: avg_response_time_ms }),
      })),
    }
  },
})

const errorsOf = (checks: ApiChecks['data']): object[] =>
  checks.flatMap(({ timestamp: at, location, error }) => (error === null ? [] : [{ at, location, error }]))
