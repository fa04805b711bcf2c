// The results of a monitor per location.
import { z } from 'zod'
import { columnOf, findCheck } from '../../checks/index.ts'
import { percentile } from '../../domain/history/percentile.ts'
import { locationsNumbered } from '../../store/checking/locations.ts'
import type { Database } from '../../store/database/database.ts'
import { type CheckInFull, latestByLocation } from '../../store/results/check-rows.ts'
import { excludedOf, timesOff } from '../../store/results/exclusions.ts'
import { figuresByLocation, successPercent } from '../../store/results/figures.ts'
import { recentResults } from '../../store/results/recent-results.ts'
import { unpackedAll } from '../../store/results/metric-names.ts'
import { checkDuration, measuredValues } from '../../store/results/series.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { lastHour, lastHourBars } from './last-hour.ts'
import { type MonitorMeasurements, measured } from './measurements.ts'
import { params } from './schema.ts'

const dayMs = 86_400_000

const row = z
  .object({
    id: z.uuid(),
    name: z.string(),
    success: z.boolean().nullable().meta({ description: 'Result of the last check; null without one' }),
    error: z.string().nullable(),
    last_check_at: z.iso.datetime().nullable(),
    last_check_id: z.string().nullable(),
    median_ms: z.number().nullable(),
    p95_ms: z.number().nullable(),
    success_24h: z.number().nullable().meta({ description: 'Percent of its checks that succeeded' }),
    bars: z.string().length(30).meta({ description: 'The last hour, a character for two minutes: `u g m n`' }),
    muted: z.boolean(),
    silent_since: z.iso.datetime().nullable().meta({ description: 'No checks from there since this time' }),
  })
  .meta({ id: 'LocationRow' })

export const listLocationRows = defineOperation({
  id: 'listLocationRows',
  method: 'GET',
  path: '/dashboard/monitors/{id}/locations',
  access: 'read',
  audience: 'dashboard',
  tag: 'Results',
  summary: 'List the results of each location of a monitor, over the last 24 hours',
  params,
  responses: {
    200: {
      description: 'Its locations by name; empty for monitors that are not probed',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(row),
        unmeasured: z.array(z.string()).meta({
          description: 'Metrics that the last check of no location measured; empty before the first check',
        }),
      }),
    },
  },
  async handle({ params }, context) {
    const monitor = await measured(context, params.id)
    const latest = await latestByLocation(context.db, monitor, context.now)
    return ok({
      object: 'list',
      data: monitor.locations.length === 0 ? [] : await rowsOf(context, monitor, latest),
      unmeasured: await unmeasuredIn(context.db, monitor.type, latest),
    })
  },
})

async function unmeasuredIn(db: Database, type: string, latest: readonly CheckInFull[]): Promise<string[]> {
  if (latest.length === 0) return []
  const columns = new Set(['success', 'duration_ms', ...(latest.some(hasStatus) ? ['status_code'] : [])])
  const values = await Promise.all(latest.map(({ metrics }) => unpackedAll(db, metrics)))
  const isMeasured = (key: string): boolean =>
    columns.has(key === 'success' ? key : (columnOf(key) ?? '')) || values.some((each) => key in each)
  return (findCheck(type)?.metrics ?? [])
    .filter(({ key }) => !isMeasured(key))
    .flatMap(({ metric, aliases }) => [metric, ...aliases])
}

const hasStatus = ({ statusCode }: CheckInFull): boolean => statusCode !== null

async function rowsOf(
  { db, caller, now }: CallerContext,
  monitor: MonitorMeasurements,
  latest: readonly CheckInFull[],
): Promise<object[]> {
  const { monitorNumber } = monitor
  const since = new Date(now.getTime() - dayMs)
  const query = { organizationId: caller.organization.id, monitors: [monitor], from: since, to: now }
  const off = (await timesOff(db, query)).get(monitor.id)!
  const [maintenance, excluded] = [off.maintenance, excludedOf(off)]
  const [locations, figures, times, results] = await Promise.all([
    locationsNumbered(db, monitor.locations, now),
    figuresByLocation(db, monitorNumber, { since, excluded }),
    measuredValues(db, { monitorNumber, metrics: [checkDuration], from: since, to: now }),
    recentResults(db, [monitorNumber], lastHour(now)),
  ])
  return [...locations.values()].map(({ number, id, name, isDead, seenAt }) => {
    const last = latest.find(({ location }) => location === number)
    const figure = figures.find((one) => one.id === id)
    const sorted = times.find(({ location }) => location === number)?.values.toSorted() ?? new Float32Array()
    const own = results.filter(({ location }) => location === number)
    const perLocation = monitor.intervalSeconds * monitor.locations.length
    return {
      id,
      name,
      success: last?.success ?? null,
      error: last?.error ?? null,
      last_check_at: last?.at ?? null,
      last_check_id: last ? `${last.at.getTime()}-${number}` : null,
      median_ms: rounded(percentile(sorted, 0.5)),
      p95_ms: rounded(percentile(sorted, 0.95)),
      success_24h: figure ? successPercent(figure) : null,
      bars: lastHourBars(
        { maintenance, excluded, results: own, intervalSeconds: perLocation, down: [], degraded: [] },
        now,
      ),
      muted: monitor.mutedLocations.includes(number),
      silent_since: isDead ? seenAt : null,
    }
  })
}

const rounded = (ms: number | null): number | null => ms && Math.round(ms * 10) / 10
