// Checks on demand, the history of checks, and uptime.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { addCheckRequest, recentCheckRequests } from '../../store/checking/check-requests.ts'
import {
  type ResultFigures,
  figuresByLocation,
  figuresOf,
  listChecks as checkRows,
  successPercent,
} from '../../store/results/figures.ts'
import { lastFailureAt } from '../../store/results/sightings.ts'
import { askForScan } from '../../store/checking/scans.ts'
import { expediteTurns } from '../../store/checking/turns.ts'
import { type CallerContext, accepted, defineOperation, ok } from '../registry/define.ts'
import { limit } from '../registry/page.ts'
import { excludedFrom, measured } from './measurements.ts'
import { monitors } from './monitor.ts'
import { params } from './schema.ts'
import { rateLimited } from '../registry/request-budget.ts'

const hour = 3_600_000
const day = 24 * hour
const periods = { '1h': hour, '24h': day, '7d': 7 * day, '30d': 30 * day, '90d': 90 * day }

const dispatched = z
  .object({ object: z.literal('check_request'), monitor_id: z.uuid(), requested_at: z.iso.datetime() })
  .meta({ id: 'CheckRequest' })

export const checkNow = defineOperation({
  id: 'checkMonitorNow',
  method: 'POST',
  path: '/monitors/{id}/check-now',
  access: 'write',
  tag: 'Monitors',
  summary: 'Run a check now',
  params,
  faults: ['conflict'],
  responses: { 202: { description: 'The check is queued', schema: dispatched } },
  async handle({ params }, context) {
    const { db, now } = context
    const monitor = await monitors.lock(context, params)
    if (monitor.state === 'paused') throw new Fault('conflict', 'The monitor is paused; resume it first')
    if (monitor.deadlineSeconds === null)
      throw new Fault('conflict', `Lapwing does not check ${monitor.type} monitors; they wait for reports`)
    const { monitorNumber } = await measured(context, params.id)
    await takeAllowance(context, monitorNumber)
    await askForScan(db, monitorNumber, now)
    await expediteTurns(db, { monitorNumber, now })
    monitors.record(context, 'monitor.check_requested', monitor)
    return accepted({ object: 'check_request', monitor_id: monitor.id, requested_at: now })
  },
})

async function takeAllowance({ db, caller, now }: CallerContext, monitorNumber: number): Promise<void> {
  const { plan, limits } = caller.organization
  if (limits.check_now_per_hour === 0)
    throw new Fault('forbidden', `The ${plan} plan's limit check_now_per_hour is 0: change the plan`)
  if (limits.check_now_per_hour < 0) return
  const recent = await recentCheckRequests(db, monitorNumber, now)
  const oldest = recent[recent.length - limits.check_now_per_hour]
  if (oldest) {
    const seconds = Math.max(Math.ceil((oldest.getTime() + hour - now.getTime()) / 1000), 1)
    const message = `check_now_per_hour is ${limits.check_now_per_hour} for each monitor; try again in ${seconds} s`
    throw rateLimited(message, seconds)
  }
  await addCheckRequest(db, monitorNumber, now)
}

const uptime = z
  .object({
    object: z.literal('uptime'),
    monitor_id: z.uuid(),
    period: z.enum(Object.keys(periods) as (keyof typeof periods)[]).meta({ example: '24h' }),
    uptime_percent: z
      .number()
      .nullable()
      .meta({ description: 'Share of successful checks in the period', example: 99.93 }),
    total_checks: z.int().meta({ example: 1440 }),
    successful_checks: z.int().meta({ example: 1439 }),
    failed_checks: z.int(),
    avg_response_time_ms: z.number().nullable().meta({ example: 182.4 }),
    min_response_time_ms: z.number().nullable().meta({ example: 120.1 }),
    max_response_time_ms: z.number().nullable().meta({ example: 1204.9 }),
    last_failure_at: z.iso.datetime().nullable().meta({ example: '2026-02-11T08:12:44.120Z' }),
    uptime_24h: z.number().nullable().meta({ example: 99.93 }),
    uptime_7d: z.number().nullable().meta({ example: 99.99 }),
    uptime_30d: z.number().nullable().meta({ example: 99.98 }),
  })
  .meta({ id: 'Uptime' })

export const getUptime = defineOperation({
  id: 'getMonitorUptime',
  method: 'GET',
  path: '/monitors/{id}/uptime',
  access: 'read',
  tag: 'Monitors',
  summary: 'Count the checks of a monitor, with their response times',
  description:
    'Percentages are the share of successful checks, except those in maintenance that is excluded from uptime. This ' +
    'is not the uptime in the dashboard, reports, status pages and metrics, which is the share of time without a ' +
    'confirmed critical incident. Response times are those of successful checks. Null means that there are no ' +
    'checks. Later changes to maintenance apply to the last 30 days.',
  params,
  query: z.object({
    period: z
      .enum(Object.keys(periods) as (keyof typeof periods)[])
      .default('24h')
      .meta({ description: 'How far to look back' }),
  }),
  responses: { 200: { description: 'The figures', schema: uptime } },
  async handle({ params, query }, context) {
    const { db, now } = context
    const monitor = await measured(context, params.id)
    const { monitorNumber } = monitor
    const excluded = await excludedFrom(
      context,
      monitor,
      new Date(now.getTime() - Math.max(periods[query.period], 30 * day)),
    )
    const over = (ms: number): Promise<ResultFigures> =>
      figuresOf(db, monitorNumber, { from: new Date(now.getTime() - ms), to: now, excluded })
    const [inPeriod, last24h, last7d, last30d, failedAt] = await Promise.all([
      over(periods[query.period]),
      over(day),
      over(7 * day),
      over(30 * day),
      lastFailureAt(db, monitorNumber),
    ])
    const successes = inPeriod.checks - inPeriod.failures
    return ok({
      object: 'uptime',
      monitor_id: params.id.toLowerCase(),
      period: query.period,
      uptime_percent: successPercent(inPeriod),
      total_checks: inPeriod.checks,
      successful_checks: successes,
      failed_checks: inPeriod.failures,
      avg_response_time_ms: successes > 0 ? rounded(inPeriod.duration_sum / successes) : null,
      min_response_time_ms: rounded(inPeriod.duration_min),
      max_response_time_ms: rounded(inPeriod.duration_max),
      last_failure_at: failedAt,
      uptime_24h: successPercent(last24h),
      uptime_7d: successPercent(last7d),
      uptime_30d: successPercent(last30d),
    })
  },
})

const check = z
  .object({
    object: z.literal('check'),
    timestamp: z.iso.datetime(),
    success: z.boolean().meta({ example: true }),
    duration_ms: z.number().meta({ example: 182.4 }),
    location: z.string().meta({ example: 'Frankfurt' }),
    error: z.string().nullable(),
    status_code: z.int().meta({ description: '0 if there was none', example: 200 }),
  })
  .meta({ id: 'Check' })

const checksOfLocation = z
  .object({
    id: z.uuid(),
    name: z.string(),
    total_checks: z.int(),
    failed_checks: z.int(),
    uptime_percent: z.number().nullable(),
    avg_response_time_ms: z.number().nullable(),
    last_check_at: z.iso.datetime(),
    last_success: z.boolean(),
  })
  .meta({ id: 'ChecksOfLocation' })

const hours = z
  .string()
  .optional()
  .refine((text) => text === undefined || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 720), {
    error: 'must be an integer from 1 to 720',
  })
  .transform((text) => (text === undefined ? 24 : Number(text)))
  .meta({ description: 'How far to look back', type: 'integer', minimum: 1, maximum: 720, default: 24 })

export const listChecks = defineOperation({
  id: 'listMonitorChecks',
  method: 'GET',
  path: '/monitors/{id}/checks',
  access: 'read',
  tag: 'Monitors',
  summary: 'List the latest checks, with statistics per location',
  description: 'Lists every check. The statistics per location count checks, without those in excluded maintenance.',
  params,
  query: z.object({ hours, limit }),
  responses: {
    200: {
      description: 'Checks, newest first',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(check),
        has_more: z.boolean(),
        locations: z.array(checksOfLocation).meta({ example: [] }),
      }),
    },
  },
  async handle({ params, query }, context) {
    const { db, now } = context
    const monitor = await measured(context, params.id)
    const { monitorNumber } = monitor
    const since = new Date(now.getTime() - query.hours * hour)
    const rows = await checkRows(db, monitorNumber, { since, limit: query.limit + 1 })
    const locations = await figuresByLocation(db, monitorNumber, {
      since,
      excluded: await excludedFrom(context, monitor, since),
    })
    return ok({
      object: 'list',
      data: rows.slice(0, query.limit).map(({ at, status_code, ...row }) => ({
        object: 'check',
        timestamp: at,
        ...row,
        status_code: status_code ?? 0,
      })),
      has_more: rows.length > query.limit,
      locations: locations.map((row) => ({
        id: row.id,
        name: row.name,
        total_checks: row.checks,
        failed_checks: row.failures,
        uptime_percent: successPercent(row),
        avg_response_time_ms: rounded(row.avg_duration_ms),
        last_check_at: row.last_at,
        last_success: row.last_success,
      })),
    })
  },
})

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
