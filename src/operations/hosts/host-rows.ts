// The list of hosts as the dashboard shows it: by position, trouble first.
import { z } from 'zod'
import { hostStates } from '../../domain/host/host.ts'
import { type HostRow, countMatchingHosts, hostPage } from '../../store/hosts/host-page.ts'
import type { HostSampleDetail } from '../../store/hosts/hosts.ts'
import { shownStatuses } from '../../store/monitors/shown-status.ts'
import { coverNow } from '../maintenance/maintenance-now.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { tag } from '../../domain/fields/tag.ts'
import { count, wordList } from '../registry/fields/word-list.ts'
import { limit } from '../registry/page.ts'

const number = z.number().nullable()

const row = z
  .object({
    id: z.uuid(),
    monitor_id: z.uuid(),
    name: z.string(),
    state: z.enum(hostStates),
    status: z.enum(shownStatuses).meta({ description: 'Of its monitor, with maintenance drawn over it' }),
    tags: z.array(z.string()),
    os: z.string().nullable(),
    cpu_pct: number,
    mem_used_pct: number,
    fullest_disk: z
      .object({
        mount: z.string(),
        used_pct: z.number(),
        full_in_hours: number.meta({ description: 'Forecast; null while too little is known' }),
      })
      .nullable(),
    load_per_core: number.meta({ description: 'Load over one minute, divided by the number of cores' }),
    uptime_seconds: number,
    agent_version: z.string().nullable(),
    last_seen_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'HostRow' })

export const listHostRows = defineOperation({
  id: 'listHostRows',
  method: 'GET',
  path: '/dashboard/hosts',
  audience: 'dashboard',
  tag: 'Hosts',
  summary: 'List hosts by position, problems first, with their latest metrics',
  query: z.object({
    q: z.string().min(1).max(200).optional().meta({ description: 'Only hosts whose name contains this' }),
    state: wordList(z.enum(hostStates)).optional(),
    tag: tag.optional().meta({ description: 'Only hosts with this tag' }),
    monitor_id: z.uuid().optional().meta({ description: 'Only the host of this monitor' }),
    offset: count({ min: 0, max: 10_000_000, usual: 0 }).meta({ description: 'How many to skip' }),
    limit,
  }),
  responses: {
    200: {
      description: 'The hosts at these positions',
      schema: z
        .object({
          object: z.literal('list'),
          data: z.array(row),
          total: z.int().min(0).meta({ description: 'How many there are at all positions' }),
        })
        .meta({ id: 'HostRows' }),
    },
  },
  async handle({ query: { offset, limit, monitor_id: monitorId, ...filter } }, context) {
    const { db, caller, now } = context
    const cover = await coverNow(context)
    const listQuery = { organizationId: caller.organization.id, filter: { ...filter, monitorId }, cover, now }
    const [page, total] = await Promise.all([
      hostPage(db, listQuery, { offset, limit }),
      countMatchingHosts(db, listQuery),
    ])
    return ok({ object: 'list', data: page.map(shownRow), total })
  },
})

function shownRow({ machine, latest, sample, ...host }: HostRow): object {
  const { cpu_pct = null, mem_used_pct = null, load1 = null, uptime_s = null } = latest ?? {}
  const cores = machine?.cpu_cores ?? null
  return {
    id: host.id,
    monitor_id: host.monitorId,
    name: host.name,
    state: host.state,
    status: host.status,
    tags: host.tags,
    os: machine?.os ?? null,
    cpu_pct,
    mem_used_pct,
    fullest_disk: sample ? fullestOf(sample) : null,
    load_per_core: load1 === null || cores === null ? null : Math.round((load1 / cores) * 100) / 100,
    uptime_seconds: uptime_s,
    agent_version: host.agentVersion,
    last_seen_at: host.seenAt,
  }
}

function fullestOf({ disks }: HostSampleDetail): object | null {
  const [fullest] = disks.toSorted((a, b) => b.used_pct - a.used_pct)
  if (!fullest) return null
  const { mount, used_pct, full_in_hours } = fullest
  return { mount, used_pct, full_in_hours }
}
