// The metrics of a monitor over time, in as many buckets as a chart draws.
import { z } from 'zod'
import { findCheck } from '../../checks/index.ts'
import { Fault } from '../../domain/fault.ts'
import { occurrences } from '../../domain/maintenance.ts'
import { type Metric, findMetric } from '../../domain/metric.ts'
import { percentile } from '../../domain/history/percentile.ts'
import type { Span } from '../../domain/span.ts'
import { listActivity } from '../../store/accounts/activity.ts'
import { locationsNumbered, ownLocation } from '../../store/checking/locations.ts'
import { incidentSeverities } from '../../store/incidents/reads.ts'
import { incidentSpansOf } from '../../store/incidents/incident-spans.ts'
import { deploymentsDuring } from '../../store/monitors/deployments.ts'
import { windowsOver } from '../../store/monitors/maintenance-windows.ts'
import { type SeriesPoints as MeasuredValues, checkDuration, measuredValues } from '../../store/results/series.ts'
import { deploymentMark } from '../deployments/deployments.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { instant } from '../registry/fields/instant.ts'
import { count } from '../registry/fields/word-list.ts'
import { words } from '../registry/fields/measured-metric.ts'
import { type MonitorMeasurements, measured } from './measurements.ts'
import { params } from './schema.ts'

const moment = z.iso.datetime()
const points = z.array(z.number().nullable())
const maxChanges = 100
const maxMs = 31 * 86_400_000

const series = z.object({
  key: z.string().meta({ description: 'The id of the location, or the metric of the phase' }),
  name: z.string(),
  p5: points,
  p50: points,
  p95: points,
  count: z.array(z.int()),
})

const answer = z
  .object({
    object: z.literal('series'),
    metric: z.string(),
    unit: z.string(),
    decimals: z.int(),
    words,
    by: z.enum(['location', 'phase']),
    from: moment.meta({ description: 'Start of the first bucket' }),
    until: moment,
    bucket_seconds: z.int(),
    series: z
      .array(series)
      .meta({ description: 'By name, or in the order of the phases; all lists have the same length' }),
    incidents: z.array(
      z.object({ id: z.int(), severity: z.enum(incidentSeverities), from: moment, until: moment.nullable() }),
    ),
    maintenance: z.array(z.object({ id: z.uuid(), name: z.string(), from: moment, until: moment })),
    changes: z.array(z.object({ at: moment, action: z.string(), actor: z.string().nullable() })),
    deployments: z.array(deploymentMark).meta({ description: 'The latest first' }),
  })
  .meta({ id: 'Series' })

const query = z.object({
  metric: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'The name used in rules; the duration of the check if omitted' }),
  by: z
    .enum(['location', 'phase'])
    .default('location')
    .meta({
      description:
        '`phase` returns the phases of the check for all locations together. HTTP checks store them every five ' +
        'minutes and for each failure',
    }),
  from: instant.optional().meta({ description: '24 hours before `until` if omitted' }),
  until: instant.optional().meta({ description: 'Now if omitted' }),
  points: count({ min: 10, max: 1500, usual: 288 }).meta({ description: 'Maximum number of buckets' }),
})

export const getMonitorSeries = defineOperation({
  id: 'getMonitorSeries',
  method: 'GET',
  path: '/dashboard/monitors/{id}/series',
  access: 'read',
  audience: 'dashboard',
  tag: 'Results',
  summary: 'Get a metric of a monitor over time, in buckets',
  params,
  query,
  responses: { 200: { description: 'The series, with the events in that time', schema: answer } },
  async handle({ params, query }, context) {
    const monitor = await measured(context, params.id)
    const span = spanOf(query, context.now)
    const metrics = query.by === 'phase' ? phasesOf(monitor) : [metricOf(monitor, query.metric)]
    const bucketMs = Math.max(Math.ceil((span.to.getTime() - span.from.getTime()) / query.points / 1000), 1) * 1000
    const values = await measuredValues(context.db, {
      monitorNumber: monitor.monitorNumber,
      metrics,
      ...span,
    })
    const buckets = Math.ceil((span.to.getTime() - span.from.getTime()) / bucketMs)
    const cut = { bucketSeconds: bucketMs / 1000, buckets }
    const [shown] = metrics
    return ok({
      object: 'series',
      metric: query.by === 'phase' ? 'phases' : (shown?.metric ?? 'response_time'),
      unit: shown?.unit ?? 'ms',
      decimals: shown?.decimals ?? 0,
      words: shown?.words ?? {},
      by: query.by,
      from: span.from,
      until: span.to,
      bucket_seconds: cut.bucketSeconds,
      series: query.by === 'phase' ? byPhase(metrics, values, cut) : await byLocation(context, values, cut),
      ...(await happenings(context, monitor, span)),
    })
  },
})

function spanOf({ from, until }: { from?: Date; until?: Date }, now: Date): Span {
  const to = until && until < now ? until : now
  const start = from ?? new Date(to.getTime() - 86_400_000)
  if (start >= to) throw new Fault('invalid_request', 'from: must be before until, and in the past')
  if (to.getTime() - start.getTime() > maxMs)
    throw new Fault('invalid_request', 'from: must be at most 31 days before until')
  return { from: start, to }
}

type ChartMetric = Pick<Metric, 'key' | 'column' | 'metric' | 'unit' | 'decimals' | 'words' | 'label'>

function metricOf({ type }: MonitorMeasurements, name: string | undefined): ChartMetric {
  const metrics = findCheck(type)?.metrics ?? []
  if (name === undefined)
    return { ...checkDuration, metric: 'response_time', unit: 'ms', decimals: 0, words: {}, label: 'Response time' }
  const found = findMetric(metrics, name)
  if (!found || found.unit === 'truth')
    throw new Fault('invalid_request', 'metric: not a numeric metric of this monitor; see its `available_metrics`')
  return found
}

function phasesOf({ type }: MonitorMeasurements): ChartMetric[] {
  const check = findCheck(type)
  if (!check) return []
  return [...check.metrics, ...check.phases]
    .filter(({ phase }) => phase !== null)
    .toSorted((a, b) => a.phase! - b.phase!)
}

interface SeriesBuckets {
  readonly bucketSeconds: number
  readonly buckets: number
}

async function byLocation({ db, now }: CallerContext, values: readonly MeasuredValues[], cut: SeriesBuckets) {
  const numbers = values.map(({ location }) => location)
  const locations = await locationsNumbered(db, numbers, now)
  return values
    .map((one) => {
      const location = locations.get(one.location)
      return { key: location?.id ?? ownLocation, name: location?.name ?? ownLocation, ...bucketsOf([one], cut) }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

function byPhase(metrics: readonly ChartMetric[], values: readonly MeasuredValues[], cut: SeriesBuckets) {
  return metrics.flatMap(({ key, metric, label }) => {
    const ownValues = values.filter(({ metricKey }) => metricKey === key)
    return ownValues.length === 0 ? [] : [{ key: metric, name: label, ...bucketsOf(ownValues, cut) }]
  })
}

function bucketsOf(values: readonly MeasuredValues[], { bucketSeconds, buckets }: SeriesBuckets) {
  const valuesOfBucket = Array.from({ length: buckets }, (): number[] => [])
  for (const one of values)
    one.seconds.forEach((second, n) => valuesOfBucket[Math.floor(second / bucketSeconds)]?.push(one.values[n]!))
  const sorted = valuesOfBucket.map((bucket) => bucket.sort((a, b) => a - b))
  const at = (share: number) => sorted.map((bucket) => rounded(percentile(bucket, share)))
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95), count: sorted.map((bucket) => bucket.length) }
}

const rounded = (value: number | null): number | null => value && Math.round(value * 100) / 100

/** Incidents, maintenance and changes of the monitor in that time. */
async function happenings({ db, caller }: CallerContext, monitor: MonitorMeasurements, span: Span) {
  const organizationId = caller.organization.id
  const ours = { organizationId, monitorId: monitor.id, tags: monitor.tags }
  const filter = { entityType: 'monitor', entityId: monitor.id, since: span.from, until: span.to }
  const [incidentSpans, windows, changes, deployments] = await Promise.all([
    incidentSpansOf(db, { organizationId, monitorIds: [monitor.id], ...span }),
    windowsOver(db, ours, span),
    listActivity(db, organizationId, { filter, after: undefined, limit: maxChanges }),
    deploymentsDuring(db, { ...ours, ...span, limit: maxChanges }),
  ])
  return {
    incidents: incidentSpans.map(({ incidentId, severity, from, to, isOpen }) => ({
      id: incidentId,
      severity,
      from,
      until: isOpen ? null : to,
    })),
    maintenance: windows.flatMap((window) =>
      occurrences(window, span).map(({ from, to }) => ({ id: window.id, name: window.name, from, until: to })),
    ),
    changes: changes.map(({ created_at, action, actor_name, actor_email }) => ({
      at: created_at,
      action,
      actor: actor_name ?? actor_email,
    })),
    deployments: deployments.map(({ created_at: _, ...mark }) => mark),
  }
}
