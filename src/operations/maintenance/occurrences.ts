// Maintenance on a calendar: when each window is on.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { wholeOccurrences } from '../../domain/maintenance.ts'
import { countCoveredBy, windowsOf } from '../../store/monitors/maintenance-windows.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { plannedInstant } from '../registry/fields/instant.ts'

const maxOccurrences = 1000
const maxDays = 92
const dayMs = 86_400_000

const occurrence = z
  .object({
    window_id: z.uuid(),
    name: z.string(),
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    recurrence: z.string(),
    monitors: z.int().meta({ description: 'How many monitors it covers now, without paused ones' }),
    everything: z.boolean().meta({ description: 'It covers the whole organization' }),
    suppress_alerts: z.boolean(),
    exclude_from_sla: z.boolean(),
  })
  .meta({ id: 'MaintenanceOccurrence' })

export const listMaintenanceOccurrences = defineOperation({
  id: 'listMaintenanceOccurrences',
  method: 'GET',
  path: '/dashboard/maintenance/occurrences',
  audience: 'dashboard',
  tag: 'Maintenance windows',
  summary: 'List maintenance in a period',
  description: 'Each occurrence from its start to its end, in order. Occurrences of a window that touch are one.',
  query: z.object({ from: plannedInstant, until: plannedInstant }),
  responses: {
    200: {
      description: `At most ${maxOccurrences} occurrences`,
      schema: z.object({ object: z.literal('list'), data: z.array(occurrence), has_more: z.boolean() }),
    },
  },
  async handle({ query: { from, until } }, { db, caller }) {
    if (until <= from) throw new Fault('invalid_request', 'until: must be after from')
    if (until.getTime() - from.getTime() > maxDays * dayMs)
      throw new Fault('invalid_request', `until: must be at most ${maxDays} days after from`)
    const span = { from, to: until }
    const windows = await windowsOf(db, [caller.organization.id], span)
    const covered = await countCoveredBy(
      db,
      caller.organization.id,
      windows.map(({ id }) => id),
    )
    const data = windows
      .flatMap((window) =>
        wholeOccurrences(window, span).map((part) => ({
          window_id: window.id,
          name: window.name,
          starts_at: part.from,
          ends_at: part.to,
          recurrence: window.recurrence,
          monitors: covered.get(window.id) ?? 0,
          everything: window.monitorIds.length === 0 && window.monitorTags.length === 0,
          suppress_alerts: window.suppressAlerts,
          exclude_from_sla: window.excludeFromSla,
        })),
      )
      .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
    return ok({ object: 'list', data: data.slice(0, maxOccurrences), has_more: data.length > maxOccurrences })
  },
})
