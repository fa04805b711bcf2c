// The uptime of a monitor, and its status per day.
import { z } from 'zod'
import { ruled } from '../../domain/field.ts'
import { type HistoryBar, barStates, barsOf } from '../../domain/history/bars.ts'
import { localDays } from '../../domain/history/local-days.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { type Span, clipSpans, lengthOf, subtractSpans } from '../../domain/span.ts'
import { monitoredPart, uptimeByDay, uptimeIn, uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { type IncidentSpan, incidentSpansOf } from '../../store/incidents/incident-spans.ts'
import { monitoredTimes } from '../../store/results/monitored-times.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { tooEarlySchema, tooEarlySeconds, uptime } from '../../domain/fields/uptime.ts'
import { count } from '../registry/fields/word-list.ts'
import { measured } from './measurements.ts'
import { monitors } from './monitor.ts'
import { params } from './schema.ts'

const day = z
  .object({
    day: z.iso.date(),
    state: z.enum(Object.values(barStates)).meta({
      description: 'The worst status of the day; `degraded` with less than a minute of downtime',
    }),
    down_seconds: z.int().meta({ description: 'Monitored time with a critical incident, from its first failed check' }),
    degraded_seconds: z.int().meta({ description: 'Monitored time with open warnings only' }),
    uptime,
    incidents: z.array(z.int()).meta({ description: 'Numbers of the incidents that were open on that day' }),
  })
  .meta({ id: 'MonitorDay' })

export const listMonitorDays = defineOperation({
  id: 'listMonitorDays',
  method: 'GET',
  path: '/dashboard/monitors/{id}/days',
  access: 'read',
  audience: 'dashboard',
  tag: 'Results',
  summary: 'List the status of a monitor per day, oldest first',
  params,
  query: z.object({
    days: count({ min: 1, max: 400, usual: 90 }),
    timezone: ruled(z.string().max(64), timeZoneProblem).optional().meta({
      description: "Time zone of the days; the organization's if omitted",
    }),
  }),
  responses: {
    200: {
      description: 'One entry per day, the last one is today',
      schema: z.object({ object: z.literal('list'), data: z.array(day) }),
    },
  },
  async handle({ params, query }, context) {
    const { db, caller, now } = context
    const monitor = await measured(context, params.id)
    const timeZone = query.timezone ?? caller.organization.timezone
    const days = localDays(now, { timeZone, count: query.days })
    const ours = { organizationId: caller.organization.id, monitorIds: [monitor.id], from: days[0]!.from, to: now }
    const [times, incidentSpans] = await Promise.all([monitoredTimes(db, ours), incidentSpansOf(db, ours)])
    const time = times.get(monitor.id)
    if (!time) throw monitors.notFound()
    const { watched: tracked, maintenance, down } = time
    const warnings = incidentSpans.filter(({ severity }) => severity === 'warning')
    const degraded = subtractSpans(monitoredPart(time, warnings), down)
    const sums = uptimeByDay([time], days)
    const data = days.map(({ day, ...span }, place) => {
      const cut = { from: span.from, bucketMs: span.to.getTime() - span.from.getTime(), count: 1 }
      const bar = barsOf(cut, { tracked, maintenance, degraded, down, excluded: [] })
      return {
        day,
        state: barStates[bar as HistoryBar],
        down_seconds: Math.round(sums[place]!.downMs / 1000),
        degraded_seconds: Math.round(lengthOf(clipSpans(degraded, span)) / 1000),
        uptime: uptimePercent(sums[place]!),
        incidents: openOn(incidentSpans, span),
      }
    })
    return ok({ object: 'list', data })
  },
})

const openOn = (incidentSpans: readonly IncidentSpan[], day: Span): number[] =>
  incidentSpans.filter(({ from, to }) => from < day.to && to >= day.from).map(({ incidentId }) => incidentId)

const dayMs = 86_400_000

const uptimes = z
  .object({
    object: z.literal('monitor_uptime'),
    uptime_24h: uptime,
    uptime_7d: uptime,
    uptime_30d: uptime,
    uptime_90d: uptime,
    too_early_seconds_24h: tooEarlySchema,
    too_early_seconds_7d: tooEarlySchema,
    too_early_seconds_30d: tooEarlySchema,
    too_early_seconds_90d: tooEarlySchema,
  })
  .meta({ id: 'MonitorUptimes' })

export const getMonitorUptimes = defineOperation({
  id: 'getMonitorUptimes',
  method: 'GET',
  path: '/dashboard/monitors/{id}/uptime',
  access: 'read',
  audience: 'dashboard',
  tag: 'Results',
  summary: 'Get the uptime of a monitor',
  params,
  responses: { 200: { description: 'Up to now', schema: uptimes } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const { id } = await measured(context, params.id)
    const before = (days: number) => ({ from: new Date(now.getTime() - days * dayMs), to: now })
    const query = { organizationId: caller.organization.id, monitorIds: [id], ...before(90) }
    const times = [...(await monitoredTimes(db, query)).values()]
    const over = (days: number, name: string) => {
      const sums = uptimeIn(times, before(days))
      return {
        [`uptime_${name}`]: uptimePercent(sums),
        [`too_early_seconds_${name}`]: tooEarlySeconds(sums, { periodMs: days * dayMs }),
      }
    }
    return ok({
      object: 'monitor_uptime',
      ...over(1, '24h'),
      ...over(7, '7d'),
      ...over(30, '30d'),
      ...over(90, '90d'),
    })
  },
})
