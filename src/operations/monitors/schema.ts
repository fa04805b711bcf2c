// The schemas of monitors.
import { z } from 'zod'
import { configProblems } from '../../checks/define.ts'
import { checks, findCheck } from '../../checks/index.ts'
import { readTarget } from '../../checks/targets.ts'
import { type RequestName, type monitorFields, namedFields } from '../../domain/fields/monitor-fields.ts'
import { states } from '../../domain/monitor.ts'
import { ruleSave } from './alert-rules/schema.ts'
import { describeFields } from '../registry/fields/described.ts'
import { exampleOf } from '../registry/fields/example.ts'
import { managed } from '../registry/fields/managed.ts'

type MonitorFields = typeof monitorFields
const fields = describeFields(
  Object.fromEntries(namedFields.map((field) => [field.request, field])) as object as {
    [K in keyof MonitorFields as RequestName<K>]: MonitorFields[K]
  },
)

export const monitor = z
  .object({
    object: z.literal('monitor'),
    id: z.uuid().meta({ example: '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31' }),
    ...fields.shown,
    status: z.enum(['up', 'down', 'paused', 'unknown']),
    state: z.enum(states).meta({ description: 'Like status, but `degraded` while a failure is not confirmed' }),
    active: z.boolean().meta({ example: true }),
    muted_locations: z
      .array(z.uuid())
      .meta({ description: 'Muted locations, which confirm no incident after a false positive', example: [] }),
    managed,
    created_at: z.iso.datetime().meta({ example: '2026-02-10T09:00:00.000Z' }),
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

/** A monitor type in a filter; types with an alias are found by both names. */
export const monitorType = z
  .enum(checks.flatMap(({ type, aliases }) => [type, ...aliases]))
  .transform((name) => findCheck(name)!.type)

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
    ...fields.create,
    type: fields.create.type.meta({ enum: checks.flatMap(({ type, aliases }) => [type, ...aliases]) }),
    target: fields.create.target.optional().meta({ description: 'Required, except for heartbeat monitors' }),
    locations: fields.create.locations
      .optional()
      .meta({ description: 'Required, except for types that are not probed' }),
    isPaused: z.boolean().default(false),
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
    ...fields.update,
    dependsOn: fields.update.dependsOn.meta({ description: 'Replaces the current parents' }),
    config: fields.update.config.meta({ description: 'Merged into the current config; null clears a key' }),
    alertRules,
  })
  .meta({ id: 'MonitorUpdate' })

export type MonitorChange = z.output<typeof updateBody>

export const params = z.object({ id: z.uuid() })

export const example = exampleOf(monitor)

const { name, type, target, interval_seconds: interval, locations, tags } = example
export const createExample = { name, type, target, interval, locations, tags }
