// The schemas of monitors.
import { z } from 'zod'
import { configProblems } from '../../checks/define.ts'
import { checks, findCheck } from '../../checks/index.ts'
import { readTarget } from '../../checks/targets.ts'
import { ruled } from '../../domain/field.ts'
import { states, strategies } from '../../domain/monitor.ts'
import { serviceOf } from '../../domain/status-page/third-party.ts'
import { ruleSave } from './alert-rules/schema.ts'
import { tag } from '../registry/fields/tag.ts'
import { nameOf, oneLine } from '../registry/fields/name.ts'
import { managed } from '../registry/fields/managed.ts'

export const monitor = z
  .object({
    object: z.literal('monitor'),
    id: z.uuid(),
    name: z.string(),
    type: z.string(),
    target: z.string().meta({
      description:
        "The format depends on the type. A heartbeat's target is its check-in address, which read keys see as " +
        '`[redacted]`',
    }),
    description: z.string().nullable(),
    interval_seconds: z.int(),
    status: z.enum(['up', 'down', 'paused', 'unknown']),
    state: z.enum(states).meta({ description: 'Like status, but `degraded` while a failure is not confirmed' }),
    active: z.boolean(),
    scheduling_strategy: z.enum(strategies),
    locations: z.array(z.uuid()),
    muted_locations: z
      .array(z.uuid())
      .meta({ description: 'Muted locations, which confirm no incident after a false positive' }),
    tags: z.array(z.string()),
    shadow: z
      .boolean()
      .meta({ description: 'Runs and opens incidents, but tells nobody and is on no status page and in no report' }),
    depends_on: z
      .object({ monitors: z.array(z.uuid()), tags: z.array(z.string()), vendors: z.array(z.string()) })
      .meta({
        description:
          'Its parents: while one of them is down, its own failures are not told. Incidents say what its vendors report',
      }),
    config: z.record(z.string(), z.unknown()).meta({ description: 'Type-specific; secret values read `[redacted]`' }),
    managed,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Monitor' })

export const monitorInFull = monitor
  .extend({
    available_metrics: z
      .array(z.string())
      .meta({ description: 'The metrics that alert rules of this monitor can use' }),
    in_maintenance: z.boolean().meta({ description: 'Whether a maintenance window in progress covers it' }),
  })
  .meta({ id: 'MonitorInFull' })

const name = nameOf(50)
const target = oneLine(2048)
const description = z.string().max(2000).nullable()
const interval = z.int().min(1).max(86_400).meta({ description: 'Seconds between checks' })
const locations = z.array(z.uuid().toLowerCase()).max(200).meta({ description: 'Ids from `GET /locations`' })
/** A monitor type in a filter; types with an alias are found by both names. */
export const monitorType = z
  .enum(checks.flatMap(({ type, aliases }) => [type, ...aliases]))
  .transform((name) => findCheck(name)!.type)

const tags = z.array(tag).max(10)
const config = z
  .record(z.string(), z.unknown())
  .meta({ description: 'See `GET /meta/monitor-types` for the keys of each type' })

const shadow = z
  .boolean()
  .meta({ description: 'Run and open incidents without telling anyone, for a trial beside another tool' })

const vendorProblem = (slug: string): string | null =>
  serviceOf(slug) ? null : 'must be a slug of GET /third-party-services'

const dependsOn = z
  .strictObject({
    monitors: z.array(z.uuid().toLowerCase()).max(20).default([]).meta({ description: 'Ids of monitors' }),
    tags: z.array(tag).max(10).default([]).meta({ description: 'All monitors with one of these tags' }),
    vendors: z
      .array(ruled(z.string().max(50), vendorProblem))
      .max(10)
      .default([])
      .meta({ description: 'Slugs of `GET /third-party-services`; incidents say what they report' }),
  })
  .meta({
    description:
      'Its parents. While one of them has a confirmed critical incident, incidents of this monitor are not told: the ' +
      'alert of the parent says how many are affected. At most five levels, without cycles',
  })

const alertRules = z
  .array(ruleSave)
  .max(100)
  .optional()
  .meta({ description: 'Rules to add, change or delete together with the monitor; the others stay as they are' })

export const noLocations = 'Required; send at least one id of GET /locations'

/** Requirements of the type, checked here only for bodies that are refused anyway, so that all errors are listed. */
function needed(type: unknown, field: 'target' | 'locations'): boolean {
  if (type === undefined) return true
  const check = typeof type === 'string' ? findCheck(type) : undefined
  if (check === undefined || check.enrolledWith !== null) return false
  return field === 'target' ? !check.targetOptional : check.requiresLocations
}

const isWrongAnyway = ({ value, issues }: { value: unknown; issues: readonly unknown[] }): boolean =>
  issues.length > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)

interface MonitorInput {
  readonly type?: unknown
  readonly target?: unknown
  readonly config?: unknown
}

/** Problems of the config, for a body that is refused anyway. */
function configIssues({ type, target, config: sent }: MonitorInput) {
  const check = typeof type === 'string' ? findCheck(type) : undefined
  if (!check || (sent !== undefined && (typeof sent !== 'object' || sent === null))) return []
  const given = Object.fromEntries(Object.entries(sent ?? {}).filter(([, value]) => value !== null))
  const found = configProblems(check, given, readTarget(check.target, typeof target === 'string' ? target : ''))
  return found.map((problem) => {
    const [, key = '', message = problem] = /^config\.([^:]+): ([^]*)$/.exec(problem) ?? []
    return { code: 'custom' as const, path: ['config', key], message, input: sent, continue: true }
  })
}

const withConfigProblems = z.check<MonitorInput>(({ value, issues }) => {
  issues.push(...configIssues(value))
})
// oxlint-disable-next-line no-underscore-dangle -- z.check takes no such option
withConfigProblems._zod.def.when = isWrongAnyway

export const createBody = z
  .strictObject({
    name,
    type: z.string().meta({
      description: 'A type of `GET /meta/monitor-types`',
      enum: checks.flatMap(({ type, aliases }) => [type, ...aliases]),
    }),
    target: target.optional().meta({ description: 'Required, except for heartbeat monitors' }),
    interval,
    locations: locations.optional().meta({ description: 'Required, except for types that are not probed' }),
    schedulingStrategy: z.enum(strategies).default('roundrobin'),
    tags: tags.default([]),
    description: description.default(null),
    config: config.default({}),
    isPaused: z.boolean().default(false),
    shadow: shadow.default(false),
    dependsOn: dependsOn.default({ monitors: [], tags: [], vendors: [] }),
    alertRules,
  })
  .refine(({ type, target }) => target !== undefined || !needed(type, 'target'), {
    path: ['target'],
    error: 'Required',
    when: isWrongAnyway,
  })
  .refine(({ type, locations }) => locations !== undefined || !needed(type, 'locations'), {
    path: ['locations'],
    error: noLocations,
    when: isWrongAnyway,
  })
  .check(withConfigProblems)
  .meta({ id: 'MonitorCreate' })

export type MonitorDraft = z.output<typeof createBody>

export const updateBody = z
  .strictObject({
    name: name.optional(),
    target: target.optional(),
    description: description.optional(),
    interval: interval.optional(),
    schedulingStrategy: z.enum(strategies).optional(),
    locations: locations.optional(),
    tags: tags.optional(),
    shadow: shadow.optional(),
    dependsOn: dependsOn.optional().meta({ description: 'Replaces the current parents' }),
    config: config.optional().meta({ description: 'Merged into the current config; null clears a key' }),
    alertRules,
  })
  .meta({ id: 'MonitorUpdate' })

export type MonitorChange = z.output<typeof updateBody>

export const params = z.object({ id: z.uuid() })

export const example = {
  object: 'monitor',
  id: '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31',
  name: 'Shop',
  type: 'http',
  target: 'https://shop.example.com/health',
  description: null,
  interval_seconds: 60,
  status: 'up',
  state: 'up',
  active: true,
  scheduling_strategy: 'roundrobin',
  locations: ['0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a'],
  muted_locations: [],
  tags: ['env:prod'],
  shadow: false,
  depends_on: { monitors: [], tags: ['tier:gateway'], vendors: ['cloudflare'] },
  config: { method: 'GET', authType: 'bearer', bearerToken: '[redacted]' },
  managed: null,
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-11T08:12:44.120Z',
}

export const createExample = {
  name: 'Shop',
  type: 'http',
  target: 'https://shop.example.com/health',
  interval: 60,
  locations: ['0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a'],
  tags: ['env:prod'],
}
