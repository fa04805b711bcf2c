// The dashboard's list of monitors, by position, with the data of each row.
import { z } from 'zod'
import { findCheck } from '../../checks/index.ts'
import { coverOf, covers } from '../../domain/maintenance.ts'
import { states } from '../../domain/monitor.ts'
import {
  type FacetCount,
  type ListedMonitor,
  facetCounts,
  groupCounts,
  monitorOrders,
  monitorPage,
} from '../../store/monitors/monitor-page.ts'
import { shownStatuses } from '../../store/monitors/shown-status.ts'
import { uptimesOfDown } from '../../store/results/monitored-times.ts'
import { lastChecks } from '../../store/results/strips.ts'
import { type OpenWindow, openWindows } from '../maintenance/maintenance-now.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { limit } from '../registry/page.ts'
import { count, wordList } from '../registry/fields/word-list.ts'
import { monitorType } from './schema.ts'
import { tag } from '../../domain/fields/tag.ts'
import { tooEarlySchema, uptime } from '../../domain/fields/uptime.ts'
import { type StripSpan, cutOf, stripSpans, stripsOf, uptimeMs } from './strips.ts'

const figure = z.int().min(0)

const monitorFilter = {
  q: z.string().min(1).max(200).optional().meta({ description: 'Only monitors whose name or target contains this' }),
  status: wordList(z.enum(shownStatuses))
    .optional()
    .meta({
      description: `Some of ${shownStatuses.join(', ')}; \`maintenance\` replaces all states except paused`,
    }),
  type: wordList(monitorType).optional(),
  tag: wordList(tag).optional().meta({ description: 'Only monitors with one of these tags' }),
  location: wordList(z.uuid().toLowerCase())
    .optional()
    .meta({ description: 'Only monitors checked from one of these' }),
  interval: wordList(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a number of seconds')
      .transform(Number),
  ).optional(),
}

const query = z.object({
  ...monitorFilter,
  order: z.enum(monitorOrders).default('trouble').meta({
    description:
      '`uptime` sorts by the last 30 days, `slow` by today and yesterday (UTC), the worst first; then by name',
  }),
  group: z.enum(['tag']).optional().meta({
    description: 'Groups by the first tag, or the first requested tag; ordered by name, monitors without a tag last',
  }),
  span: z.enum(stripSpans).default('24h').meta({ description: 'The period of bars, spark and median' }),
  facets: z.enum(['true', 'false']).default('true').meta({ description: 'Whether to count the facets and groups' }),
  offset: count({ min: 0, max: 10_000_000, usual: 0 }).meta({ description: 'Number of monitors to skip' }),
  limit,
})

const row = z
  .object({
    id: z.uuid(),
    name: z.string(),
    type: z.string(),
    type_name: z.string(),
    target: z.string().nullable().meta({ description: 'Null for a heartbeat, whose address is a secret' }),
    tags: z.array(z.string()),
    interval_seconds: z.int(),
    state: z.enum(states),
    status: z.enum(shownStatuses).meta({ description: 'The state, or `maintenance`' }),
    maintenance: z
      .object({ id: z.uuid(), name: z.string(), ends_at: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The active window that covers it and ends last' }),
    affected_by: z
      .string()
      .nullable()
      .meta({ description: 'The name of the monitor whose incident explains why this one is down' }),
    group: z.string().nullable().meta({ description: 'The tag of its group, if grouped' }),
    bars: z.string().meta({ description: 'One character per bar, oldest first: `u g d m`, and `n` for no data' }),
    spark: z.array(z.int().nullable()).length(24).meta({ description: 'Mean response times in ms, oldest first' }),
    median_ms: z
      .number()
      .nullable()
      .meta({ description: 'Median of the hourly means of the period, or of the daily means for 90 days' }),
    uptime_30d: uptime,
    too_early_seconds: tooEarlySchema,
    last_check_at: z.iso.datetime().nullable(),
    next_due_at: z.iso.datetime().nullable().meta({
      description: 'The next check; for a heartbeat, the time of the next deadline',
    }),
    failing_locations: z.array(z.string()).meta({ description: 'Names of the locations that see a failure' }),
  })
  .meta({ id: 'MonitorRow' })

const facet = z.array(z.object({ value: z.string(), count: figure }))
const group = z.object({
  tag: z.string().nullable(),
  total: figure,
  statuses: z.partialRecord(z.enum(shownStatuses), figure),
})

export const listMonitorRows = defineOperation({
  id: 'listMonitorRows',
  method: 'GET',
  path: '/dashboard/monitors',
  access: 'read',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: 'List monitors by position, with bars, sparklines and facets',
  query,
  responses: {
    200: {
      description: 'The monitors at these positions',
      schema: z
        .object({
          object: z.literal('list'),
          data: z.array(row),
          total: figure.meta({ description: 'Total number of monitors' }),
          bars_from: z.iso.datetime().meta({ description: 'Start of the first bar' }),
          bar_seconds: z.int(),
          facets: z
            .object({ status: facet, type: facet, tag: facet, location: facet, interval: facet })
            .nullable()
            .meta({ description: 'Number of monitors per value, given the other filters, largest first' }),
          groups: z.array(group).nullable(),
        })
        .meta({ id: 'MonitorRows' }),
    },
  },
  async handle({ query: { order, span, offset, limit, group, facets, ...filter } }, context) {
    const { db, caller, now } = context
    const windows = await openWindows(context)
    const selection = { organizationId: caller.organization.id, filter, cover: coverOf(windows) }
    const wanted = facets === 'true'
    const last30Days = { from: new Date(now.getTime() - uptimeMs), to: now }
    const uptimes = order === 'uptime' ? await uptimesOfDown(db, { ...selection, ...last30Days }) : undefined
    const [page, counts, groups] = await Promise.all([
      monitorPage(db, selection, { order, grouped: group !== undefined, offset, limit, now, uptimes }),
      facetCounts(db, selection, wanted),
      wanted && group !== undefined ? groupCounts(db, selection) : null,
    ])
    const cut = cutOf(span, now)
    return ok({
      object: 'list',
      data: await rowsOf(context, page, { span, windows }),
      total: counts.find(({ facet }) => facet === 'total')!.count,
      bars_from: cut.from,
      bar_seconds: cut.bucketMs / 1000,
      facets: wanted ? facetsOf(counts) : null,
      groups,
    })
  },
})

async function rowsOf(
  context: CallerContext,
  page: readonly ListedMonitor[],
  { span, windows }: { span: StripSpan; windows: readonly OpenWindow[] },
): Promise<object[]> {
  const numbers = page.map(({ monitorNumber }) => monitorNumber)
  const [strips, latest] = await Promise.all([
    stripsOf(context, page, span),
    lastChecks(context.db, numbers, context.now),
  ])
  const latestOf = new Map(latest.map((one) => [one.monitorNumber, one]))
  return page.flatMap((monitor) => {
    const { id, name, type, target, tags, state, status, group, monitorNumber } = monitor
    const latest = latestOf.get(monitorNumber)
    const strip = strips.get(id)
    // It was deleted meanwhile.
    if (!strip) return []
    const row = {
      id,
      name,
      type,
      type_name: findCheck(type)?.title ?? type,
      target,
      tags,
      interval_seconds: monitor.intervalSeconds,
      state,
      status,
      maintenance: windowOver(monitor, windows),
      affected_by: monitor.affectedBy,
      group,
      ...strip,
      last_check_at: latest?.at ?? null,
      next_due_at: latest?.nextDueAt ?? null,
      failing_locations: latest?.failingLocations ?? [],
    }
    return [row]
  })
}

function windowOver(monitor: ListedMonitor, windows: readonly OpenWindow[]) {
  const over = windows.filter((window) => covers(window, monitor))
  const last = over.toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0]
  return last ? { id: last.id, name: last.name, ends_at: last.endsAt } : null
}

function facetsOf(counts: readonly FacetCount[]) {
  const valuesOf = (name: FacetCount['facet']) =>
    counts.filter(({ facet }) => facet === name).map(({ value, count }) => ({ value, count }))
  return {
    status: valuesOf('status'),
    type: valuesOf('type'),
    tag: valuesOf('tag'),
    location: valuesOf('location'),
    interval: valuesOf('interval'),
  }
}
