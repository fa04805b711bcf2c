import { z } from 'zod'
import { writtenInstant } from '../../operations/registry/fields/instant.ts'
import { Fault } from '../../domain/fault.ts'
import { coverOf, recurrences } from '../../domain/maintenance.ts'
import { coveredMonitors } from '../../store/monitors/summary.ts'
import { defineWriteTool } from './define.ts'
import { changeOf } from './monitor-lifecycle.ts'

/** More than any limit of an organization. */
const maxCovered = 1001

interface CreatedWindow {
  readonly id: string
  readonly name: string
  readonly starts_at: string
  readonly duration_minutes: number
}

export const scheduleMaintenance = defineWriteTool({
  name: 'schedule_maintenance',
  title: 'Schedule maintenance',
  description:
    'Silence alerts of monitors during planned work and exclude it from uptime. Checks go on, and status pages announce ' +
    'it. Name monitors or tags, or set `everything`.',
  hints: { destructive: true, idempotent: false },
  input: z.strictObject({
    name: z.string().max(200),
    duration_minutes: z.int().min(5).max(43_200),
    starts_at: writtenInstant.optional().describe('Now by default'),
    monitor_ids: z.array(z.uuid().toLowerCase()).max(500).default([]),
    tags: z.array(z.string().max(50)).max(50).default([]),
    everything: z.boolean().default(false).describe('All monitors of the organization'),
    description: z.string().max(2000).optional(),
    timezone: z.string().max(64).default('UTC').describe('IANA zone of the recurrence'),
    recurrence: z.enum(recurrences).default('once'),
    recurrence_until: writtenInstant.optional(),
  }),
  async plan({ monitor_ids: monitorIds, tags: monitorTags, everything, ...input }, session) {
    if (everything === monitorIds.length + monitorTags.length > 0)
      throw new Fault('invalid_request', 'Name monitor_ids or tags, or set everything to true, but not both')
    const { services, caller } = session
    const cover = coverOf([{ monitorIds, monitorTags }])
    const covered = await coveredMonitors(services.store, caller.organization.id, { cover, limit: maxCovered })
    const body = {
      name: input.name,
      description: input.description ?? null,
      monitorIds,
      monitorTags,
      startsAt: input.starts_at ?? services.clock.now().toISOString(),
      durationMinutes: input.duration_minutes,
      timezone: input.timezone,
      recurrence: input.recurrence,
      recurrenceUntil: input.recurrence_until ?? null,
    }
    const window = { object_type: 'maintenance_window', object_name: input.name }
    return {
      summary: `Schedule maintenance ${input.name} for ${covered.length} monitor${covered.length === 1 ? '' : 's'}`,
      changes: [
        { ...window, object_id: null, effect: 'create' },
        ...covered.map((monitor) => changeOf(monitor, 'silence')),
      ],
      steps: [{ operationId: 'createMaintenanceWindow', input: { body } }],
      result: ([created]) => {
        const { id, name, starts_at, duration_minutes } = created as CreatedWindow
        return { id, name, starts_at, duration_minutes, covered_monitors: covered.length }
      },
      undo: ([created]) => {
        const { id } = created as CreatedWindow
        return {
          steps: [{ operationId: 'deleteMaintenanceWindow', input: { params: { id } } }],
          changes: [{ ...window, object_id: id, effect: 'delete' }],
        }
      },
    }
  },
})
