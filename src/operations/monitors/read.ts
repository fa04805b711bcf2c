import { z } from 'zod'
import { findCheck } from '../../checks/index.ts'
import { activeAt, covers } from '../../domain/maintenance.ts'
import { states } from '../../domain/monitor.ts'
import { spellings } from '../../domain/rule.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import {
  type MonitorPage,
  listMonitorNames as namesOf,
  listMonitors as monitorRows,
  positionOfMonitor,
} from '../../store/monitors/shown-monitors.ts'
import type { Database } from '../../store/database/database.ts'
import { type CallerContext, JsonText, defineOperation, ok } from '../registry/define.ts'
import { type PageOf, listOf, listOfJson, pageByItem, pageQuery } from '../registry/page.ts'
import { monitorJson, monitors } from './monitor.ts'
import { monitor, monitorInFull, monitorType } from './schema.ts'
import { tag } from '../../domain/fields/tag.ts'

const query = pageQuery.extend({
  type: monitorType.optional().meta({ description: 'Only monitors of this type' }),
  status: z.enum(states).optional().meta({ description: 'Only monitors with this status; `degraded` counts as up' }),
  tag: tag.optional().meta({ description: 'Only monitors with this tag' }),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only monitors whose name or target contains this, ignoring case' }),
})

export const listMonitors = defineOperation({
  id: 'listMonitors',
  method: 'GET',
  path: '/monitors',
  access: 'read',
  tag: 'Monitors',
  summary: 'List monitors, newest first',
  query,
  responses: { 200: { description: 'A page of monitors', schema: listOf(monitor) } },
  async handle({ query }, context) {
    const page = await pageOf(query, context, monitorRows)
    return listOfJson({ ...page, rows: page.rows.map((row) => ({ json: monitorJson(row, context) })) })
  },
})

const brief = z
  .object({
    id: z.uuid(),
    name: z.string(),
    type: z.string(),
    target: z.string().nullable().meta({ description: 'Null for a heartbeat, whose address is a secret' }),
    state: z.enum(states),
    tags: z.array(z.string()),
  })
  .meta({ id: 'MonitorBrief' })

export const listMonitorNames = defineOperation({
  id: 'listMonitorNames',
  method: 'GET',
  path: '/dashboard/monitor-names',
  access: 'read',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: 'List monitors with little more than their names, newest first',
  query,
  responses: { 200: { description: 'A page of monitors', schema: listOf(brief) } },
  async handle({ query }, context) {
    const page = await pageOf(query, context, namesOf)
    const data = page.rows.map((row) => ({ ...row, target: row.target || null }))
    return ok({ object: 'list', data, has_more: page.hasMore, next_cursor: page.nextCursor })
  },
})

function pageOf<Row extends { readonly id: string }>(
  { limit, cursor, ...filter }: z.output<typeof query>,
  context: CallerContext,
  list: (db: Database, organizationId: string, page: MonitorPage) => Promise<Row[]>,
): Promise<PageOf<Row>> {
  const organizationId = context.caller.organization.id
  return pageByItem({ limit, cursor }, context, {
    list: 'monitors',
    id: ({ id }: Row) => id,
    positionOf: (id) => positionOfMonitor(context.db, organizationId, id),
    rows: (after, limit) => list(context.db, organizationId, { filter, after, limit }),
  })
}

export const getMonitor = monitors.read({
  id: 'getMonitor',
  summary: 'Get a monitor, with the metrics available to rules',
  responses: {
    200: {
      description: 'The monitor',
      schema: monitorInFull,
      example: {
        available_metrics: ['success', 'status_code', 'response_time', 'ssl_expiry'],
        in_maintenance: false,
      },
    },
  },
  async show(row, context) {
    const more = JSON.stringify({
      available_metrics: availableMetrics(row),
      in_maintenance: await isInMaintenance(row, context),
    })
    return new JsonText(`${monitorJson(row, context).slice(0, -1)},${more.slice(1)}`)
  },
})

async function isInMaintenance(
  monitor: { id: string; tags: readonly string[] },
  { db, caller, now }: CallerContext,
): Promise<boolean> {
  const windows = await windowsOf(db, [caller.organization.id])
  return windows.some((window) => covers(window, monitor) && activeAt(window, now))
}

function availableMetrics({ type, slugs }: { type: string; slugs: readonly string[] }): string[] {
  const check = findCheck(type)
  if (!check) return []
  return spellings(check.metrics).flatMap((name) => {
    const known = name.includes('<slug>') ? slugs.flatMap((slug) => named(name, slug)) : []
    return known.length > 0 ? known : [name]
  })
}

/** A slug such as `disk.root` only fills in `disk.<slug>`. */
function named(name: string, slug: string): string[] {
  if (!slug.includes('.')) return [name.replace('<slug>', slug)]
  const template = `${slug.split('.', 1)[0]}.<slug>`
  return name.includes(`.${template}`) ? [name.replace(template, slug)] : []
}
