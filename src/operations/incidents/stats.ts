import { z } from 'zod'
import { isTooEarly } from '../../domain/uptime/monitored-time.ts'
import {
  type StatsQuery,
  incidentBuckets,
  incidentTotals,
  monitorAge,
  unstableMonitors,
} from '../../store/incidents/stats.ts'
import { type OperationResponse, type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { tag } from '../../domain/fields/tag.ts'

const day = 24 * 3600
const periods = { '24h': day, '7d': 7 * day, '30d': 30 * day, '90d': 90 * day }
const periodNames = Object.keys(periods) as (keyof typeof periods)[]
const maxUnstable = 10

const counts = { total: z.int(), critical: z.int(), warning: z.int() }

const stats = z
  .object({
    object: z.literal('incident_stats'),
    period: z.enum(periodNames).meta({ example: '7d' }),
    ...counts,
    mttr_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Mean time to resolve; null if none was resolved', example: 1705 }),
    mtta_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Mean time to acknowledge; null if none was acknowledged', example: 138 }),
    mtbf_seconds: z.int().nullable().meta({
      description: 'The length of the period divided by the number of incidents; null if there were none',
      example: 604_800,
    }),
    too_early: z.boolean().meta({
      description: 'Whether its oldest monitor is younger than a day, and a tenth of the period: too early to judge',
    }),
    false_positives: z.int().meta({ description: 'Number of incidents marked as false positives' }),
    counts: z.array(z.object({ bucket_start: z.iso.datetime(), ...counts })).meta({
      description:
        'UTC hours for 24h, otherwise UTC days, oldest first, including those without incidents. ' +
        'The first and last are cut to the period, so that they add up to the total',
    }),
    top_unstable_monitors: z
      .array(
        z.object({
          monitor: z.object({
            id: z.uuid(),
            name: z.string().meta({ example: 'Shop' }),
            type: z.string().meta({ example: 'http' }),
          }),
          incidents: z.int(),
          downtime_seconds: z.int().meta({ description: 'Time with an open critical incident', example: 1705 }),
          mttr_seconds: z.int().nullable().meta({ example: 1705 }),
          flapping: z.boolean().meta({ description: 'Whether any of them was flapping' }),
        }),
      )
      .meta({ description: `The ${maxUnstable} monitors with the most incidents` }),
  })
  .meta({ id: 'IncidentStats' })

const query = z.object({
  period: z.enum(periodNames).default('7d').meta({ description: 'How far to look back' }),
  monitor_id: z.uuid().optional().meta({ description: 'Only incidents of this monitor' }),
  tag: tag.optional().meta({ description: 'Only incidents of monitors with this tag' }),
})

const shared = {
  method: 'GET',
  access: 'read',
  tag: 'Incidents',
  description: 'All figures cover the incidents that started in the period, which ends now.',
  query,
  responses: { 200: { description: 'The figures', schema: stats } },
} as const

export const getIncidentStats = defineOperation({
  ...shared,
  id: 'getIncidentStats',
  path: '/incidents/stats',
  summary: 'Get incident statistics for a period',
  handle: ({ query }, context) => figures(query, context),
})

export const getIncidentStatistics = defineOperation({
  ...shared,
  id: 'getIncidentStatistics',
  path: '/incident-stats',
  summary: 'Same as `/incidents/stats`',
  handle: ({ query }, context) => figures(query, context),
})

async function figures(asking: z.output<typeof query>, { db, caller, now }: CallerContext): Promise<OperationResponse> {
  const { period, monitor_id: monitorId, tag } = asking
  const seconds = periods[period]
  const statsQuery: StatsQuery = {
    organizationId: caller.organization.id,
    from: new Date(now.getTime() - seconds * 1000),
    now,
    bucket: period === '24h' ? 'hour' : 'day',
    monitorId,
    tag,
  }
  const [totals, counts, top, ageMs] = await Promise.all([
    incidentTotals(db, statsQuery),
    incidentBuckets(db, statsQuery),
    unstableMonitors(db, statsQuery, maxUnstable),
    monitorAge(db, statsQuery),
  ])
  const mtbf = totals.total === 0 ? null : Math.round(seconds / totals.total)
  return ok({
    object: 'incident_stats',
    period,
    ...totals,
    mtbf_seconds: mtbf,
    too_early: isTooEarly(ageMs ?? 0, seconds * 1000),
    counts,
    top_unstable_monitors: top,
  })
}
