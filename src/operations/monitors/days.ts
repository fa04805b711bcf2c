// The status of a monitor per day.
import { z } from 'zod'
import { ruled } from '../../domain/field.ts'
import { type HistoryBar, type BarBuckets, barStates, barsOf, downtimes } from '../../domain/history/bars.ts'
import { localDays } from '../../domain/history/local-days.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import { type Span, subtractSpans } from '../../domain/span.ts'
import { type IncidentSpan, incidentSpansOf } from '../../store/incidents/incident-spans.ts'
import { timesOff } from '../../store/results/exclusions.ts'
import { figuresByDay, uptimeOf } from '../../store/results/figures.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { count } from '../registry/fields/word-list.ts'
import { measured } from './measurements.ts'
import { params } from './schema.ts'

const day = z
  .object({
    day: z.iso.date(),
    state: z.enum(Object.values(barStates)).meta({
      description: 'The worst status of the day; `degraded` with less than a minute of downtime',
    }),
    down_seconds: z.int().meta({ description: 'Time with an open critical incident' }),
    degraded_seconds: z.int().meta({ description: 'Time with open warnings only' }),
    uptime: z.number().nullable(),
    checks: z.int(),
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
      description: "Time zone of the days; the organization's if omitted. An hour belongs to the day it starts in",
    }),
  }),
  responses: {
    200: {
      description: 'One entry per day, the last one is today',
      schema: z.object({ object: z.literal('list'), data: z.array(day) }),
      example: {
        object: 'list',
        data: [
          {
            day: '2026-02-11',
            state: 'down',
            down_seconds: 1705,
            degraded_seconds: 0,
            uptime: 98.02,
            checks: 1440,
            incidents: [42],
          },
        ],
      },
    },
  },
  async handle({ params, query }, context) {
    const { db, caller, now } = context
    const monitor = await measured(context, params.id)
    const timeZone = query.timezone ?? caller.organization.timezone
    const days = localDays(now, { timeZone, count: query.days })
    const ours = { organizationId: caller.organization.id, monitorIds: [monitor.id], from: days[0]!.from, to: now }
    const [off, troubles] = await Promise.all([
      timesOff(db, { ...ours, monitors: [monitor] }),
      incidentSpansOf(db, ours),
    ])
    const { maintenance, excluded } = off.get(monitor.id)!
    const figures = await figuresByDay(db, { ...monitor, excluded }, { days, to: now })
    const down = subtractSpans(of(troubles, 'critical'), excluded)
    const degraded = subtractSpans(of(troubles, 'warning'), [...excluded, ...down])
    const data = days.map(({ day, ...span }, place) => {
      const figure = figures.get(place)
      const cut = { from: span.from, bucketMs: span.to.getTime() - span.from.getTime(), count: 1 }
      const bar = barsOf(cut, { tracked: figure ? [span] : [], maintenance, degraded, down, excluded: [] })
      return {
        day,
        state: barStates[bar as HistoryBar],
        down_seconds: secondsIn(down, cut),
        degraded_seconds: secondsIn(degraded, cut),
        uptime: figure ? uptimeOf(figure) : null,
        checks: figure?.checks ?? 0,
        incidents: openOn(troubles, span),
      }
    })
    return ok({ object: 'list', data })
  },
})

const secondsIn = (spans: readonly Span[], cut: BarBuckets): number => Math.round(downtimes(spans, cut)[0]! / 1000)

const of = (troubles: readonly IncidentSpan[], severity: IncidentSpan['severity']): Span[] =>
  troubles.filter((trouble) => trouble.severity === severity).map(({ from, to }) => ({ from, to }))

const openOn = (troubles: readonly IncidentSpan[], day: Span): number[] =>
  troubles.filter(({ from, to }) => from < day.to && to >= day.from).map(({ incidentId }) => incidentId)
