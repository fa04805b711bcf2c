// Bulk changes from the dashboard's list, with a dry run and the requests that undo them.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { coverOf } from '../../domain/maintenance.ts'
import type { Monitor } from '../../domain/monitor.ts'
import { monitorPage } from '../../store/monitors/monitor-page.ts'
import { lockMonitors, knownMonitors } from '../../store/monitors/monitors.ts'
import { shownStatuses } from '../../store/monitors/shown-status.ts'
import { openWindows } from '../maintenance/maintenance-now.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { apply } from './lifecycle.ts'
import { monitorType } from './schema.ts'
import { tag } from '../../domain/fields/tag.ts'
import { updateMonitors } from './update.ts'
import { exampleId } from '../registry/fields/example.ts'

/** Limit of ids in a body, and of monitors that are updated one by one. */
const maxAtOnce = 1000
const maxFound = 100_000
const actions = ['pause', 'resume', 'delete', 'tags', 'locations', 'interval', 'groups'] as const
const ids = z.array(z.uuid().toLowerCase()).max(maxAtOnce)
const tags = z.array(tag).max(10)

const bulkBody = z
  .strictObject({
    action: z.enum(actions),
    ids: ids.min(1).optional(),
    filter: z
      .strictObject({
        q: z.string().min(1).max(200),
        status: z.array(z.enum(shownStatuses)).min(1),
        type: z.array(monitorType).min(1),
        tag: z.array(tag).min(1),
        location: z.array(z.uuid().toLowerCase()).min(1),
        interval: z.array(z.int()).min(1),
      })
      .partial()
      .optional()
      .meta({
        description:
          'The filter of the list, instead of ids. Any number of monitors can be paused, resumed or deleted; other ' +
          `changes apply to at most ${maxAtOnce}`,
      }),
    tags: z
      .strictObject({ add: tags.default([]), remove: tags.default([]), set: tags.optional() })
      .optional()
      .meta({ description: 'With action `tags`' }),
    locations: z.array(z.uuid().toLowerCase()).max(200).optional().meta({ description: 'With action `locations`' }),
    interval: z.int().min(1).max(86_400).optional().meta({ description: 'Seconds, with action `interval`' }),
    contactGroupIds: z
      .array(z.uuid().toLowerCase())
      .max(50)
      .optional()
      .meta({ description: 'With action `groups`; empty means the default group' }),
    dryRun: z.boolean().default(false).meta({ description: 'Report what would change without changing anything' }),
  })
  .meta({ id: 'DashboardBulk' })

type BulkBody = z.output<typeof bulkBody>
type Edit = Pick<BulkBody, 'tags' | 'locations' | 'interval' | 'contactGroupIds'>

const bulkResult = z
  .object({
    object: z.literal('dashboard_bulk'),
    action: z.enum(actions),
    dry_run: z.boolean(),
    changed: z.array(z.uuid()),
    unchanged: z.int().meta({ description: 'Monitors that already had the values' }),
    refused: z.array(z.object({ id: z.uuid(), message: z.string() })),
    undo: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'Bodies of requests that undo the change, in this order; empty for a deletion' }),
  })
  .meta({ id: 'DashboardBulkResult' })

export const changeMonitors = defineOperation({
  id: 'changeMonitors',
  method: 'POST',
  path: '/dashboard/monitors/bulk',
  access: 'write',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: 'Change many monitors at once',
  body: bulkBody,
  bodyExample: { action: 'pause', ids: [exampleId] },
  responses: { 200: { description: 'What changed, and how to undo it', schema: bulkResult } },
  async handle({ body }, context) {
    refuseIncomplete(body)
    const ids = await idsOf(context, body)
    const locked = await lockMonitors(context.db, context.caller.organization.id, ids)
    const different = locked.filter((monitor) => isDifferent(body, monitor))
    const refused = body.dryRun ? [] : await change(context, body, different)
    const failed = new Set(refused.map(({ id }) => id))
    const changed = different.filter(({ id }) => !failed.has(id))
    return ok({
      object: 'dashboard_bulk',
      action: body.action,
      dry_run: body.dryRun,
      changed: changed.map(({ id }) => id),
      unchanged: locked.length - different.length,
      refused,
      undo: undoOf(body.action, changed),
    })
  },
})

const needs = { tags: 'tags', locations: 'locations', interval: 'interval', groups: 'contactGroupIds' } as const

function refuseIncomplete(body: BulkBody): void {
  if ((body.ids === undefined) === (body.filter === undefined))
    throw new Fault('invalid_request', 'ids: send either ids or a filter')
  const key = needs[body.action as keyof typeof needs] as keyof Edit | undefined
  if (key && body[key] === undefined) throw new Fault('invalid_request', `${key}: Required with action ${body.action}`)
}

async function idsOf(context: CallerContext, { action, ids: named, filter = {} }: BulkBody): Promise<string[]> {
  const { db, caller, now } = context
  const organizationId = caller.organization.id
  if (named) return knownMonitors(db, organizationId, [...new Set(named)])
  const query = { organizationId, filter, cover: coverOf(await openWindows(context)) }
  const placing = { order: 'name' as const, grouped: false, offset: 0, limit: maxFound, now }
  const found = await monitorPage(db, query, placing)
  if (!isVerb(action) && found.length > maxAtOnce)
    throw new Fault(
      'invalid_request',
      `filter: matches ${found.length} monitors, but at most ${maxAtOnce} can be changed at once; narrow it down`,
    )
  return found.map(({ id }) => id)
}

type Verb = 'pause' | 'resume' | 'delete'
const isVerb = (action: BulkBody['action']): action is Verb => ['pause', 'resume', 'delete'].includes(action)

function isDifferent(body: BulkBody, monitor: Monitor): boolean {
  if (body.action === 'pause') return monitor.state !== 'paused'
  if (body.action === 'resume') return monitor.state === 'paused'
  return (
    body.action === 'delete' ||
    JSON.stringify(requestedValue(body, monitor)) !== JSON.stringify(present(body.action, monitor))
  )
}

function requestedValue(
  { action, tags: edit, locations, interval, contactGroupIds }: BulkBody,
  monitor: Monitor,
): unknown {
  if (action === 'locations') return locations
  if (action === 'interval') return interval
  if (action === 'groups') return contactGroupIds
  const base = edit!.set ?? monitor.tags
  return [...new Set([...base, ...edit!.add])].filter((one) => !edit!.remove.includes(one))
}

function present(action: BulkBody['action'], { tags: own, locationIds, intervalSeconds, config }: Monitor): unknown {
  if (action === 'locations') return locationIds
  if (action === 'interval') return intervalSeconds
  return action === 'groups' ? (config['notificationGroupIds'] ?? []) : own
}

interface RefusedMonitor {
  readonly id: string
  readonly message: string
}

async function change(
  context: CallerContext,
  body: BulkBody,
  different: readonly Monitor[],
): Promise<RefusedMonitor[]> {
  const { action } = body
  if (isVerb(action)) {
    for (const ids of slices(different)) await apply(context, action, ids)
    return []
  }
  const refused: RefusedMonitor[] = []
  const updates = different.map((before) => {
    const sent = { [fieldOf[action]]: requestedValue(body, before) }
    return {
      before,
      body: action === 'groups' ? { config: { notificationGroupIds: orCleared(body.contactGroupIds!) } } : sent,
    }
  })
  await updateMonitors(context, updates, (error, index) => {
    // An invalid monitor is refused before anything is written.
    if (!(error instanceof Fault)) throw error
    refused.push({ id: different[index]!.id, message: error.message })
  })
  return refused
}

const fieldOf = { tags: 'tags', locations: 'locations', interval: 'interval', groups: 'config' } as const
const orCleared = (groups: string[]): string[] | null => (groups.length > 0 ? groups : null)

/** Their ids, in batches of the size of a body. */
const slices = (monitors: readonly Monitor[]): string[][] =>
  Array.from({ length: Math.ceil(monitors.length / maxAtOnce) }, (_, n) =>
    monitors.slice(n * maxAtOnce, (n + 1) * maxAtOnce).map(({ id }) => id),
  )

/** Groups monitors with equal previous values. */
function undoOf(action: BulkBody['action'], changed: readonly Monitor[]): object[] {
  if (changed.length === 0 || action === 'delete') return []
  if (action === 'pause') return slices(changed).map((ids) => ({ action: 'resume', ids }))
  if (action === 'resume') return slices(changed).map((ids) => ({ action: 'pause', ids }))
  const before = Map.groupBy(changed, (monitor) => JSON.stringify(present(action, monitor)))
  return [...before].map(([json, monitors]) => {
    const value = JSON.parse(json) as unknown
    const back = action === 'tags' ? { set: value } : value
    return { action, ids: monitors.map(({ id }) => id), [needs[action]]: back }
  })
}
