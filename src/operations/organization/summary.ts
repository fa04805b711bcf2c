import { z } from 'zod'
import { covers } from '../../domain/maintenance.ts'
import { isWatching } from '../../domain/self-monitoring.ts'
import { countHosts } from '../../store/hosts/host-reads.ts'
import { countOpenIncidents } from '../../store/incidents/stats.ts'
import { type MonitorCounts, countMonitors, taggedMonitors } from '../../store/monitors/summary.ts'
import { tag } from '../../domain/fields/tag.ts'
import { openWindows } from '../maintenance/maintenance-now.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'

const count = z.int().min(0)

export const summary = z
  .object({
    object: z.literal('summary'),
    monitors: z.object({
      total: count.meta({ example: 42 }),
      up: count.meta({ example: 38 }),
      degraded: count,
      down: count,
      paused: count,
      unknown: count,
      health_score: z
        .int()
        .min(0)
        .max(100)
        .meta({
          description:
            'The share of monitors that are up; degraded ones count half, paused and unknown ones do not count. ' +
            '100 without counted monitors',
          example: 96,
        }),
    }),
    incidents: z.object({
      firing: count,
      acknowledged: count,
      critical: count.meta({ description: 'Firing or acknowledged' }),
      warning: count.meta({ description: 'Firing or acknowledged' }),
      started_24h: count.meta({ description: 'Started in the last 24 hours, with any status', example: 3 }),
    }),
    open_maintenance_windows: count.meta({ description: 'Maintenance windows in progress' }),
    hosts: z
      .object({ total: count, online: count, stale: count, offline: count, never_reported: count })
      .meta({ description: 'Hosts by the state of their agent' }),
    watching: z
      .object({
        ok: z.boolean().meta({ example: true }),
        problems: z.array(z.object({ code: z.string(), message: z.string() })).meta({ example: [] }),
      })
      .meta({ description: 'Whether this installation runs checks and sends alerts, and its problems' }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: 'Summary' })

const day = 24 * 3_600_000

export const getSummary = defineOperation({
  id: 'getSummary',
  method: 'GET',
  path: '/summary',
  tag: 'Organization',
  summary: 'Get a summary of the current state',
  query: z.object({
    tag: tag.optional().meta({ description: 'Only monitors with this tag, and their incidents' }),
  }),
  responses: { 200: { description: 'The summary', schema: summary } },
  async handle({ query: { tag } }, context) {
    const { db, caller, now } = context
    const filter = { organizationId: caller.organization.id, tag }
    const [monitors, hosts, { started, ...incidents }, windows, problems] = await Promise.all([
      countMonitors(db, filter),
      countHosts(db, { ...filter, now }),
      countOpenIncidents(db, filter, new Date(now.getTime() - day)),
      countOpenWindows(context, tag),
      context.services.problems(),
    ])
    return ok({
      object: 'summary',
      monitors: { ...monitors, health_score: healthScore(monitors) },
      incidents: { ...incidents, started_24h: started },
      open_maintenance_windows: windows,
      hosts,
      watching: { ok: isWatching(problems), problems: [...problems] },
      generated_at: now,
    })
  },
})

export function healthScore({ total, up, degraded, paused, unknown }: MonitorCounts): number {
  const judged = total - paused - unknown
  return judged === 0 ? 100 : Math.floor((100 * (up + degraded / 2)) / judged)
}

async function countOpenWindows(context: CallerContext, tag: string | undefined): Promise<number> {
  const open = await openWindows(context)
  if (tag === undefined || open.length === 0) return open.length
  const monitors = await taggedMonitors(context.db, context.caller.organization.id, tag)
  return open.filter((window) => monitors.some((monitor) => covers(window, monitor))).length
}
