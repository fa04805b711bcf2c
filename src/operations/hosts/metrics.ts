// The metrics of a host over time.
import { z } from 'zod'
import { hostMetrics } from '../../checks/reports/host-metrics.ts'
import { Fault } from '../../domain/fault.ts'
import { findMetric } from '../../domain/metric.ts'
import type { Span } from '../../domain/span.ts'
import { processesOfHost } from '../../store/hosts/host-reads.ts'
import { type SeriesPoints, measuredValues } from '../../store/results/series.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { instant } from '../registry/fields/instant.ts'
import { wordList } from '../registry/fields/word-list.ts'
import { hosts } from './hosts.ts'
import { params } from './schema.ts'

const steps = [60, 300, 3600] as const
const maxMetrics = 20
const maxPoints = 1500
const usualMs = 3_600_000
const usual = 'cpu_pct,mem_used_pct,disk_used_pct_max,load1'

const answer = z
  .object({
    object: z.literal('host_metrics'),
    from: z.iso.datetime().meta({ example: '2026-02-11T08:00:00.000Z' }),
    to: z.iso.datetime().meta({ example: '2026-02-11T09:00:00.000Z' }),
    step: z.int().meta({ example: 60 }),
    series: z.array(
      z.object({
        metric: z.string().meta({ example: 'cpu_pct' }),
        unit: z.string().meta({ example: 'percent' }),
        // Not a tuple, because client generators do not support `prefixItems`.
        points: z.array(z.array(z.number()).length(2)).meta({
          description: 'Start of the step in seconds since 1970, and the average of its values',
          example: [[1_770_796_800, 12.5]],
        }),
      }),
    ),
  })
  .meta({ id: 'HostMetrics' })

export const getHostMetrics = defineOperation({
  id: 'getHostMetrics',
  method: 'GET',
  path: '/hosts/{id}/metrics',
  tag: 'Hosts',
  summary: 'Get the metrics of a host over time',
  params,
  query: z.object({
    metric: wordList(z.string().min(1).max(200))
      .default(usual.split(','))
      .meta({ description: `Without \`host.\`, such as cpu_pct or disk.root.used_pct; ${usual} if omitted` }),
    from: instant.optional().meta({ description: 'An hour before `to` if omitted' }),
    to: instant.optional().meta({ description: 'Now if omitted' }),
    step: z
      .enum(steps.map(String))
      .default('60')
      .transform(Number)
      .meta({ type: 'integer', enum: [...steps], default: 60, description: 'Seconds per point' }),
  }),
  responses: { 200: { description: 'The series; steps without values are missing', schema: answer } },
  async handle({ params: { id }, query }, context) {
    const { db, caller, now } = context
    const found = await processesOfHost(db, caller.organization.id, id)
    if (!found) throw hosts.notFound()
    const metrics = [...new Set(query.metric)].map(metricOf)
    if (metrics.length > maxMetrics)
      throw new Fault('invalid_request', `metric: at most ${maxMetrics} metrics per request`)
    const span = spanOf(query, now)
    // Includes the values of this moment.
    const to = new Date(span.to.getTime() + 1)
    const values = await measuredValues(db, { monitorNumber: found.monitorNumber, metrics, from: span.from, to })
    const series = metrics.map(({ name, key, unit }) => {
      const measured = values.find(({ metricKey }) => metricKey === key)
      return { metric: name, unit, points: measured ? averages(measured, span.from, query.step) : [] }
    })
    return ok({ object: 'host_metrics', ...span, step: query.step, series })
  },
})

function metricOf(key: string) {
  const name = key.replace(/^host\./, '')
  const found = findMetric(hostMetrics, `metrics['host.${name}']`)
  if (!found)
    throw new Fault(
      'invalid_request',
      `metric: ${name} is not a host metric; see the type host in GET /meta/monitor-types`,
    )
  return { ...found, name }
}

function spanOf({ from, to, step }: { from?: Date; to?: Date; step: number }, now: Date): Span {
  const end = to ?? now
  const start = from ?? new Date(end.getTime() - usualMs)
  if (start >= end) throw new Fault('invalid_request', 'from: must be before to')
  if (end.getTime() - start.getTime() > maxPoints * step * 1000)
    throw new Fault(
      'invalid_request',
      `step: at most ${maxPoints} points per request; choose a longer step or a shorter time range`,
    )
  return { from: start, to: end }
}

function averages({ seconds, values }: SeriesPoints, from: Date, step: number): [number, number][] {
  const origin = from.getTime() / 1000
  const sums = new Map<number, { sum: number; count: number }>()
  seconds.forEach((second, n) => {
    const at = Math.floor((origin + second) / step) * step
    const { sum, count } = sums.get(at) ?? { sum: 0, count: 0 }
    sums.set(at, { sum: sum + values[n]!, count: count + 1 })
  })
  return [...sums].map(([at, { sum, count }]) => [at, Math.round((sum / count) * 100) / 100])
}
